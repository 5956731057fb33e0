/* Constants: measured on requests for titles, headings and link texts of 27 packages of documentation in four
 * languages, half of them with the pages that answer taken away. */
#include "research/topic/topic_subject.h"

#include "research/topic/topic_names.h"
#include "research/topic/topic_vocabulary.h"
#include "text/word_forms.h"
#include "text/word_list.h"

#include <math.h>

/* --- pieces --- */

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

/* "back up" is "backup" where two pages have that word. */
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
    *is_one = topic_pages_with(reader->topic->corpus, reader->query, stem) >= 2;
    return *is_one ? add_piece(reader, str_from(text), at) : OK;
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

static enum status read_pieces(struct subject_reader *reader)
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

/* The first word behind a preposition at this word: the next one, or the word itself with one elided in front. 0: there
 * is no preposition. */
static size_t behind_preposition(const struct subject_reader *reader, size_t at)
{
    struct str word = reader->words[at].folded;
    size_t apostrophe = str_find(word, STR("'"), 0);
    if (word_list_has(reader->frames->prepositions, word))
        return at + 1;
    bool elides = reader->language && reader->language->elides && apostrophe < word.len;
    return elides && at && word_list_has(reader->frames->prepositions, (struct str){word.data, apostrophe}) ? at : 0;
}

static size_t pieces_before(const struct subject_reader *reader, size_t word)
{
    size_t count = 0;
    while (count < reader->count && reader->pieces[count].word < word)
        count++;
    return count;
}

/* --- names that are left out --- */

static double share_of_pages(const struct subject_reader *reader, const struct subject_piece *piece)
{
    size_t with = topic_pages_with(reader->topic->corpus, reader->query, piece->stem);
    return reader->pages ? (double)with / (double)reader->pages : 0;
}

/* Does it begin a name that the collection is about? People write "postgres" for "PostgreSQL". */
static bool begins_name(const struct subject_reader *reader, const struct subject_piece *piece, double share)
{
    enum { SHORTEST = 5 };
    return piece->stem.len >= SHORTEST && topic_begins_name(reader->query, piece->stem, share);
}

static bool is_name(const struct subject_reader *reader, const struct subject_piece *piece)
{
    return topic_is_name(reader->topic->corpus, reader->query, piece->stem, piece->written);
}

static bool may_be_missing(const struct subject_reader *reader, const struct subject_piece *piece, size_t left)
{
    double share = share_of_pages(reader, piece), least = reader->pages >= MANY_PAGES ? 0.2 : 0.5;
    if (reader->pages >= MANY_PAGES && left >= 2 && share >= 0.5)
        return true;
    return (share >= least && is_name(reader, piece)) || begins_name(reader, piece, least);
}

/* The name behind the last preposition: "... in PostgreSQL". */
static bool leave_out_last(struct subject_reader *reader)
{
    size_t from = 0;
    for (size_t i = 0; i < reader->word_count; i++) {
        size_t behind = behind_preposition(reader, i);
        from = behind ? behind : from;
    }
    size_t left = pieces_before(reader, from);
    if (!left || left == reader->count)
        return false;
    for (size_t i = left; i < reader->count; i++)
        if (!may_be_missing(reader, &reader->pieces[i], left))
            return false;
    for (size_t i = left; i < reader->count; i++)
        reader->pieces[i].is_optional = true;
    return true;
}

static bool is_common_name(const struct subject_reader *reader, const struct subject_piece *piece)
{
    const struct phrases *phrases = reader->language ? reader->language->phrases : NULL;
    double least = reader->pages >= MANY_PAGES ? 0.3 : 0.6;
    if (phrases && phrases->nouns_are_capitalised)
        return false;
    return (share_of_pages(reader, piece) >= least && is_name(reader, piece)) || begins_name(reader, piece, least);
}

static bool is_task(const struct subject_reader *reader)
{
    return reader->query->shape == KEYWORD_HOW_TO;
}

/* What a task is done with, where all of the collection is about that: "upgrade debian", "back up a postgres database".
 * What is done stays, and bears the subject then. */
static void leave_out_things(struct subject_reader *reader)
{
    static const double most_pages = 0.35;
    size_t deed = reader->frames->verb_is_last ? reader->count - 1 : 0;
    bool is_left_out = false;
    for (size_t i = 0; i < reader->count; i++)
        if (i != deed && is_common_name(reader, &reader->pieces[i]))
            reader->pieces[i].is_optional = is_left_out = true;
    for (size_t i = 0; is_left_out && i < reader->count; i++)
        if (i != deed && !reader->pieces[deed].is_light && share_of_pages(reader, &reader->pieces[i]) >= most_pages)
            reader->pieces[i].is_optional = true;
}

