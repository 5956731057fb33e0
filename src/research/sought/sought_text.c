/* Texts held against a keyword. */
#include "research/sought/sought_text.h"
#include "text/text.h"

/* --- tokens --- */

enum status sought_reader_open(struct sought_reader *reader, const struct language *language,
                               struct word_memory *memory, struct arena *arena, struct error *err)
{
    *reader = (struct sought_reader){language, memory, stemmer_new(language), arena};
    return reader->stemmer ? OK : error_memory(err);
}

void sought_reader_close(struct sought_reader *reader)
{
    stemmer_free(reader->stemmer);
}

static size_t count_parts(struct str word)
{
    size_t count = 1;
    for (size_t i = 0; i < word.len; i++)
        count += word.data[i] == '-';
    return count;
}

/* Takes a word apart at its hyphens. */
static enum status text_add_parts(struct sought_reader *reader, const struct word *word, struct sought_token *tokens,
                                  size_t *count, struct error *err)
{
    struct str rest = word->folded, part;
    while (str_split(&rest, '-', &part)) {
        struct str stem = stemmer_stem(reader->stemmer, part);
        const char *copy = arena_copy_n(reader->arena, stem.data, stem.len);
        if (!copy)
            return error_memory(err);
        tokens[(*count)++] = (struct sought_token){
            part, {copy, stem.len}, word->start, language_is_stop_word(reader->language, part) || part.len < 2};
    }
    return OK;
}

enum status sought_tokens(struct sought_reader *reader, struct str text, struct sought_token **tokens, size_t *count,
                          struct error *err)
{
    struct word *words;
    size_t word_count, most = 0;
    enum status status = reader->memory
                             ? words_split_again(reader->memory, reader->arena, text, &words, &word_count, err)
                             : words_split(reader->arena, text, reader->language, &words, &word_count, err);
    *count = 0;
    for (size_t i = 0; !status && i < word_count; i++)
        most += count_parts(words[i].folded);
    *tokens = status ? NULL : ARENA_ARRAY(reader->arena, most + 1, struct sought_token);
    if (!status && !*tokens)
        return error_memory(err);
    for (size_t i = 0; !status && i < word_count; i++)
        if (str_find(words[i].folded, STR("-"), 0) < words[i].folded.len)
            status = text_add_parts(reader, &words[i], *tokens, count, err);
        else
            (*tokens)[(*count)++] =
                (struct sought_token){words[i].folded, words[i].stem, words[i].start, words[i].is_stop};
    return status;
}

enum status sought_stems(struct sought_reader *reader, struct str text, struct sought_token **tokens, size_t *count,
                         struct error *err)
{
    size_t most = count_parts(text);
    for (size_t i = 0; i < text.len; i++)
        most += text.data[i] == ' ';
    *count = 0;
    *tokens = ARENA_ARRAY(reader->arena, most, struct sought_token);
    if (!*tokens)
        return error_memory(err);
    struct str word, part;
    while (str_split(&text, ' ', &word))
        while (str_split(&word, '-', &part))
            (*tokens)[(*count)++] = (struct sought_token){.folded = part, .stem = part, .is_stop = part.len < 2};
    return OK;
}

/* --- one word or another? --- */

enum { SHORTEST_NEAR = 5, SAME_LETTERS = 4, MOST_MORE = 3 };

/* Names of files and functions, and host names, have no forms. */
static bool is_identifier(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (memchr("_.0123456789", word.data[i], 12))
            return true;
    return false;
}

/* The length of the longest text that both have, with gaps, behind the bytes that begin both. */
static size_t common_letters(struct str a, struct str b)
{
    enum { MOST = 48 };
    size_t row[MOST + 1] = {0};
    for (size_t i = 0; i < a.len && i < MOST; i++) {
        size_t diagonal = 0;
        for (size_t j = 0; j < b.len && j < MOST; j++) {
            size_t above = row[j + 1];
            row[j + 1] = a.data[i] == b.data[j] ? diagonal + 1 : above > row[j] ? above : row[j];
            diagonal = above;
        }
    }
    return row[b.len < MOST ? b.len : MOST];
}

