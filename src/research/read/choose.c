#include "research/read/read.h"
#include "research/topic/topic.h"

#include <stdlib.h>

/* --- how much pages speak of what is asked for --- */

struct page_fit {
    bool is_on_topic; /* it has more than half of the words of a query, or half and its noun in a main heading */
    double score;     /* by the best of the queries: how surely it speaks of it (research/topic), then how well */
};

enum {
    JUDGED_BYTES = 64 * 1024, /* of a page: what it is about stands in its beginning */
    TIER_WORTH = 100,         /* more than any score within a tier */
};

/* The pages of one language, and where they stand in the list. */
struct language_group {
    const struct language *language;
    struct page *pages;
    size_t *numbers;
    size_t count;
};

struct fit_judge {
    struct arena *arena;
    const struct lookup *lookup;
    const struct str *queries;
    size_t query_count;
    const struct language *language; /* of the queries */
    struct page_fit *fits;
};

/* As many of its first blocks as are judged. */
static struct page beginning_of(const struct page *page)
{
    struct page beginning = *page;
    size_t bytes = 0;
    beginning.count = 0;
    while (beginning.count < page->count && bytes < JUDGED_BYTES)
        bytes += page->blocks[beginning.count++].text.len;
    return beginning;
}

/* Marks the stems of the subject that the text has. */
static void mark_stems(const struct topic *topic, const struct terms *text, bool *has)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < topic->terms.count && topic_has(topic, text->ids[i]); j++)
            has[j] = has[j] || topic->terms.ids[j] == text->ids[i];
}

/* Marks the pages with the noun of the subject in their title or a main heading. */
static void mark_headed(const struct topic *topic, bool *is_headed)
{
    const struct corpus *corpus = topic->corpus;
    for (size_t i = 0; i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        if (section->depth <= 1 && topic_has_head(topic, &section->terms))
            is_headed[section->page] = true;
    }
}

/*
 * Has each page most of the stems of the subject, in its text or its headings? One of two is not enough: most pages on
 * databases have the "table" of "table partitioning". Half of them is, where its noun is among them and stands in the
 * title or a main heading: "Editing layer masks" need not say again that it is in GIMP.
 */
static void find_stems(struct fit_judge *judge, const struct topic *topic, const struct language_group *group)
{
    const struct corpus *corpus = topic->corpus;
    size_t stems = topic->terms.count;
    bool *has = ARENA_ARRAY(judge->arena, group->count * stems + 1, bool);
    bool *is_headed = ARENA_ARRAY(judge->arena, group->count + 1, bool);
    if (!has || !is_headed)
        return;
    mark_headed(topic, is_headed);
    for (size_t i = 0; i < corpus->section_count; i++)
        mark_stems(topic, &corpus->sections[i].terms, &has[corpus->sections[i].page * stems]);
    for (size_t i = 0; i < corpus->statement_count; i++)
        mark_stems(topic, &corpus->statements[i].terms,
                   &has[corpus->sections[corpus->statements[i].section].page * stems]);
    for (size_t i = 0; i < group->count; i++) {
        size_t held = 0;
        for (size_t j = 0; j < stems; j++)
            held += has[i * stems + j];
        bool is_near =
            topic->pages[i].tier != TOPIC_NOT || held * 2 > stems || (is_headed[i] && held * 2 == stems) || !stems;
        struct page_fit *fit = &judge->fits[group->numbers[i]];
        fit->is_on_topic = fit->is_on_topic || is_near;
    }
}

static enum status judge_by(struct fit_judge *judge, struct corpus *corpus, const struct language_group *group,
                            struct str query)
{
    struct keyword keyword;
    struct topic topic;
    struct error *err = judge->lookup->err;
    enum status status = keyword_read(judge->arena, query, judge->language, &keyword, err);
    if (status)
        return status;
    const struct topic_query asked = {.subject = keyword.subject, .shape = keyword.shape};
    status = topic_open(corpus, &asked, judge->arena, &topic, err);
    for (size_t i = 0; i < group->count && !status; i++) {
        double score = topic.pages[i].tier * (double)TIER_WORTH + topic.pages[i].score;
        struct page_fit *fit = &judge->fits[group->numbers[i]];
        fit->score = score > fit->score ? score : fit->score;
    }
    if (status)
        return status;
    find_stems(judge, &topic, group);
    return arena_failed(judge->arena) ? error_memory(err) : OK;
}

static enum status judge_group(struct fit_judge *judge, const struct language_group *group)
{
    struct corpus corpus;
    const struct corpus_options options = {.language = group->language, .cancel = judge->lookup->cancel};
    enum status status = corpus_build(judge->arena, group->pages, group->count, &options, &corpus, judge->lookup->err);
    for (size_t i = 0; i < judge->query_count && !status; i++) {
        status = lookup_check(judge->lookup);
        if (!status)
            status = judge_by(judge, &corpus, group, judge->queries[i]);
    }
    return status;
}

