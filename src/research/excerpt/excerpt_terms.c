/* The terms of a subject: content words, and pairs of neighbours, that many of the pages use. */
#include "research/excerpt/excerpt_index.h"

#include <stdlib.h>

/* --- words that texts on any subject use --- */

enum { SHORTEST = 3 };

static bool has_letters(struct str folded)
{
    size_t letters = 0;
    uint32_t codepoint;
    for (size_t at = 0, length; at < folded.len; at += length) {
        length = utf8_decode(folded, at, &codepoint);
        if (unicode_is_cjk(codepoint))
            return true;
        letters += unicode_is_letter(codepoint);
    }
    return letters >= SHORTEST;
}

/* Does the word say nothing of a subject, or has it only digits, or shorter than three letters? language may be NULL.
 */
static bool word_is_common(const struct language *language, const struct word *word)
{
    if (word->is_stop || !has_letters(word->folded))
        return true;
    const char *const *common = language && language->keyword_words ? language->keyword_words->common : NULL;
    return word_list_has(common, word->folded) || word_list_has(common, word->stem);
}

/* --- the terms --- */

enum {
    LEAST_PAGES = 2,
    FORMS = 4, /* written forms of a term that are told apart: the commonest of them is shown */
    MOST_TERMS = 100
};
static const double least_share = 0.4;   /* of the pages */
static const double inside_a_pair = 0.8; /* share of its uses from which a word is no term beside the pair */
/* What a page is about it says again; words of the trade, such as "design" or "service", it mostly says once. */
static const double least_uses = 2; /* of a single word in a page that has it, on the mean */

struct terms_tally {
    struct {
        struct str text;
        size_t times;
    } forms[FORMS];
    size_t pages, page; /* how many have it; the one that is being counted, plus 1 */
    size_t times;       /* in that page */
    size_t least, most, all;
    uint32_t words[2]; /* numbers; words[1] is NO_WORD for a single word */
};

struct excerpt_terms {
    const struct excerpts *excerpts;
    struct arena *scratch;
    bool *is_wanted;             /* by word: enough pages have it, and it is none of the common ones */
    bool *is_judged;             /* by word: whether it is common is known */
    bool *is_named;              /* by word: a heading or a title has it */
    struct terms_tally **single; /* by word */
    struct map pairs;            /* both numbers -> tally */
    struct terms_tally **all;
    size_t count, cap;
    size_t pages; /* with a text in the language of the article */
};

/* --- which words can be terms --- */

/* Counts by word the pages that have it, and the pages. */
static void find_wanted(struct excerpt_terms *terms)
{
    const struct excerpts *excerpts = terms->excerpts;
    const struct excerpt_index *index = excerpts->index;
    uint32_t *pages = ARENA_ARRAY(terms->scratch, index->word_count + 1, uint32_t);
    uint32_t *last = ARENA_ARRAY(terms->scratch, index->word_count + 1, uint32_t);
    terms->is_wanted = ARENA_ARRAY(terms->scratch, index->word_count + 1, bool);
    terms->is_judged = ARENA_ARRAY(terms->scratch, index->word_count + 1, bool);
    terms->is_named = ARENA_ARRAY(terms->scratch, index->word_count + 1, bool);
    terms->single = ARENA_ARRAY(terms->scratch, index->word_count + 1, struct terms_tally *);
    if (arena_failed(terms->scratch))
        return;
    size_t before = SIZE_MAX;
    for (size_t i = 0; i < excerpts->count; i++) {
        const struct excerpt *excerpt = &excerpts->list[i];
        if (excerpt->is_foreign)
            continue;
        terms->pages += excerpt->page != before;
        before = excerpt->page;
        for (size_t j = index->first[i]; j < index->first[i + 1]; j++) {
            uint32_t word = use_word(index->uses[j]);
            terms->is_named[word] |=
                use_in_heading(index->uses[j]) || excerpt_index_title_has(index, excerpt->page, word);
            if (!use_in_text(index->uses[j]) || last[word] == terms->pages)
                continue;
            last[word] = (uint32_t)terms->pages;
            pages[word]++;
        }
    }
    for (size_t i = 0; i < index->word_count; i++)
        terms->is_wanted[i] = pages[i] >= LEAST_PAGES && pages[i] >= least_share * (double)terms->pages;
}

/* --- counting --- */

static void terms_settle(struct terms_tally *tally)
{
    if (!tally->page)
        return;
    tally->pages++;
    tally->least = tally->pages == 1 || tally->times < tally->least ? tally->times : tally->least;
    tally->most = tally->times > tally->most ? tally->times : tally->most;
    tally->all += tally->times;
    tally->page = tally->times = 0;
}

