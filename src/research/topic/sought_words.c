/* A keyword taken apart: its heads, the noun among them, and words that only rank. */
#include "research/topic/topic_parts.h"

#include <math.h>

/* --- tokens --- */

bool sought_reader_open(struct sought_reader *reader, const struct language *language, struct word_memory *memory,
                        struct arena *arena)
{
    *reader = (struct sought_reader){language, memory, stemmer_new(language), arena};
    if (!reader->stemmer)
        arena_fail(arena);
    return reader->stemmer;
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

/* Takes a word apart at its hyphens. Returns how many parts it has. */
static size_t token_add_parts(struct sought_reader *reader, const struct word *word, struct sought_token *tokens)
{
    struct str rest = word->folded, part;
    size_t count = 0;
    while (str_split(&rest, '-', &part)) {
        struct str stem = stemmer_stem(reader->stemmer, part);
        const char *copy = arena_copy_n(reader->arena, stem.data, stem.len);
        tokens[count++] = (struct sought_token){part,
                                                {copy, copy ? stem.len : 0},
                                                word->start,
                                                language_is_stop_word(reader->language, part) || part.len < 2};
    }
    return count;
}

size_t sought_tokens(struct sought_reader *reader, struct str text, struct sought_token **tokens)
{
    struct word *words;
    size_t word_count, most = 0, count = 0;
    if (reader->memory)
        words_split_again(reader->memory, reader->arena, text, &words, &word_count, NULL);
    else
        words_split(reader->arena, text, reader->language, &words, &word_count, NULL);
    for (size_t i = 0; i < word_count; i++)
        most += count_parts(words[i].folded);
    *tokens = ARENA_ARRAY(reader->arena, most + 1, struct sought_token);
    for (size_t i = 0; *tokens && i < word_count; i++)
        if (str_find(words[i].folded, STR("-"), 0) < words[i].folded.len)
            count += token_add_parts(reader, &words[i], *tokens + count);
        else
            (*tokens)[count++] =
                (struct sought_token){words[i].folded, words[i].stem, words[i].start, words[i].is_stop};
    return count;
}

size_t sought_stems(struct sought_reader *reader, struct str text, struct sought_token **tokens)
{
    size_t most = count_parts(text), count = 0;
    for (size_t i = 0; i < text.len; i++)
        most += text.data[i] == ' ';
    *tokens = ARENA_ARRAY(reader->arena, most, struct sought_token);
    struct str word, part;
    while (*tokens && str_split(&text, ' ', &word))
        while (str_split(&word, '-', &part))
            (*tokens)[count++] = (struct sought_token){.folded = part, .stem = part, .is_stop = part.len < 2};
    return count;
}

/* --- one word or another? --- */

enum { SHORTEST_NEAR = 5, SAME_LETTERS = 4, MOST_MORE = 3 };

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
        memcmp(a.data, b.data, SAME_LETTERS) != 0 || word_is_identifier(a) || word_is_identifier(b))
        return false;
    if (shorter.len < SHORT)
        return longer.len - shorter.len <= 1 && str_starts(longer, shorter);
    return 2.0 * (double)common_letters(a, b) >= least * (double)(a.len + b.len);
}

/* "nucleare" and "nucleari", of which the stemmer takes one for a verb. */
static bool differ_in_last(struct str a, struct str b)
{
    enum { SHORTEST = 7 };
    return a.len >= SHORTEST && a.len == b.len && memcmp(a.data, b.data, a.len - 1) == 0 && !word_is_identifier(a) &&
           !word_is_identifier(b);
}

/* Does the longer word say what kind of the shorter one it means? "Cloudspeicher" is a "Speicher". */
static bool is_kind_of(struct str word, struct str stem, const struct sought_form *form)
{
    if (form->written.len < SHORTEST_NEAR || word_is_identifier(word))
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

static bool tokens_have_stem(const struct sought_token *tokens, size_t count, struct str stem)
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
        hit->facets += tokens_have_stem(tokens, count, sought->facets[i]);
}

enum status sought_text(const struct sought *sought, struct str text, struct word_memory *memory,
                        struct sought_hit *hit, struct error *err)
{
    struct sought_reader reader;
    struct sought_token *tokens;
    *hit = (struct sought_hit){0};
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    if (sought_reader_open(&reader, sought->language, memory, arena)) {
        size_t count = sought_tokens(&reader, text, &tokens);
        sought_hit_read(sought, tokens, count, hit);
    }
    bool failed = arena_failed(arena);
    sought_reader_close(&reader);
    arena_free(arena);
    return failed ? error_memory(err) : OK;
}

/* --- the keyword taken apart --- */