/* Takes the pages of the language of the first page that is not taken yet. */
static bool next_group(struct language_group *group, const struct page *const *pages, size_t count,
                       const struct language *usual, bool *is_taken)
{
    group->count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct language *language = pages[i]->language ? pages[i]->language : usual;
        if (is_taken[i] || (group->count && language != group->language))
            continue;
        is_taken[i] = true;
        group->language = language;
        group->pages[group->count] = beginning_of(pages[i]);
        group->numbers[group->count++] = i;
    }
    return group->count > 0;
}

/* One for each page; pages are compared with those of their language. What is made for it is freed. E_MEMORY,
 * E_CANCELLED. */
static enum status pages_fit(const struct page *const *pages, size_t count, const struct str *queries,
                             size_t query_count, const struct language *language, const struct lookup *lookup,
                             struct page_fit *fits)
{
    struct arena *arena = arena_new();
    struct fit_judge judge = {arena, lookup, queries, query_count, language, fits};
    struct language_group group = {.pages = arena ? ARENA_ARRAY(arena, count + 1, struct page) : NULL,
                                   .numbers = arena ? ARENA_ARRAY(arena, count + 1, size_t) : NULL};
    bool *is_taken = arena ? ARENA_ARRAY(arena, count + 1, bool) : NULL;
    enum status status = group.pages && group.numbers && is_taken ? OK : error_memory(lookup->err);
    for (size_t i = 0; i < count; i++)
        fits[i] = (struct page_fit){.is_on_topic = !query_count};
    while (!status && next_group(&group, pages, count, language, is_taken))
        status = judge_group(&judge, &group);
    arena_free(arena);
    return status;
}

size_t page_bytes(const struct page *page)
{
    size_t bytes = 0;
    for (size_t i = 0; i < page->count; i++)
        bytes += page->blocks[i].text.len;
    return bytes;
}

enum status page_shorten(struct arena *arena, struct page *page, size_t most, struct error *err)
{
    size_t bytes = 0, count = 0;
    while (count < page->count && bytes + page->blocks[count].text.len <= most)
        bytes += page->blocks[count++].text.len;
    if (count == page->count)
        return OK;
    struct block *blocks = ARENA_ARRAY(arena, count + 1, struct block);
    if (!blocks)
        return error_memory(err);
    memcpy(blocks, page->blocks, (count + 1) * sizeof *blocks);
    struct str *last = &blocks[count].text;
    last->len = utf8_valid_length((struct str){last->data, most - bytes});
    blocks[count].spans.count = 0; /* some may reach over the end */
    page->blocks = blocks;
    page->count = count + (last->len > 0);
    page->is_cut = true;
    return OK;
}

enum { SKETCH = 1024 /* shingles: the resemblance of longer pages is right to 1.3 % */ };
static const double same = 0.8; /* resemblance over which one page says nearly the same as another */

const char *page_fate_words(enum page_fate fate)
{
    static const char *const words[PAGE_FATES] = {
        [PAGE_USED] = "is used",
        [PAGE_OUT_OF_DATE] = "is older or newer than what was asked for",
        [PAGE_OFF_TOPIC] = "speaks of something else",
        [PAGE_REPEATS] = "says nearly the same as another one",
        [PAGE_NO_ROOM] = "was left out, as better ones fill the room that there is",
    };
    return words[fate];
}

/* --- the order --- */

static bool is_in_range(const struct page_choice *choice, const struct choose_options *options)
{
    int64_t at = choice->published_ms;
    return !at || ((!options->from_ms || at >= options->from_ms) && (!options->to_ms || at <= options->to_ms));
}

struct choose_place {
    size_t number;
    double score;
};