/* Notes how the term is written; other forms than the first few are not told apart. */
static void note_form(struct excerpt_terms *terms, struct terms_tally *tally, struct str form)
{
    for (size_t i = 0; i < FORMS; i++) {
        if (!tally->forms[i].times) {
            char *copy = arena_copy_n(terms->scratch, form.data, form.len);
            tally->forms[i].text = (struct str){copy, copy ? form.len : 0};
            tally->forms[i].times = 1;
            return;
        }
        if (str_eq(tally->forms[i].text, form)) {
            tally->forms[i].times++;
            return;
        }
    }
}

static struct terms_tally *new_tally(struct excerpt_terms *terms, uint32_t first, uint32_t second)
{
    struct terms_tally *tally = ARENA_NEW(terms->scratch, struct terms_tally);
    struct terms_tally **added = tally ? VEC_PUSH(terms->scratch, terms->all, terms->count, terms->cap) : NULL;
    if (!added)
        return NULL;
    tally->words[0] = first;
    tally->words[1] = second;
    return *added = tally;
}

/* tally NULL: there was no memory for it. */
static void count_one(struct excerpt_terms *terms, struct terms_tally *tally, size_t page, struct str form)
{
    if (!tally)
        return;
    if (tally->page != page + 1)
        terms_settle(tally);
    tally->page = page + 1;
    tally->times++;
    note_form(terms, tally, form);
}

static struct terms_tally *single_of(struct excerpt_terms *terms, uint32_t word)
{
    if (!terms->single[word])
        terms->single[word] = new_tally(terms, word, NO_WORD);
    return terms->single[word];
}

static struct terms_tally *pair_of(struct excerpt_terms *terms, uint32_t first, uint32_t second)
{
    const uint32_t numbers[2] = {first, second};
    char *key = arena_copy_n(terms->scratch, (const char *)numbers, sizeof numbers);
    void **place = key ? map_put(&terms->pairs, (struct str){key, sizeof numbers}) : NULL;
    if (place && !*place)
        *place = new_tally(terms, first, second);
    return place ? *place : NULL;
}

/* The form of a word, or of two that stand one blank apart. */
static struct str form_of(struct arena *arena, const struct word *first, const struct word *second)
{
    return str_from(arena_printf(arena, "%.*s %.*s", STR_ARG(first->folded), STR_ARG(second->folded)));
}

/* The number of a word that can be a term, else NO_WORD. */
static uint32_t wanted_word(struct excerpt_terms *terms, const struct word *word)
{
    const struct excerpt_index *index = terms->excerpts->index;
    uint32_t number = word->is_stop ? NO_WORD : excerpt_index_word(index, word->stem);
    if (number == NO_WORD || !terms->is_wanted[number])
        return NO_WORD;
    if (!terms->is_judged[number])
        terms->is_wanted[number] = !word_is_common(index->language, word);
    terms->is_judged[number] = true;
    return terms->is_wanted[number] ? number : NO_WORD;
}

static void count_text(struct excerpt_terms *terms, struct arena *arena, size_t page, struct str text)
{
    const struct excerpt_index *index = terms->excerpts->index;
    struct word *words;
    size_t count;
    words_split(arena, text, index->language, &words, &count, NULL);
    uint32_t before = NO_WORD; /* the word before, where it can be a term */
    for (size_t i = 0; i < count; i++) {
        uint32_t word = wanted_word(terms, &words[i]);
        bool are_neighbours = word != NO_WORD && before != NO_WORD && words[i].start == words[i - 1].end + 1 &&
                              text.data[words[i - 1].end] == ' ';
        if (word != NO_WORD)
            count_one(terms, single_of(terms, word), page, words[i].folded);
        if (are_neighbours)
            count_one(terms, pair_of(terms, before, word), page, form_of(arena, &words[i - 1], &words[i]));
        before = word;
    }
}

/* The texts of a page are split in one go, which is much faster. */
static void count_page(struct excerpt_terms *terms, size_t first, size_t end)
{
    struct buf text = {0};
    for (size_t i = first; i < end; i++) {
        const struct excerpt *excerpt = &terms->excerpts->list[i];
        if (excerpt->is_foreign)
            continue;
        buf_add(&text, excerpt->shown.text.data, excerpt->shown.text.len);
        buf_char(&text, '\n');
    }
    struct arena *arena = text.failed ? NULL : arena_new();
    if (arena)
        count_text(terms, arena, terms->excerpts->list[first].page, (struct str){buf_text(&text), text.len});
    if (arena_failed(arena))
        arena_fail(terms->scratch);
    arena_free(arena);
    buf_free(&text);
}