enum { PIECES = 24 /* of a longer keyword the rest is not heeded */ };

enum keyword_piece_kind { PIECE_HEAD, PIECE_FACET, PIECE_DEED };

/* A word of the keyword with a meaning. */
struct keyword_piece {
    enum keyword_piece_kind kind;
    struct str stem, written;
    struct str joined, joined_stem; /* with the particle behind it: "backup" for "back up"; or empty */
    size_t token, end;              /* it is these tokens */
    struct sought_head same;        /* what the language lists as the same; count 0: nothing */
};

struct keyword_reader {
    struct sought *sought;
    struct arena *arena;
    const struct keyword_words *lists; /* never NULL */
    const struct language *language;
    struct sought_reader splitter;
    struct keyword keyword;
    struct sought_token *tokens;
    size_t token_count;
    struct keyword_piece pieces[PIECES];
    size_t count;
};

/* --- lists of the language --- */

static void put_stem(struct keyword_reader *reader, struct map *map, struct str word)
{
    struct str stem = stemmer_stem(reader->splitter.stemmer, word);
    const char *copy = arena_copy_n(reader->arena, stem.data, stem.len);
    void **place = copy ? map_put(map, (struct str){copy, stem.len}) : NULL;
    if (place)
        *place = map;
}

static void read_facets(struct keyword_reader *reader)
{
    for (const char *const *word = reader->lists->facets; word && *word; word++)
        put_stem(reader, &reader->sought->general, str_from(*word));
}

/* Is it written as verbs are: "planting"? */
static bool is_written_as_verb(const struct keyword_reader *reader, struct str word)
{
    const struct phrases *phrases = reader->language ? reader->language->phrases : NULL;
    for (const char *const *end = phrases ? phrases->verb_endings : NULL; end && *end; end++)
        if (str_ends(word, str_from(*end)))
            return true;
    return false;
}

/* Does the word stand where a keyword says what is done: first, or last where verbs come last? "Snake plant care" is
 * about a plant. */
static bool stands_as_deed(const struct keyword_reader *reader, size_t number)
{
    bool is_first = true, is_last = true;
    for (size_t i = 0; i < reader->count; i++) {
        is_first &= i >= number || reader->pieces[i].kind != PIECE_HEAD;
        is_last &= i <= number || reader->pieces[i].kind != PIECE_HEAD;
    }
    return is_first || (is_last && reader->lists->verb_is_last) ||
           is_written_as_verb(reader, reader->pieces[number].written);
}

/* The keyword's words of one meaning are what is done, and so is each other word of it. */
static void read_deed(struct keyword_reader *reader, const char *alternatives)
{
    struct map set;
    map_init(&set, reader->arena);
    struct str rest = str_from(alternatives), word;
    bool is_named = false;
    while (str_split(&rest, '|', &word))
        put_stem(reader, &set, word);
    for (size_t i = 0; i < reader->count; i++) {
        struct keyword_piece *piece = &reader->pieces[i];
        if (piece->kind == PIECE_FACET || !map_get(&set, piece->stem) || !stands_as_deed(reader, i))
            continue;
        piece->kind = PIECE_DEED;
        is_named = true;
    }
    for (size_t i = 0; is_named && i < set.count; i++) {
        void **place = map_put(&reader->sought->deeds, set.entries[i].key);
        if (place)
            *place = reader;
    }
}

/* The words of a name that bear meaning, as a form. */
static struct sought_form read_form(struct keyword_reader *reader, struct str name)
{
    struct sought_token *tokens;
    struct sought_form form = {.count = 0};
    size_t count = sought_tokens(&reader->splitter, name, &tokens);
    for (size_t i = 0; i < count && form.count < FORM_STEMS; i++)
        if (!tokens[i].is_stop) {
            form.written = tokens[i].folded;
            form.stems[form.count++] = tokens[i].stem;
        }
    return form;
}

static bool begins_at(const struct keyword_reader *reader, const struct sought_form *form, size_t piece)
{
    for (size_t i = 0; i < form->count; i++)
        if (piece + i >= reader->count || !str_eq(form->stems[i], reader->pieces[piece + i].stem))
            return false;
    return form->count > 0;
}

