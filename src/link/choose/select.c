#include "link/choose/anchors.h"
#include "link/choose/choose.h"
#include "link/choose/places.h"
#include "link/choose/site_links.h"
#include "link/choose/stretch.h"
#include "link/choose/targets.h"

#include <stdlib.h>

/* A candidate that may be linked, as far as score and page tell. */
struct option {
    const struct candidate *candidate;
    double score; /* with what the options add */
    bool is_part;
};

struct selection {
    const struct choosing *choosing;
    struct targets targets;
    struct places places;
    struct anchors anchors;
    struct option *heap; /* the best at 0 */
    size_t heap_count;
    struct choice *choices;
    size_t count, most;
    bool failed; /* memory ran out */
};

/* --- the candidates that may be linked --- */

static void collect(struct selection *selection, const struct candidates *candidates)
{
    for (size_t i = 0; i < candidates->count && !selection->failed; i++) {
        const struct candidate *candidate = &candidates->list[i];
        double score = targets_weigh(&selection->targets, candidate->page, candidate->score, &selection->failed);
        if (score >= selection->choosing->min_score &&
            targets_may_name(&selection->targets, candidate->page, &selection->failed))
            selection->heap[selection->heap_count++] = (struct option){candidate, score, false};
    }
}

/* Asks for the texts of the pages. */
static void fetch_texts(const struct selection *selection)
{
    const struct link_index *index = selection->choosing->index;
    for (size_t i = 0; i < selection->heap_count; i++)
        index_fetch_text_place(index, selection->heap[i].candidate->page);
    for (size_t i = 0; i < selection->heap_count; i++)
        index_fetch_texts(index, selection->heap[i].candidate->page);
}

static size_t length_of(const struct candidate *candidate)
{
    return candidate->last - candidate->first;
}

/* Is one page or none all that links the phrase? */
static bool is_unproved(const struct candidate *candidate)
{
    static const float once = 0.7F; /* a little more than the logarithm of 2 */
    return candidate->features[FEATURE_LINKED] < once;
}

/* Does one stand inside the other, and has no better claim to be linked than that? */
static bool is_part(const struct option *option, const struct option *whole)
{
    const struct candidate *part = option->candidate, *all = whole->candidate;
    return part->first >= all->first && part->last <= all->last && length_of(part) < length_of(all) &&
           (whole->score >= option->score || is_unproved(part));
}

/* Drops parts. The options are still in the order of their first lexeme. */
static void drop_parts(struct selection *selection)
{
    struct option *heap = selection->heap;
    size_t kept = 0, longest = 0;
    for (size_t i = 0; i < selection->heap_count; i++) {
        size_t first = heap[i].candidate->first;
        longest = length_of(heap[i].candidate) > longest ? length_of(heap[i].candidate) : longest;
        for (size_t j = i; j-- > 0 && !heap[i].is_part && heap[j].candidate->first + longest > first;)
            heap[i].is_part = is_part(&heap[i], &heap[j]);
        for (size_t j = i + 1; j < selection->heap_count && !heap[i].is_part && heap[j].candidate->first == first; j++)
            heap[i].is_part = is_part(&heap[i], &heap[j]);
    }
    for (size_t i = 0; i < selection->heap_count; i++)
        if (!heap[i].is_part)
            heap[kept++] = heap[i];
    selection->heap_count = kept;
}

/* --- the best first --- */

/* By score, then place, then length, then page number: every run gives the same order. */
static bool is_before(const struct option *left, const struct option *right)
{
    const struct candidate *a = left->candidate, *b = right->candidate;
    if (left->score != right->score)
        return left->score > right->score;
    if (a->first != b->first)
        return a->first < b->first;
    return a->last != b->last ? a->last > b->last : a->page < b->page;
}

/* Lets the option at `at` of the heap sink to its place. */
static void sink(struct selection *selection, size_t at)
{
    struct option *heap = selection->heap, option = heap[at];
    for (size_t child; (child = 2 * at + 1) < selection->heap_count; at = child) {
        child += child + 1 < selection->heap_count && is_before(&heap[child + 1], &heap[child]);
        if (is_before(&option, &heap[child]))
            break;
        heap[at] = heap[child];
    }
    heap[at] = option;
}

