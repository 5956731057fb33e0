#include "research/read/choose.h"

#include "base/vec.h"
#include "research/read/choose_fit.h"
#include "research/read/shorten.h"
#include "text/shingles.h"

#include <stdlib.h>

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
static enum status sketch_page(struct arena *arena, const struct page *page, struct hashes *sketch, struct error *err)
{
    struct arena *scratch = arena_new();
    enum status status = scratch ? OK : error_memory(err);
    uint64_t *words = NULL;
    size_t count = 0, cap = 0;
    for (size_t i = 0; i < page->count && !status; i++) {
        struct word *list;
        size_t more;
        status = words_split(scratch, page->blocks[i].text, NULL, &list, &more, err);
        for (size_t j = 0; j < more && !status; j++) {
            uint64_t *grown = vec_room(scratch, words, count, &cap, sizeof *grown);
            if (!grown)
                status = error_memory(err);
            else
                (words = grown)[count++] = hash_of(list[j].folded, HASH_EMPTY);
        }
    }
    *sketch = (struct hashes){0};
    if (!status && count)
        *sketch = shingles_of(words, count, count < SHINGLE_PAGE ? count : SHINGLE_PAGE);
    sketch->count = sketch->count < SKETCH ? sketch->count : SKETCH;
    if (!status && !hashes_room(arena, sketch, 0))
        status = error_memory(err);
    arena_free(scratch);
    return status;
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
    enum status status = sketch_page(arena, choice->page, sketch, err);
    if (status)
        return status;
    if (repeats(taking, sketch, &choice->like)) {
        choice->fate = PAGE_REPEATS;
        return OK;
    }
    choice->used = *choice->page;
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