/* "authentifizierung" and "authentisierung". Of short words one must begin the other: "station" is not "statin". */
static bool is_near(struct str a, struct str b)
{
    enum { SHORT = 8 };
    static const double least = 0.84; /* of the letters; below it other words come in: "contract", "contact" */
    struct str shorter = a.len < b.len ? a : b, longer = a.len < b.len ? b : a;
    if (shorter.len < SHORTEST_NEAR || longer.len - shorter.len > MOST_MORE ||
        memcmp(a.data, b.data, SAME_LETTERS) != 0 || is_identifier(a) || is_identifier(b))
        return false;
    if (shorter.len < SHORT)
        return longer.len - shorter.len <= 1 && str_starts(longer, shorter);
    return 2.0 * (double)common_letters(a, b) >= least * (double)(a.len + b.len);
}

/* "nucleare" and "nucleari", of which the stemmer takes one for a verb. */
static bool differ_in_last(struct str a, struct str b)
{
    enum { SHORTEST = 7 };
    return a.len >= SHORTEST && a.len == b.len && memcmp(a.data, b.data, a.len - 1) == 0 && !is_identifier(a) &&
           !is_identifier(b);
}

/* Does the longer word say what kind of the shorter one it means? "Cloudspeicher" is a "Speicher". */
static bool is_kind_of(struct str word, struct str stem, const struct sought_form *form)
{
    if (form->written.len < SHORTEST_NEAR || is_identifier(word))
        return false;
    return (word.len > form->written.len && str_ends(word, form->written)) ||
           (stem.len > form->stems[0].len && form->stems[0].len >= SHORTEST_NEAR && str_ends(stem, form->stems[0]));
}

/* Is the word both of these, written together? By its stem or as it is. */
static bool is_joined(struct str word, struct str stem, struct str left, struct str right, struct str right_stem)
{
    if (!left.len || !right.len || !str_starts(word, left))
        return false;
    struct str rest = {word.data + left.len, word.len - left.len};
    struct str rest_of_stem = {stem.data + left.len, stem.len > left.len ? stem.len - left.len : 0};
    return str_eq(rest, right) || (rest_of_stem.len && str_starts(stem, left) && str_eq(rest_of_stem, right_stem));
}

static bool is_form(const struct sought *sought, const struct sought_form *form, const struct sought_token *token)
{
    if (token->is_stop)
        return false;
    if (str_eq(token->stem, form->stems[0]) || str_eq(token->folded, form->written))
        return true;
    bool joins = sought->language && sought->language->joins_words;
    return is_near(token->stem, form->stems[0]) || differ_in_last(token->folded, form->written) ||
           (joins && is_kind_of(token->folded, token->stem, form));
}

/* Do the stems stand there side by side, with function words between them at most? */
static bool stand_side_by_side(const struct sought_form *form, const struct sought_token *tokens, size_t count,
                               size_t at)
{
    size_t met = 0;
    for (; at < count && met < form->count; at++) {
        if (tokens[at].is_stop && met)
            continue;
        if (!str_eq(tokens[at].stem, form->stems[met]) && !is_near(tokens[at].stem, form->stems[met]))
            return false;
        met++;
    }
    return met == form->count;
}

/* "cloud", "storage" for "cloudstorage". */
static bool stand_apart(const struct sought_form *form, const struct sought_token *tokens, size_t count, size_t at)
{
    return form->count == 1 && at + 1 < count &&
           is_joined(form->written, form->stems[0], tokens[at].folded, tokens[at + 1].folded, tokens[at + 1].stem);
}

static bool holds_form(const struct sought *sought, const struct sought_form *form, const struct sought_token *tokens,
                       size_t count, size_t at)
{
    if (form->count > 1)
        return stand_side_by_side(form, tokens, count, at);
    return is_form(sought, form, &tokens[at]) || stand_apart(form, tokens, count, at);
}

/* Of the longer one of the beginning and the end that two compounds share: "ausdauer" of "Ausdauersport" and
 * "Ausdauertraining". */
static size_t shared_bytes(struct str a, struct str b)
{
    size_t least = a.len < b.len ? a.len : b.len, first = 0, last = 0;
    while (first < least && a.data[first] == b.data[first])
        first++;
    while (last < least && a.data[a.len - 1 - last] == b.data[b.len - 1 - last])
        last++;
    return first > last ? first : last;
}

