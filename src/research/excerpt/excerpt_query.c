#include "research/excerpt/excerpt_query.h"

/* What a word of the keyword is worth beside those of the heading, which is about it anyway. */
static const double keyword_weight = 0.4;

static struct query_word *find(struct query *query, struct str stem)
{
    for (size_t i = 0; i < query->count; i++)
        if (str_eq(query->words[i].stem, stem))
            return &query->words[i];
    return NULL;
}

static void add_words(struct query *query, const struct excerpt_index *index, const struct word *words, size_t count,
                      bool of_keyword)
{
    for (size_t i = 0; i < count; i++) {
        if (words[i].is_stop)
            continue;
        struct query_word *word = find(query, words[i].stem);
        if (!word) {
            word = &query->words[query->count++];
            *word = (struct query_word){.word = excerpt_index_word(index, words[i].stem)};
            word->folded = words[i].folded;
            word->stem = words[i].stem;
        }
        word->of_keyword = word->of_keyword || of_keyword;
        word->of_heading = word->of_heading || !of_keyword;
    }
}

enum status query_read(struct arena *arena, const struct excerpt_index *index, struct str keyword, struct str heading,
                       struct query *query, struct error *err)
{
    struct word *words, *heading_words;
    size_t count, heading_count;
    *query = (struct query){0};
    enum status status = words_split(arena, keyword, index->language, &words, &count, err);
    if (!status)
        status = words_split(arena, heading, index->language, &heading_words, &heading_count, err);
    if (status)
        return status;
    query->words = ARENA_ARRAY(arena, count + heading_count + 1, struct query_word);
    if (!query->words)
        return error_memory(err);
    add_words(query, index, words, count, true);
    add_words(query, index, heading_words, heading_count, false);
    for (size_t i = 0; i < query->count; i++)
        query->has_heading = query->has_heading || !query->words[i].of_keyword;
    for (size_t i = 0; i < query->count; i++) {
        struct query_word *word = &query->words[i];
        word->weight = excerpt_index_weight(index, word->word);
        if (query->has_heading && !word->of_heading)
            word->weight *= keyword_weight;
        query->weight += word->weight;
    }
    query->phrase = query->has_heading ? heading_words : words;
    query->phrase_count = query->has_heading ? heading_count : count;
    return OK;
}

/* --- the phrase --- */

/* The word without what inflection may change: its stem, of a long one without the last letter too ("reply",
 * "replies"); a function word as it is. */
static struct str beginning_of(const struct word *word)
{
    enum { LONG = 4 };
    if (word->is_stop)
        return word->folded;
    struct str stem = word->stem;
    if (stem.len > LONG && (unsigned char)stem.data[stem.len - 1] < 0x80)
        stem.len--;
    return stem;
}

static bool is_word_byte(char byte)
{
    return ascii_is_alnum(byte) || byte == '_' || (unsigned char)byte >= 0x80;
}

/* The end of the word at `at` when it begins as the query's does, else 0. */
static size_t match_word(struct str text, size_t at, const struct word *word)
{
    struct str beginning = beginning_of(word);
    if (!str_istarts((struct str){text.data + at, text.len - at}, beginning))
        return 0;
    size_t end = at + beginning.len;
    while (end < text.len && is_word_byte(text.data[end]))
        end++;
    bool same_length = end - at == word->folded.len;
    return word->is_stop && !same_length ? 0 : end;
}

static bool match_phrase(const struct query *query, struct str text, size_t at)
{
    for (size_t i = 0; i < query->phrase_count; i++) {
        at = match_word(text, at, &query->phrase[i]);
        if (!at)
            return false;
        while (at < text.len && !is_word_byte(text.data[at]) && text.data[at] != '.')
            at++;
    }
    return true;
}

bool query_phrase_in(const struct query *query, struct str text)
{
    if (query->phrase_count < 2)
        return false;
    struct str first = beginning_of(&query->phrase[0]);
    for (size_t at = 0; (at = str_ifind(text, first, at)) < text.len; at++)
        if ((!at || !is_word_byte(text.data[at - 1])) && match_phrase(query, text, at))
            return true;
    return false;
}