/* Where the keyword has one of the names, the pieces of it become one, which has all of them. */
static void read_same(struct keyword_reader *reader, const char *names)
{
    struct sought_head head = {.count = 0};
    struct str rest = str_from(names), name;
    while (head.count < HEAD_FORMS && str_split(&rest, '|', &name))
        head.forms[head.count++] = read_form(reader, name);
    for (size_t i = 0; i < reader->count; i++)
        for (size_t j = 0; j < head.count; j++) {
            size_t length = head.forms[j].count;
            if (!begins_at(reader, &head.forms[j], i))
                continue;
            struct sought_form own = head.forms[j];
            head.forms[j] = head.forms[0];
            head.forms[0] = own;
            reader->pieces[i].same = head;
            reader->pieces[i].kind = PIECE_HEAD;
            reader->pieces[i].end = reader->pieces[i + length - 1].end;
            memmove(&reader->pieces[i + 1], &reader->pieces[i + length],
                    (reader->count - i - length) * sizeof *reader->pieces);
            reader->count -= length - 1;
            return;
        }
}

/* --- pieces --- */

static bool token_is_in(const struct keyword_reader *reader, struct str part, size_t start)
{
    const char *at = reader->keyword.text.data + start;
    return part.len && at >= part.data && at < part.data + part.len;
}

/* "10 herbs", "Zwei": how many there are is no subject. */
static bool token_is_number(const struct keyword_reader *reader, size_t token)
{
    enum { MOST_DIGITS = 2 };
    struct str word = reader->tokens[token].folded;
    bool is_digits = word.len && word.len <= MOST_DIGITS && token == 0;
    for (size_t i = 0; i < word.len; i++)
        is_digits = is_digits && ascii_is_digit(word.data[i]);
    return is_digits || language_number(reader->language, word);
}

/* "Weeding without chemicals": what a page does without it may well not name. */
static bool is_behind_without(const struct keyword_reader *reader, size_t token)
{
    for (size_t i = 0; i < token; i++)
        if (word_list_has(reader->lists->without, reader->tokens[i].folded))
            return true;
    return false;
}

static bool has_particle(const struct keyword_reader *reader, size_t token)
{
    return token + 1 < reader->token_count &&
           word_list_has(reader->lists->particles, reader->tokens[token + 1].folded) &&
           !word_list_has(reader->lists->prepositions, reader->tokens[token].folded) &&
           reader->tokens[token].folded.len > 2;
}

/* Puts what was at hyphens, or a verb and its particle, together. */
static void keyword_join(struct keyword_reader *reader, struct keyword_piece *piece, size_t end)
{
    struct buf out = {0};
    for (size_t i = piece->token; i < end; i++)
        buf_add(&out, reader->tokens[i].folded.data, reader->tokens[i].folded.len);
    struct str written = buf_keep(&out, reader->arena);
    struct str stem = written.data ? stemmer_stem(reader->splitter.stemmer, written) : written;
    const char *copy = arena_copy_n(reader->arena, stem.data, stem.len);
    if (!copy)
        return;
    piece->joined = written;
    piece->joined_stem = (struct str){copy, stem.len};
    piece->end = end;
}

/* The tokens from this one on that are one word with hyphens, if a part of it cannot stand alone: "e-mail", "plug-in".
 */
static size_t end_of_word(const struct keyword_reader *reader, size_t token)
{
    size_t end = token + 1;
    bool cannot = reader->tokens[token].is_stop;
    for (; end < reader->token_count && reader->tokens[end].start == reader->tokens[token].start; end++)
        cannot |= reader->tokens[end].is_stop;
    return cannot ? end : token + 1;
}

/* Returns the token behind it. */
static size_t keyword_add_piece(struct keyword_reader *reader, size_t token)
{
    const struct sought_token *one = &reader->tokens[token];
    bool is_part = token && reader->tokens[token - 1].start == one->start;
    size_t end = is_part ? token + 1 : end_of_word(reader, token);
    size_t next = end > token + 1 ? end : token + 1; /* all of "plug-in" */
    if (reader->count == PIECES)
        return token + 1;
    struct keyword_piece *piece = &reader->pieces[reader->count];
    *piece = (struct keyword_piece){.written = one->folded, .stem = one->stem, .token = token, .end = token + 1};
    bool is_subject = token_is_in(reader, reader->keyword.subject, one->start) ||
                      token_is_in(reader, reader->keyword.other, one->start);
    bool is_letter = one->folded.len < 2; /* French "a": the verb is written as the name of the letter */
    bool is_general = is_letter || map_get(&reader->sought->general, one->stem) || token_is_number(reader, token) ||
                      is_behind_without(reader, token);
    piece->kind = is_subject && !is_general ? PIECE_HEAD : PIECE_FACET;
    if (next > token + 1)
        keyword_join(reader, piece, end);
    else if (piece->kind == PIECE_HEAD && has_particle(reader, token))
        keyword_join(reader, piece, token + 2);
    else if (one->is_stop)
        return next;
    if (end > token + 1 || (one->is_stop && piece->joined.len)) {
        piece->kind = is_subject ? PIECE_HEAD : PIECE_FACET;
        piece->stem = piece->joined_stem;
        piece->written = piece->joined;
    }
    reader->count++;
    return next;
}