bool sought_has_part(const struct sought *sought, const struct sought_token *token)
{
    enum { SHORTEST_PART = 4, SHORTEST_SHARED = 6, LONGEST_ENDING = 3 }; /* bytes */
    bool joins = sought->language && sought->language->joins_words;
    if (!joins || token->is_stop || token->folded.len < SHORTEST_PART)
        return false;
    for (size_t i = 0; i < sought->count; i++) {
        struct str written = sought->heads[i].forms[0].written, word = token->folded;
        size_t at = str_find(written, word, 0);
        bool is_part = at == 0 || (at < written.len && written.len - at - word.len <= LONGEST_ENDING);
        bool is_longer = written.len >= word.len + SHORTEST_PART;
        if ((is_part && is_longer) || shared_bytes(written, word) >= SHORTEST_SHARED)
            return true;
    }
    return false;
}

/* The first form is the keyword's own. */
static bool is_pair(const struct sought *sought, const struct sought_token *token, size_t head)
{
    const struct sought_form *left = &sought->heads[head].forms[0], *right = &sought->heads[head + 1].forms[0];
    return left->count == 1 && right->count == 1 &&
           is_joined(token->folded, token->stem, left->written, right->written, right->stems[0]);
}

/* The heads that the token at `at` holds, alone or with those behind it. */
static head_set held_at(const struct sought *sought, const struct sought_token *tokens, size_t count, size_t at)
{
    head_set held = 0;
    for (size_t i = 0; i < sought->count; i++) {
        const struct sought_head *head = &sought->heads[i];
        for (size_t j = 0; j < head->count && !(held & head_bit(i)); j++)
            held |= holds_form(sought, &head->forms[j], tokens, count, at) ? head_bit(i) : 0;
        if (i + 1 < sought->count && is_pair(sought, &tokens[at], i))
            held |= head_bit(i) | head_bit(i + 1);
    }
    return held;
}

head_set sought_held_by_all(const struct sought *sought, const struct sought_token *tokens, size_t count)
{
    head_set held = 0;
    for (size_t i = 0; i < count; i++)
        held |= held_at(sought, tokens, count, i);
    return held;
}

/* --- a text --- */

static bool text_has_stem(const struct sought_token *tokens, size_t count, struct str stem)
{
    for (size_t i = 0; i < count; i++)
        if (!tokens[i].is_stop && str_eq(tokens[i].stem, stem))
            return true;
    return false;
}

/* The words, from the one at `at` on, that are one name of a head: 3 of "two-factor authentication". */
static size_t words_of_name(const struct sought *sought, const struct sought_token *tokens, size_t count, size_t at)
{
    size_t most = 0;
    for (size_t i = 0; i < sought->count; i++)
        for (size_t j = 0; j < sought->heads[i].count; j++) {
            const struct sought_form *form = &sought->heads[i].forms[j];
            size_t words = form->count + stand_apart(form, tokens, count, at);
            if (words > most && words > 1 && holds_form(sought, form, tokens, count, at))
                most = words;
        }
    return most;
}

void sought_hit_read(const struct sought *sought, const struct sought_token *tokens, size_t count,
                     struct sought_hit *hit)
{
    size_t named = 0; /* words from here on that are held */
    *hit = (struct sought_hit){0};
    for (size_t i = 0; i < count; i++) {
        head_set held = held_at(sought, tokens, count, i);
        hit->heads |= held;
        if (tokens[i].is_stop)
            continue;
        size_t name = words_of_name(sought, tokens, count, i);
        named = name > named ? name : named;
        bool is_deed = map_get(&sought->deeds, tokens[i].stem);
        hit->words++;
        hit->has_deed |= is_deed;
        hit->others += !held && !named && !is_deed && !map_get(&sought->general, tokens[i].stem);
        named -= named > 0;
    }
    for (size_t i = 0; i < sought->facet_count; i++)
        hit->facets += text_has_stem(tokens, count, sought->facets[i]);
}

static enum status read_hit(const struct sought *sought, struct sought_reader *reader, struct str text,
                            struct sought_hit *hit, struct error *err)
{
    struct sought_token *tokens;
    size_t count;
    enum status status = sought_tokens(reader, text, &tokens, &count, err);
    if (!status)
        sought_hit_read(sought, tokens, count, hit);
    return status;
}

enum status sought_text(const struct sought *sought, struct str text, struct word_memory *memory,
                        struct sought_hit *hit, struct error *err)
{
    struct sought_reader reader;
    *hit = (struct sought_hit){0};
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    enum status status = sought_reader_open(&reader, sought->language, memory, arena, err);
    if (!status)
        status = read_hit(sought, &reader, text, hit, err);
    sought_reader_close(&reader);
    arena_free(arena);
    return status;
}