/* More than one name left out, or a single stem behind a first one, would let texts on other things pass. */
static void leave_out_names(struct subject_reader *reader)
{
    bool is_done = leave_out_last(reader);
    if (!is_done && is_task(reader) && reader->count >= 2)
        leave_out_things(reader);
    else if (!is_done && !is_task(reader) && reader->count >= 3)
        reader->pieces[0].is_optional = is_common_name(reader, &reader->pieces[0]);
    for (size_t i = 0; i < reader->count; i++)
        reader->pieces[i].is_beginning = reader->pieces[i].is_optional && begins_name(reader, &reader->pieces[i], 0.2);
}

/* --- sets --- */

/* Takes the pieces that are left out from the others; their stems come last. */
static size_t put_optional_last(struct subject_reader *reader)
{
    struct subject_piece optional[SUBJECT_STEMS] = {0};
    size_t needed = 0, left_out = 0;
    for (size_t i = 0; i < reader->count; i++) {
        const struct subject_piece piece = reader->pieces[i];
        if (piece.is_optional)
            optional[left_out++] = piece;
        else
            reader->pieces[needed++] = piece;
    }
    memcpy(reader->pieces + needed, optional, left_out * sizeof *optional);
    return needed;
}

/* The place of the noun that the others describe: without light words, before the first preposition, the last one, or
 * in languages that put it first the first. */
static size_t head_of(const struct subject_reader *reader, size_t needed, stem_set deed)
{
    size_t limit = 0, last = needed;
    for (size_t i = 0; i < reader->word_count && !limit; i++) {
        size_t behind = behind_preposition(reader, i);
        limit = behind && pieces_before(reader, behind) ? behind : 0;
    }
    bool first = reader->frames->head_is_first;
    for (size_t i = 0; i < needed; i++) {
        const struct subject_piece *piece = &reader->pieces[i];
        bool is_behind = limit && !first && piece->word >= limit;
        if (piece->is_light || (deed & stem_bit(i)) || (is_behind && last < needed))
            continue;
        if (!first || last == needed)
            last = i;
    }
    if (last < needed)
        return last;
    return first || !needed ? 0 : needed - 1;
}

/* What a task does, if something that bears a subject is left. */
static stem_set deed_of(const struct subject_reader *reader, size_t needed)
{
    size_t at = reader->frames->verb_is_last && needed ? needed - 1 : 0;
    if (is_task(reader) && needed == 1 && reader->count > 1)
        return stem_bit(at); /* nothing else is left: "upgrade debian" */
    if (!is_task(reader) || needed < 2)
        return 0;
    for (size_t i = 0; i < needed; i++)
        if (i != at && !reader->pieces[i].is_light)
            return stem_bit(at);
    return 0;
}

static stem_set tail_of(const struct subject_reader *reader, size_t needed)
{
    stem_set tail = 0;
    size_t limit = 0;
    for (size_t i = 0; i < reader->word_count && !limit; i++) {
        size_t behind = behind_preposition(reader, i);
        limit = behind && pieces_before(reader, behind) ? behind : 0;
    }
    for (size_t i = 0; limit && i < needed; i++)
        tail |= reader->pieces[i].word >= limit ? stem_bit(i) : 0;
    return tail;
}

static bool is_foreign(const struct subject_reader *reader, const struct subject_piece *piece)
{
    const struct phrases *phrases = reader->language ? reader->language->phrases : NULL;
    if (!topic_pages_with(reader->topic->corpus, reader->query, piece->stem))
        return true;
    return !(phrases && phrases->nouns_are_capitalised) && is_name(reader, piece);
}