static size_t count_pieces(const struct keyword_reader *reader, enum keyword_piece_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < reader->count; i++)
        count += reader->pieces[i].kind == kind;
    return count;
}

/* Of "how to cook" and "best practices" nothing else is left. */
static void need_a_head(struct keyword_reader *reader)
{
    if (count_pieces(reader, PIECE_HEAD))
        return;
    enum keyword_piece_kind kind = count_pieces(reader, PIECE_DEED) ? PIECE_DEED : PIECE_FACET;
    for (size_t i = 0; i < reader->count; i++)
        if (reader->pieces[i].kind == kind)
            reader->pieces[i].kind = PIECE_HEAD;
}

/* --- the name of the collection --- */

/* A measure that no text has only ranks: "frame size for 1m75". */
static void leave_out_measures(struct keyword_reader *reader, sought_share *share, void *context)
{
    for (size_t i = 0; share && i < reader->count && count_pieces(reader, PIECE_HEAD) > 1; i++) {
        struct keyword_piece *piece = &reader->pieces[i];
        bool is_measure = piece->kind == PIECE_HEAD && piece->written.len && ascii_is_digit(piece->written.data[0]);
        if (is_measure && share(context, piece->stem) <= 0)
            piece->kind = PIECE_FACET;
    }
}

/* One head that nearly all texts name only ranks. With two it is not known which of them is meant: "Google Analytics".
 */
static void leave_out_name(struct keyword_reader *reader, sought_share *share, void *context)
{
    static const double nearly_all = 0.6;
    struct keyword_piece *name = NULL;
    size_t names = 0;
    if (!share || count_pieces(reader, PIECE_HEAD) < 2)
        return;
    for (size_t i = 0; i < reader->count; i++) {
        struct keyword_piece *piece = &reader->pieces[i];
        if (piece->kind != PIECE_HEAD || piece->same.count || share(context, piece->stem) < nearly_all)
            continue;
        name = piece;
        names++;
    }
    if (names == 1)
        name->kind = PIECE_FACET;
}

/* --- the noun --- */

/* Does what limits or adds begin between the two pieces: "in", "and"? */
static bool is_boundary(const struct keyword_reader *reader, const struct keyword_piece *left,
                        const struct keyword_piece *right)
{
    const struct definition_words *words = reader->language ? reader->language->definition_words : NULL;
    for (size_t i = left->token + 1; i < right->token; i++) { /* "in" may be its particle too */
        struct str word = reader->tokens[i].folded;
        if (word_list_has(reader->lists->prepositions, word) || word_list_has(reader->lists->versus, word) ||
            (words && word_list_has(words->either, word)))
            return true;
    }
    return false;
}

/* By its number among the pieces. */
static size_t find_noun(const struct keyword_reader *reader)
{
    size_t noun = reader->count, last = 0;
    for (size_t i = 0; i < reader->count; i++) {
        const struct keyword_piece *piece = &reader->pieces[i];
        bool is_head = piece->kind == PIECE_HEAD;
        if (noun < reader->count && (reader->lists->head_is_first || is_boundary(reader, &reader->pieces[last], piece)))
            return noun;
        noun = is_head ? i : noun;
        last = i;
    }
    return noun;
}

/* --- what is compared --- */

static void make_head(struct sought_head *head, const struct keyword_piece *piece)
{
    if (piece->same.count) {
        *head = piece->same;
        return;
    }
    head->forms[head->count++] = (struct sought_form){{piece->stem}, 1, piece->written};
    if (piece->joined.len && !str_eq(piece->joined, piece->written))
        head->forms[head->count++] = (struct sought_form){{piece->joined_stem}, 1, piece->joined};
}

/* A word of other subjects stands by chance in some text of a large collection. */
static const double least_known = 0.02;

/* A word that one text in twenty has tells three times as much as one that a third of them has. */
static double weight_of(double part)
{
    static const double rarest = 0.003, commonest = 0.75;
    return -log(part < rarest ? rarest : part > commonest ? commonest : part);
}

static void sought_fill(struct keyword_reader *reader, sought_share *share, void *context)
{
    struct sought *sought = reader->sought;
    size_t noun = find_noun(reader);
    for (size_t i = 0; i < reader->count; i++) {
        const struct keyword_piece *piece = &reader->pieces[i];
        if (piece->kind == PIECE_HEAD && sought->count < SOUGHT_HEADS) {
            double part = share ? share(context, piece->stem) : 0;
            sought->noun = i == noun ? head_bit(sought->count) : sought->noun;
            sought->known |= part >= least_known ? head_bit(sought->count) : 0;
            sought->is_weighed |= part > 0;
            make_head(&sought->heads[sought->count], piece);
            sought->heads[sought->count++].weight = weight_of(part);
        } else if (piece->kind == PIECE_FACET && sought->facet_count < SOUGHT_HEADS) {
            sought->facets[sought->facet_count++] = piece->stem;
        }
    }
}

