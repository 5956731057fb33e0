/*
 * Ranks excerpts. BM25F (Robertson, Zaragoza 2009) over the text, the heading path and the page's title; a bonus for
 * headings that say what the query says, and for the phrase as it is written; then maximal marginal relevance
 * (Carbonell, Goldstein 1998) against what is chosen already. The weights were set by looking at the first eight
 * excerpts for queries on a database manual and on garden notes.
 */
#include "research/excerpt/excerpt_index.h"

#include <stdlib.h>

/* --- what is asked for, as words of the index --- */

struct query_word {
    uint32_t word; /* of the index; NO_WORD: in none of the excerpts */
    double weight; /* what the word is worth in this query */
    bool of_keyword, of_heading;
    struct str stem;
};

struct rank_query {
    struct query_word *words; /* content words, each once */
    size_t count;
    double weight; /* sum of theirs */
    /* All words of the heading, or of the keyword where there is no heading, in order, function words included: the
     * phrase that excerpts may hold as it is written. */
    struct word *phrase;
    size_t phrase_count;
    bool has_heading; /* with a content word beside those of the keyword */
};

/* What a word of the keyword is worth beside those of the heading, which is about it anyway. */
static const double keyword_weight = 0.4;

static struct query_word *rank_find(struct rank_query *query, struct str stem)
{
    for (size_t i = 0; i < query->count; i++)
        if (str_eq(query->words[i].stem, stem))
            return &query->words[i];
    return NULL;
}

static void add_words(struct rank_query *query, const struct excerpt_index *index, const struct word *words,
                      size_t count, bool of_keyword)
{
    for (size_t i = 0; i < count; i++) {
        if (words[i].is_stop)
            continue;
        struct query_word *word = rank_find(query, words[i].stem);
        if (!word) {
            word = &query->words[query->count++];
            *word = (struct query_word){.word = excerpt_index_word(index, words[i].stem)};
            word->stem = words[i].stem;
        }
        word->of_keyword = word->of_keyword || of_keyword;
        word->of_heading = word->of_heading || !of_keyword;
    }
}