static void make_heap(struct selection *selection)
{
    for (size_t i = selection->heap_count / 2; i-- > 0;)
        sink(selection, i);
}

static struct option take_best(struct selection *selection)
{
    struct option best = selection->heap[0];
    selection->heap[0] = selection->heap[--selection->heap_count];
    sink(selection, 0);
    return best;
}

/* --- choosing --- */

/* Takes the texts of the links that plain text has already, as they were taken when those were made. */
static void take_linked(struct selection *selection, const struct candidates *candidates)
{
    const struct choosing *choosing = selection->choosing;
    const struct lexed *lexed = choosing->lexed;
    for (size_t i = 0; i < lexed->anchor_count && !selection->failed; i++) {
        const struct candidate *text = site_links_text(choosing, candidates, i);
        if (!text)
            continue;
        size_t start = lexed->lexemes[text->first].start, end = lexed->lexemes[text->last - 1].end;
        struct str markup = {choosing->content.data + start, end - start};
        anchors_take(&selection->anchors, folded_text(choosing->arena, markup), &selection->failed);
        places_take(&selection->places, text->first, text->last);
    }
}

/* Chooses the option if the rules allow it; what is cheap to ask is asked first. */
static void consider(struct selection *selection, const struct option *option)
{
    const struct choosing *choosing = selection->choosing;
    const struct candidate *candidate = option->candidate;
    struct stretch span;
    if (!targets_are_open(&selection->targets, candidate->page) ||
        !targets_may_repeat(&selection->targets, candidate) ||
        !places_are_free(&selection->places, candidate->first, candidate->last) ||
        !stretch_of(choosing->lexed, candidate->first, candidate->last, &span))
        return;
    struct str markup = {choosing->content.data + span.start, span.end - span.start};
    struct str folded = folded_text(choosing->arena, markup);
    selection->failed |= !folded.data;
    if (!folded.data || !anchors_may_link(&selection->anchors, folded, candidate->page, &selection->failed) ||
        !targets_take(&selection->targets, candidate->page, &selection->failed))
        return;
    anchors_take(&selection->anchors, folded, &selection->failed);
    places_take(&selection->places, candidate->first, candidate->last);
    selection->choices[selection->count++] = (struct choice){span.start, span.end, option->score, candidate};
}

static int compare_choice(const void *a, const void *b)
{
    const struct choice *left = a, *right = b;
    return (left->start > right->start) - (left->start < right->start);
}

static bool start(struct selection *selection, size_t candidates, struct arena *arena)
{
    const struct choosing *choosing = selection->choosing;
    const struct link_options *options = choosing->options;
    if (!targets_init(&selection->targets, choosing, arena) ||
        !places_init(&selection->places, choosing->lexed, options, arena) ||
        !anchors_init(&selection->anchors, choosing, arena))
        return false;
    size_t most = options->max_links && options->max_links < LINK_MAX_LINKS ? options->max_links : LINK_MAX_LINKS;
    selection->most = most > selection->targets.links ? most - selection->targets.links : 0;
    selection->choices = ARENA_ARRAY(arena, most, struct choice);
    selection->heap = ARENA_ARRAY(arena, candidates, struct option);
    return selection->choices && selection->heap;
}

enum status choose_links(const struct choosing *choosing, const struct candidates *candidates, struct arena *arena,
                         struct choice **choices, size_t *count, struct error *err)
{
    struct selection selection = {.choosing = choosing};
    if (!start(&selection, candidates->count, arena))
        return error_memory(err);
    take_linked(&selection, candidates);
    collect(&selection, candidates);
    drop_parts(&selection);
    fetch_texts(&selection);
    make_heap(&selection);
    while (selection.heap_count && selection.count < selection.most && !selection.failed) {
        struct option best = take_best(&selection);
        consider(&selection, &best);
    }
    if (selection.failed)
        return error_memory(err);
    if (selection.count)
        qsort(selection.choices, selection.count, sizeof *selection.choices, compare_choice);
    *choices = selection.choices;
    *count = selection.count;
    return OK;
}
