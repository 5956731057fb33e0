#include "research/topic/subject/pieces.h"

#include "research/topic/subject/names.h"
#include "research/topic/subject/vocabulary.h"
#include "text/word_list.h"

static struct str copy_of(struct subject_reader *reader, struct str text)
{
    return (struct str){arena_copy_n(reader->arena, text.data, text.len), text.len};
}

/* The stem of a folded text, which is copied. data NULL: memory ran out. */
static struct str stem_of(struct subject_reader *reader, struct str folded)
{
    return copy_of(reader, stemmer_stem(reader->stemmer, folded));
}

static bool is_stop(const struct subject_reader *reader, struct str folded)
{
    return language_is_stop_word(reader->language, folded);
}

/* The stem of "apt-file" is "apt-fil", but that of "file" is "file". data NULL: memory ran out. */
static struct str stem_behind_hyphen(struct subject_reader *reader, struct str written)
{
    static const char before[] = "abab-"; /* long enough for every rule of a stemmer */
    char *text = arena_printf(reader->arena, "%s%.*s", before, STR_ARG(written));
    struct str stem = text ? stem_of(reader, str_from(text)) : (struct str){NULL, 0};
    if (!stem.data || stem.len < sizeof before)
        return stem.data ? written : stem;
    return (struct str){stem.data + sizeof before - 1, stem.len - (sizeof before - 1)};
}

/* Adds a stem unless it is there. */
static enum status add_piece(struct subject_reader *reader, struct str written, size_t word)
{
    struct str stem = stem_of(reader, written), behind = stem_behind_hyphen(reader, written);
    if (!stem.data || !behind.data)
        return error_memory(reader->err);
    for (size_t i = 0; i < reader->count; i++)
        if (str_eq(reader->pieces[i].stem, stem))
            return OK;
    if (reader->count < SUBJECT_STEMS)
        reader->pieces[reader->count++] =
            (struct subject_piece){.stem = stem, .written = written, .behind_hyphen = behind, .word = word};
    return OK;
}

/* Are all parts between the hyphens words that could stand alone? Not those of "plug-in", "utf-8", "e-mail". */
static bool parts_stand_alone(const struct subject_reader *reader, struct str text)
{
    struct str rest = text, part;
    while (str_split(&rest, '-', &part))
        if (part.len < 2 || is_stop(reader, part))
            return false;
    return true;
}

static enum status add_word(struct subject_reader *reader, size_t at)
{
    struct str folded = reader->words[at].folded, rest = folded, part, stem = reader->words[at].stem;
    if (stem.len > folded.len && (unsigned char)folded.data[0] >= 0xE3) /* a pair of CJK characters */
        return add_piece(reader, stem, at);
    if (str_find(folded, STR("-"), 0) == folded.len)
        return add_piece(reader, folded, at);
    if (!parts_stand_alone(reader, folded)) {
        struct str whole = subject_joined(reader, folded);
        return whole.data ? add_piece(reader, whole, at) : error_memory(reader->err);
    }
    enum status status = OK;
    while (!status && str_split(&rest, '-', &part))
        status = add_piece(reader, part, at);
    return status;
}

/* "back up" is "backup" where two pages have that word; headings may have it in two words too. */
static enum status add_phrasal_verb(struct subject_reader *reader, size_t at, bool *is_one)
{
    *is_one = at + 1 < reader->word_count && word_list_has(reader->frames->particles, reader->words[at + 1].folded) &&
              !word_list_has(reader->frames->prepositions, reader->words[at].folded);
    if (!*is_one)
        return OK;
    char *text = arena_printf(reader->arena, "%.*s%.*s", STR_ARG(reader->words[at].folded),
                              STR_ARG(reader->words[at + 1].folded));
    struct str stem = text ? stem_of(reader, str_from(text)) : (struct str){NULL, 0};
    if (!stem.data)
        return error_memory(reader->err);
    size_t count = reader->count;
    *is_one = topic_pages_with(reader->topic->corpus, reader->query, stem) >= 2;
    enum status status = *is_one ? add_piece(reader, str_from(text), at) : OK;
    if (!status && reader->count > count)
        reader->pieces[count].bare = reader->words[at].stem;
    return status;
}

/* By their stems, as the list holds one form of each word. */
static void find_light(struct subject_reader *reader)
{
    for (const char *const *word = reader->frames->light; word && *word; word++) {
        struct str stem = stemmer_stem(reader->stemmer, str_from(*word));
        for (size_t i = 0; i < reader->count; i++)
            reader->pieces[i].is_light |= str_eq(stem, reader->pieces[i].stem);
    }
}

/* "10 herbs for a windowsill": how many there are to be is no subject. */
static bool begins_with_number(const struct subject_reader *reader)
{
    enum { MOST_DIGITS = 3 };
    struct str word = reader->word_count ? reader->words[0].folded : STR("");
    const char *const *counts = reader->language ? reader->language->counts : NULL;
    bool is_number = word.len && word.len <= MOST_DIGITS;
    for (size_t i = 0; i < word.len; i++)
        is_number = is_number && ascii_is_digit(word.data[i]);
    for (; !is_number && counts && *counts; counts++)
        is_number = str_eq(word, str_from(*counts));
    for (size_t i = 1; is_number && i < reader->word_count; i++)
        if (!reader->words[i].is_stop)
            return true;
    return false;
}

enum status subject_pieces_read(struct subject_reader *reader)
{
    enum status status = OK;
    for (size_t i = begins_with_number(reader); i < reader->word_count && !status; i++) {
        bool is_phrasal;
        status = add_phrasal_verb(reader, i, &is_phrasal);
        if (is_phrasal)
            i++;
        else if (!status && !reader->words[i].is_stop)
            status = add_word(reader, i);
    }
    if (!status)
        find_light(reader);
    return status;
}
/* --- prepositions --- */

size_t subject_behind_preposition(const struct subject_reader *reader, size_t at)
{
    struct str word = reader->words[at].folded;
    size_t apostrophe = str_find(word, STR("'"), 0);
    if (word_list_has(reader->frames->prepositions, word))
        return at + 1;
    bool elides = reader->language && reader->language->elides && apostrophe < word.len;
    return elides && at && word_list_has(reader->frames->prepositions, (struct str){word.data, apostrophe}) ? at : 0;
}

size_t subject_pieces_before(const struct subject_reader *reader, size_t word)
{
    size_t count = 0;
    while (count < reader->count && reader->pieces[count].word < word)
        count++;
    return count;
}