static void count_all(struct excerpt_terms *terms)
{
    const struct excerpts *excerpts = terms->excerpts;
    for (size_t first = 0, end; first < excerpts->count && !arena_failed(terms->scratch); first = end) {
        for (end = first; end < excerpts->count && excerpts->list[end].page == excerpts->list[first].page;)
            end++;
        count_page(terms, first, end);
    }
    for (size_t i = 0; i < terms->count; i++)
        terms_settle(terms->all[i]);
}

/* --- the table --- */

static bool is_pair(const struct terms_tally *tally)
{
    return tally->words[1] != NO_WORD;
}

static bool is_frequent(const struct excerpt_terms *terms, const struct terms_tally *tally)
{
    return tally->pages >= LEAST_PAGES && (double)tally->pages >= least_share * (double)terms->pages;
}

/* Is the word hardly ever used but in a pair that is a term itself? */
static bool is_in_pair(const struct excerpt_terms *terms, const struct terms_tally *single)
{
    for (size_t i = 0; i < terms->count; i++) {
        const struct terms_tally *pair = terms->all[i];
        if (is_pair(pair) && is_frequent(terms, pair) &&
            (pair->words[0] == single->words[0] || pair->words[1] == single->words[0]) &&
            (double)pair->all >= inside_a_pair * (double)single->all)
            return true;
    }
    return false;
}

/* Is the word what pages are about? */
static bool is_subject(const struct excerpt_terms *terms, const struct terms_tally *single)
{
    return terms->is_named[single->words[0]] && (double)single->all >= least_uses * (double)single->pages;
}

static int by_pages(const void *left, const void *right)
{
    const struct terms_tally *a = *(struct terms_tally *const *)left, *b = *(struct terms_tally *const *)right;
    if (a->pages != b->pages)
        return a->pages < b->pages ? 1 : -1;
    if (is_pair(a) != is_pair(b))
        return is_pair(a) ? -1 : 1;
    if (a->all != b->all)
        return a->all < b->all ? 1 : -1;
    return memcmp(a->words, b->words, sizeof a->words);
}

static struct str commonest_form(const struct terms_tally *tally)
{
    size_t best = 0;
    for (size_t i = 1; i < FORMS; i++)
        if (tally->forms[i].times > tally->forms[best].times)
            best = i;
    return tally->forms[best].text;
}

static struct excerpt_term *terms_show(struct excerpt_terms *terms, struct arena *arena, size_t *count)
{
    size_t kept = 0;
    for (size_t i = 0; i < terms->count; i++) {
        struct terms_tally *tally = terms->all[i];
        bool is_term = is_pair(tally) || (is_subject(terms, tally) && !is_in_pair(terms, tally));
        if (is_term && is_frequent(terms, tally))
            tally->page = 1;
    }
    for (size_t i = 0; i < terms->count; i++)
        if (terms->all[i]->page)
            terms->all[kept++] = terms->all[i];
    if (kept)
        qsort(terms->all, kept, sizeof *terms->all, by_pages);
    kept = kept < MOST_TERMS ? kept : MOST_TERMS;
    struct excerpt_term *list = ARENA_ARRAY(arena, kept + 1, struct excerpt_term);
    for (*count = 0; list && *count < kept; ++*count) {
        const struct terms_tally *tally = terms->all[*count];
        struct str form = commonest_form(tally);
        list[*count] = (struct excerpt_term){{arena_copy_n(arena, form.data, form.len), form.len},
                                             (double)tally->pages / (double)terms->pages,
                                             tally->least,
                                             tally->most};
    }
    return list;
}

enum status excerpts_terms(const struct excerpts *excerpts, struct arena *arena, struct excerpt_term **list,
                           size_t *count, struct error *err)
{
    struct excerpt_terms terms = {.excerpts = excerpts, .scratch = arena_new()};
    *count = 0;
    if (!terms.scratch)
        return error_memory(err);
    map_init(&terms.pairs, terms.scratch);
    find_wanted(&terms);
    count_all(&terms);
    bool failed = arena_failed(terms.scratch);
    if (!failed)
        *list = terms_show(&terms, arena, count);
    arena_free(terms.scratch);
    return failed || arena_failed(arena) ? error_memory(err) : OK;
}