static int choose_by_score(const void *left, const void *right)
{
    const struct choose_place *a = left, *b = right;
    if (a->score != b->score)
        return a->score < b->score ? 1 : -1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Says how well each page fits, and puts those that may be used in order. */
static enum status sort(struct page_choice *list, size_t count, const struct choose_options *options,
                        const struct lookup *lookup, struct choose_place *order, size_t *ordered)
{
    const struct page **pages = ARENA_ARRAY(lookup->arena, count + 1, const struct page *);
    struct page_fit *fits = ARENA_ARRAY(lookup->arena, count + 1, struct page_fit);
    if (!pages || !fits)
        return error_memory(lookup->err);
    for (size_t i = 0; i < count; i++)
        pages[i] = list[i].page;
    enum status status =
        pages_fit(pages, count, options->queries, options->query_count, options->language, lookup, fits);
    *ordered = 0;
    for (size_t i = 0; i < count && !status; i++) {
        list[i].score = fits[i].score;
        if (!is_in_range(&list[i], options))
            list[i].fate = PAGE_OUT_OF_DATE;
        else if (!fits[i].is_on_topic || !list[i].page->count)
            list[i].fate = PAGE_OFF_TOPIC;
        else
            order[(*ordered)++] = (struct choose_place){i, fits[i].score};
    }
    if (!status)
        qsort(order, *ordered, sizeof *order, choose_by_score);
    return status;
}

/* --- one after the other, the best first --- */

struct taking {
    struct page_choice *list;
    const struct choose_options *options;
    const struct lookup *lookup;
    struct hashes *sketches; /* of used pages, by their rank */
    size_t *numbers;         /* the same */
    size_t used, bytes;
};

/* The smallest shingles of the page's words; a page of fewer words than a run has one. */
static struct hashes sketch_page(struct arena *arena, const struct page *page)
{
    struct arena *scratch = arena_new();
    uint64_t *words = NULL;
    size_t count = 0, cap = 0;
    for (size_t i = 0; scratch && i < page->count; i++) {
        struct word *list;
        size_t more;
        words_split(scratch, page->blocks[i].text, NULL, &list, &more, NULL);
        for (size_t j = 0; j < more; j++) {
            uint64_t *added = VEC_PUSH(scratch, words, count, cap);
            if (added)
                *added = hash_of(list[j].folded, HASH_EMPTY);
        }
    }
    struct hashes sketch = {0};
    if (count)
        sketch = shingles_of(words, count, count < SHINGLE_PAGE ? count : SHINGLE_PAGE);
    sketch.count = sketch.count < SKETCH ? sketch.count : SKETCH;
    if (arena_failed(scratch) || !hashes_room(arena, &sketch, 0))
        arena_fail(arena);
    arena_free(scratch);
    return sketch;
}

static bool repeats(const struct taking *taking, const struct hashes *sketch, size_t *like)
{
    for (size_t i = 0; i < taking->used; i++)
        if (shingles_resemblance(&taking->sketches[i], sketch, SKETCH) > same) {
            *like = taking->numbers[i];
            return true;
        }
    return false;
}

static size_t most_bytes(const struct choose_options *options)
{
    return options->max_page_bytes || !options->max_bytes ? options->max_page_bytes : options->max_bytes / 4;
}

static bool has_room(const struct taking *taking, size_t bytes)
{
    const struct choose_options *options = taking->options;
    return (!options->max_pages || taking->used < options->max_pages) &&
           (!options->max_bytes || bytes <= options->max_bytes - taking->bytes);
}

static enum status choose_take(struct taking *taking, size_t number)
{
    struct page_choice *choice = &taking->list[number];
    struct arena *arena = taking->lookup->arena;
    struct error *err = taking->lookup->err;
    struct hashes *sketch = &taking->sketches[taking->used];
    *sketch = sketch_page(arena, choice->page);
    if (arena_failed(arena))
        return error_memory(err);
    if (repeats(taking, sketch, &choice->like)) {
        choice->fate = PAGE_REPEATS;
        return OK;
    }
    choice->used = *choice->page;
    enum status status = OK;
    if (most_bytes(taking->options))
        status = page_shorten(arena, &choice->used, most_bytes(taking->options), err);
    size_t bytes = page_bytes(&choice->used);
    choice->fate = has_room(taking, bytes) ? PAGE_USED : PAGE_NO_ROOM;
    if (status || choice->fate != PAGE_USED)
        return status;
    choice->rank = taking->used;
    taking->numbers[taking->used++] = number;
    taking->bytes += bytes;
    return OK;
}

enum status read_choose(struct page_choice *list, size_t count, const struct choose_options *options,
                        const struct lookup *lookup)
{
    struct arena *arena = lookup->arena;
    struct choose_place *order = ARENA_ARRAY(arena, count + 1, struct choose_place);
    struct taking taking = {
        .list = list,
        .options = options,
        .lookup = lookup,
        .sketches = ARENA_ARRAY(arena, count + 1, struct hashes),
        .numbers = ARENA_ARRAY(arena, count + 1, size_t),
    };
    size_t ordered = 0;
    if (!order || !taking.sketches || !taking.numbers)
        return error_memory(lookup->err);
    enum status status = sort(list, count, options, lookup, order, &ordered);
    for (size_t i = 0; i < ordered && !status; i++) {
        status = lookup_check(lookup);
        if (!status)
            status = choose_take(&taking, order[i].number);
    }
    return status;
}