static void read_keyword(struct keyword_reader *reader, struct str keyword, sought_share *share, void *context)
{
    keyword_read(reader->arena, keyword, reader->language, &reader->keyword, NULL);
    reader->token_count = sought_tokens(&reader->splitter, keyword, &reader->tokens);
    read_facets(reader);
    for (size_t i = 0; i < reader->token_count;)
        i = keyword_add_piece(reader, i);
    for (const char *const *set = reader->lists->same; set && *set; set++)
        read_same(reader, *set);
    for (const char *const *set = reader->lists->deeds; set && *set; set++)
        read_deed(reader, *set);
    need_a_head(reader);
    leave_out_measures(reader, share, context);
    leave_out_name(reader, share, context);
    sought_fill(reader, share, context);
}

enum status sought_read_known(struct arena *arena, struct str keyword, const struct language *language,
                              sought_share *share, void *context, struct sought **sought, struct error *err)
{
    static const struct keyword_words no_lists = {0};
    const char *copy = arena_copy_n(arena, keyword.data, keyword.len);
    *sought = copy ? ARENA_NEW(arena, struct sought) : NULL;
    struct keyword_reader *reader = *sought ? ARENA_NEW(arena, struct keyword_reader) : NULL;
    if (!reader)
        return error_memory(err);
    (*sought)->language = language;
    map_init(&(*sought)->general, arena);
    map_init(&(*sought)->deeds, arena);
    reader->sought = *sought;
    reader->arena = arena;
    reader->language = language;
    reader->lists = language && language->keyword_words ? language->keyword_words : &no_lists;
    if (sought_reader_open(&reader->splitter, language, NULL, arena))
        read_keyword(reader, (struct str){copy, keyword.len}, share, context);
    sought_reader_close(&reader->splitter);
    return arena_failed(arena) ? error_memory(err) : OK;
}

/* --- pages as the collection --- */

struct looked_at {
    const struct page *pages;
    size_t count;
};

static bool names(const struct page *page, struct str stem)
{
    struct str title = str_from(page->title);
    if (str_ifind(title, stem, 0) < title.len)
        return true;
    for (size_t i = 0; i < page->count; i++)
        if (str_ifind(page->blocks[i].text, stem, 0) < page->blocks[i].text.len)
            return true;
    return false;
}

/* A subject that was looked for stands in titles; the name of a collection seldom does. */
static double share_of_pages(void *context, struct str stem)
{
    static const double most_titles = 0.25;
    const struct looked_at *looked = context;
    size_t with = 0, titles = 0;
    for (size_t i = 0; i < looked->count; i++) {
        struct str title = str_from(looked->pages[i].title);
        with += names(&looked->pages[i], stem);
        titles += str_ifind(title, stem, 0) < title.len;
    }
    return (double)titles > most_titles * (double)looked->count ? 0 : (double)with / (double)looked->count;
}

enum status sought_read(struct arena *arena, struct str keyword, const struct language *language,
                        const struct page *pages, size_t count, struct sought **sought, struct error *err)
{
    enum { FEWEST = 20 }; /* fewer pages may all be on one subject */
    struct looked_at looked = {pages, count};
    return sought_read_known(arena, keyword, language, count < FEWEST ? NULL : share_of_pages, &looked, sought, err);
}

void sought_forms(const struct sought *sought, sought_form_take *take, void *context)
{
    enum { SHORTEST = 8, ENDING = 3 }; /* only of long words the forms that are nearly alike are few */
    for (size_t i = 0; i < sought->count; i++)
        for (size_t j = 0; j < sought->heads[i].count; j++) {
            const struct sought_form *form = &sought->heads[i].forms[j];
            take(context, form->stems, form->count, false);
            struct str beginning = {form->stems[0].data, form->stems[0].len - ENDING};
            if (form->count == 1 && form->stems[0].len >= SHORTEST &&
                ((unsigned char)beginning.data[beginning.len] & 0xC0) != 0x80)
                take(context, &beginning, 1, true);
        }
}

head_set sought_all(const struct sought *sought)
{
    return head_bit(sought->count) - 1;
}

head_set sought_noun(const struct sought *sought)
{
    return sought->noun;
}