/* All of it is in the arena. heading may be empty. */
static void query_read(struct arena *arena, const struct excerpt_index *index, struct str keyword, struct str heading,
                       struct rank_query *query)
{
    struct word *words = NULL, *heading_words = NULL;
    size_t count, heading_count;
    *query = (struct rank_query){0};
    words_split(arena, keyword, index->language, &words, &count, NULL);
    words_split(arena, heading, index->language, &heading_words, &heading_count, NULL);
    query->words = ARENA_ARRAY(arena, count + heading_count + 1, struct query_word);
    if (!query->words)
        return;
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

static bool match_phrase(const struct rank_query *query, struct str text, size_t at)
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

/* Does the text hold the phrase? Ends of words may differ: "index types" is in "an index type". */
static bool query_phrase_in(const struct rank_query *query, struct str text)
{
    if (query->phrase_count < 2)
        return false;
    struct str first = beginning_of(&query->phrase[0]);
    for (size_t at = 0; (at = str_ifind(text, first, at)) < text.len; at++)
        if ((!at || !is_word_byte(text.data[at - 1])) && match_phrase(query, text, at))
            return true;
    return false;
}

/* --- ranks --- */

static const double heading_field = 2, title_field = 1; /* times that a word counts there; in the text once */

/* Bonuses, as shares of the query's weight. */
static const double heading_bonus = 0.5; /* the heading right above it says nothing but the query */
static const double title_bonus = 0.4;   /* the page's title does */
static const double phrase_bonus = 0.2;  /* the text, or a heading above it, holds the phrase */

static const double mmr_lambda = 0.75;

static const double position_slope = 0.15; /* how much less the end of a page counts than its beginning */
static const double foreign_factor = 0.7;  /* it has to be translated */

enum { SPARE = 3, SPARE_LEAST = 24 }; /* candidates for each excerpt that is wanted, and more */

struct rank_candidate {
    size_t number;
    double score, likeness;
    bool is_out;
};

struct ranking {
    const struct excerpts *excerpts;
    const struct excerpt_query *wanted;
    const struct rank_query *query;
    double *title_shares; /* how much each page's title is what is asked for, 0-1 */
};

/* --- fields --- */

/* Likeness of two sets of words by weight, the Dice coefficient: shared, and the weight of each. */
static double dice(double shared, double one, double other)
{
    return one + other > 0 ? 2 * shared / (one + other) : 0;
}

static double title_share(const struct excerpt_index *index, const struct rank_query *query, size_t page)
{
    double shared = 0, all = 0;
    for (size_t i = 0; i < query->count; i++)
        if (query->words[i].word != NO_WORD && excerpt_index_title_has(index, page, query->words[i].word))
            shared += query->words[i].weight;
    for (size_t i = index->title_first[page]; i < index->title_first[page + 1]; i++) {
        double weight = index->weights[index->titles[i]];
        for (size_t j = 0; j < query->count; j++)
            if (query->words[j].word == index->titles[i])
                weight = query->words[j].weight;
        all += weight;
    }
    return dice(shared, query->weight, all);
}

/* How much the headings above the excerpt are what is asked for, 0-1. The keyword's words, which the title above them
 * says, need not stand there too. */
static double heading_share(const struct ranking *ranking, size_t number)
{
    const struct excerpt_index *index = ranking->excerpts->index;
    const struct rank_query *query = ranking->query;
    double shared = 0, wanted = 0, all = 0;
    for (size_t i = 0; i < query->count; i++) {
        const struct query_word *word = &query->words[i];
        bool counts = !query->has_heading || word->of_heading;
        bool is_there = word->word != NO_WORD && use_in_heading(excerpt_index_use(index, number, word->word));
        wanted += counts ? word->weight : 0;
        shared += counts && is_there ? word->weight : 0;
    }
    if (shared <= 0)
        return 0;
    for (size_t i = index->first[number]; i < index->first[number + 1]; i++) {
        if (!use_in_heading(index->uses[i]))
            continue;
        double weight = index->weights[use_word(index->uses[i])];
        for (size_t j = 0; j < query->count; j++)
            if (query->words[j].word == use_word(index->uses[i]))
                weight = query->has_heading && !query->words[j].of_heading ? 0 : query->words[j].weight;
        all += weight;
    }
    return dice(shared, wanted, all);
}

static double bm25f(const struct ranking *ranking, size_t number, bool *has_all)
{
    const struct excerpt_index *index = ranking->excerpts->index;
    size_t page = ranking->excerpts->list[number].page;
    double sum = 0, length = (double)index->lengths[number] / (double)index->mean_length;
    *has_all = true;
    for (size_t i = 0; i < ranking->query->count; i++) {
        const struct query_word *word = &ranking->query->words[i];
        if (word->word == NO_WORD)
            continue;
        word_use use = excerpt_index_use(index, number, word->word);
        double times = use_in_text(use) / (1 - BM25_B + BM25_B * length) + heading_field * use_in_heading(use);
        *has_all = *has_all && use;
        if (excerpt_index_title_has(index, page, word->word))
            times += title_field;
        sum += bm25_worth(word->weight, times) * (BM25_K1 + 1);
    }
    return sum;
}

static double rank_rate(const struct ranking *ranking, size_t number)
{
    const struct excerpt *excerpt = &ranking->excerpts->list[number];
    bool has_all;
    double score = bm25f(ranking, number, &has_all);
    if (score <= 0)
        return 0;
    bool has_phrase = has_all && (query_phrase_in(ranking->query, excerpt->shown.text) ||
                                  query_phrase_in(ranking->query, excerpt->shown.heading));
    double title = ranking->title_shares[excerpt->page];
    double heading = excerpt->shown.heading.len ? heading_share(ranking, number) : title;
    double bonus = heading_bonus * heading + title_bonus * title;
    score += (bonus + (has_phrase ? phrase_bonus : 0)) * ranking->query->weight;
    score *= 1 - position_slope * excerpt->position;
    return excerpt->is_foreign ? score * foreign_factor : score;
}

/* --- candidates --- */

/* Does it share a word with the heading that is not the keyword's? */
static bool rank_matches(const struct ranking *ranking, size_t number)
{
    if (!ranking->wanted->needs_match || !ranking->query->has_heading)
        return true;
    for (size_t i = 0; i < ranking->query->count; i++) {
        const struct query_word *word = &ranking->query->words[i];
        if (!word->of_keyword && word->word != NO_WORD &&
            excerpt_index_use(ranking->excerpts->index, number, word->word))
            return true;
    }
    return false;
}

static int rank_by_score(const void *left, const void *right)
{
    const struct rank_candidate *a = left, *b = right;
    if (a->score != b->score)
        return a->score < b->score ? 1 : -1;
    return (a->number > b->number) - (a->number < b->number);
}

static size_t rank_collect(const struct ranking *ranking, struct rank_candidate *candidates)
{
    size_t count = 0;
    for (size_t i = 0; i < ranking->excerpts->count; i++) {
        double score = rank_matches(ranking, i) ? rank_rate(ranking, i) : 0;
        if (score > 0)
            candidates[count++] = (struct rank_candidate){.number = i, .score = score};
    }
    qsort(candidates, count, sizeof *candidates, rank_by_score);
    return count;
}

/* --- choosing --- */

/* The one that adds most to those chosen; NULL: there is none. Scores count as shares of the best one. */
static struct rank_candidate *best_of(struct rank_candidate *candidates, size_t count)
{
    struct rank_candidate *best = NULL;
    double best_value = 0;
    for (size_t i = 0; i < count; i++) {
        const struct rank_candidate *candidate = &candidates[i];
        double value = mmr_lambda * candidate->score / candidates[0].score - (1 - mmr_lambda) * candidate->likeness;
        if (candidate->is_out || (best && value <= best_value))
            continue;
        best = &candidates[i];
        best_value = value;
    }
    return best;
}

/* The best few of each page: where pages have a bound, candidates beyond it would keep those of other pages out. */
static size_t shorten(const struct ranking *ranking, struct rank_candidate *candidates, size_t count, size_t *of_page)
{
    size_t most = ranking->wanted->most * SPARE + SPARE_LEAST, per_page = ranking->wanted->per_page * SPARE, kept = 0;
    for (size_t i = 0; i < count && kept < most; i++) {
        size_t page = ranking->excerpts->list[candidates[i].number].page;
        if (!per_page || of_page[page]++ < per_page)
            candidates[kept++] = candidates[i];
    }
    return kept;
}

static size_t rank_choose(const struct ranking *ranking, struct rank_candidate *candidates, size_t count,
                          size_t *of_page, size_t *numbers)
{
    const struct excerpts *excerpts = ranking->excerpts;
    size_t chosen = 0, per_page = ranking->wanted->per_page;
    while (chosen < ranking->wanted->most) {
        struct rank_candidate *best = best_of(candidates, count);
        if (!best)
            break;
        size_t page = excerpts->list[best->number].page;
        best->is_out = true;
        numbers[chosen++] = best->number;
        bool is_full = ++of_page[page] == per_page;
        for (size_t i = 0; i < count; i++) {
            struct rank_candidate *other = &candidates[i];
            other->is_out = other->is_out || (is_full && excerpts->list[other->number].page == page);
            double likeness = other->is_out ? 0 : excerpt_index_likeness(excerpts->index, best->number, other->number);
            other->likeness = likeness > other->likeness ? likeness : other->likeness;
        }
    }
    return chosen;
}

enum status excerpts_rank(const struct excerpts *excerpts, const struct excerpt_query *wanted, struct arena *arena,
                          size_t *numbers, size_t *count, struct error *err)
{
    struct rank_query query;
    size_t pages = excerpts->index->page_count;
    *count = 0;
    query_read(arena, excerpts->index, wanted->keyword, wanted->heading, &query);
    struct ranking ranking = {excerpts, wanted, &query, ARENA_ARRAY(arena, pages + 1, double)};
    struct rank_candidate *candidates = ARENA_ARRAY(arena, excerpts->count + 1, struct rank_candidate);
    size_t *seen = ARENA_ARRAY(arena, pages + 1, size_t), *taken = ARENA_ARRAY(arena, pages + 1, size_t);
    if (arena_failed(arena))
        return error_memory(err);
    for (size_t i = 0; i < pages; i++)
        ranking.title_shares[i] = title_share(excerpts->index, &query, i);
    size_t found = shorten(&ranking, candidates, rank_collect(&ranking, candidates), seen);
    *count = rank_choose(&ranking, candidates, found, taken, numbers);
    return OK;
}

double excerpts_match(const struct excerpts *excerpts, size_t number, struct str text)
{
    struct arena *arena = arena_new();
    struct rank_query query = {0};
    double named = 0;
    if (arena)
        query_read(arena, excerpts->index, text, STR(""), &query);
    if (!arena_failed(arena) && query.weight > 0) {
        for (size_t i = 0; i < query.count; i++)
            if (query.words[i].word != NO_WORD && excerpt_index_use(excerpts->index, number, query.words[i].word))
                named += query.words[i].weight;
        named /= query.weight;
    }
    arena_free(arena);
    return named;
}