static void read_sets(struct subject_reader *reader, size_t needed)
{
    struct topic_match *match = reader->match;
    match->count = needed;
    match->pages = reader->pages;
    for (size_t i = 0; i < needed; i++) {
        match->needed |= stem_bit(i);
        match->strong |= reader->pieces[i].is_light ? 0 : stem_bit(i);
        match->words[i] = reader->pieces[i].written;
    }
    match->is_light_alone = !match->strong && !is_task(reader);
    if (!match->strong)
        match->strong = match->needed;
    bool has_other = stems_count(match->strong) > 1 && (match->strong & stem_bit(0));
    if (needed == reader->count && has_other && !is_task(reader) && is_common_name(reader, &reader->pieces[0]))
        match->strong &= ~stem_bit(0);
    match->deed = deed_of(reader, needed);
    for (size_t i = 0; i < needed; i++)
        match->deed_is_light = match->deed_is_light || ((match->deed & stem_bit(i)) && reader->pieces[i].is_light);
    size_t head = head_of(reader, needed, match->deed);
    match->head = needed ? stem_bit(head) : 0;
    match->tail = tail_of(reader, needed);
    for (size_t i = 0; i < needed; i++)
        if ((match->tail & stem_bit(i)) && is_foreign(reader, &reader->pieces[i]))
            match->foreign |= stem_bit(i);
    bool first = reader->frames->head_is_first;
    if (needed >= 3 && (first ? head + 1 < needed : head > 0))
        match->phrase = stem_bit(head) | stem_bit(first ? head + 1 : head - 1);
}

static void weigh(struct subject_reader *reader)
{
    double pages = (double)reader->pages;
    for (size_t i = 0; i < reader->match->count; i++) {
        double with = (double)topic_pages_with(reader->topic->corpus, reader->query, reader->pieces[i].stem);
        reader->match->idf[i] = with > pages ? 0 : log(1 + (pages - with + 0.5) / (with + 0.5));
    }
}

/* --- the topic --- */

/* A number of the vocabulary, or one that no text has. */
static uint32_t number_of(const struct corpus *corpus, const struct subject_piece *piece, size_t at)
{
    uint32_t number;
    return topic_number(corpus, piece->stem, &number) ? number : UINT32_MAX - 1 - (uint32_t)at;
}

static enum status list_numbers(struct subject_reader *reader)
{
    const struct corpus *corpus = reader->topic->corpus;
    struct topic_match *match = reader->match;
    uint32_t *optional = ARENA_ARRAY(reader->arena, reader->count + 1, uint32_t);
    if (!optional)
        return error_memory(reader->err);
    for (size_t i = 0; i < match->count; i++)
        match->numbers[i] = number_of(corpus, &reader->pieces[i], i);
    for (size_t i = match->count; i < reader->count; i++)
        optional[i - match->count] = number_of(corpus, &reader->pieces[i], i);
    reader->topic->optional = (struct terms){optional, reader->count - match->count};
    return topic_subject_list(reader->topic, match, reader->arena, reader->err);
}

enum status topic_subject_list(struct topic *topic, const struct topic_match *match, struct arena *arena,
                               struct error *err)
{
    uint32_t *needed = ARENA_ARRAY(arena, match->count + 1, uint32_t);
    uint32_t *strong = ARENA_ARRAY(arena, match->count + 1, uint32_t);
    if (!needed || !strong)
        return error_memory(err);
    topic->terms = (struct terms){needed, 0};
    topic->strong = (struct terms){strong, 0};
    for (size_t i = 0; i < match->count; i++) {
        if (match->needed & stem_bit(i))
            needed[topic->terms.count++] = match->numbers[i];
        if (match->needed & match->strong & stem_bit(i))
            strong[topic->strong.count++] = match->numbers[i];
        if (match->head & stem_bit(i))
            topic->head = match->numbers[i];
    }
    return OK;
}

static enum status read_subject(struct subject_reader *reader)
{
    enum status status = words_split(reader->arena, reader->query->subject, reader->language, &reader->words,
                                     &reader->word_count, reader->err);
    if (!status)
        status = read_pieces(reader);
    if (status)
        return status;
    leave_out_names(reader);
    read_sets(reader, put_optional_last(reader));
    weigh(reader);
    status = subject_compare(reader);
    return status ? status : list_numbers(reader);
}

enum status topic_subject_read(struct topic *topic, const struct topic_query *query, struct arena *arena,
                               struct topic_match *match, struct error *err)
{
    static const struct keyword_words none;
    const struct language *language = topic->corpus->language;
    struct subject_reader reader = {
        .topic = topic,
        .query = query,
        .arena = arena,
        .match = match,
        .language = language,
        .frames = language && language->keyword_words ? language->keyword_words : &none,
        .stemmer = stemmer_new(language),
        .pages = topic_pages(topic->corpus, query),
        .err = err,
    };
    *match = (struct topic_match){0};
    enum status status = reader.stemmer ? read_subject(&reader) : error_memory(err);
    stemmer_free(reader.stemmer);
    return status;
}
