#include "link/match/match.h"

#include "base/search.h"

#include <math.h>
#include <stdlib.h>

/* Bounds of the work: proposals that vote, pages that link each, pages that are compared with the content. */
enum { VOTERS = 64, COMPARED = 64 };

/* In place of the number of a neighbour: there were too many before it. */
#define NOT_COUNTED UINT32_MAX

static bool holds(const uint32_t *list, size_t count, uint32_t page)
{
    size_t at = search_first(list, count, sizeof *list, 0, page);
    return at < count && list[at] == page;
}

static int compare_strength(const void *a, const void *b)
{
    const struct proposal *left = *(const struct proposal *const *)a, *right = *(const struct proposal *const *)b;
    return (left->strength < right->strength) - (left->strength > right->strength);
}

static int compare_vote(const void *a, const void *b)
{
    const struct neighbour *left = *(struct neighbour *const *)a, *right = *(struct neighbour *const *)b;
    if (left->vote != right->vote)
        return left->vote < right->vote ? 1 : -1;
    return (left->page > right->page) - (left->page < right->page);
}

/* What a target's being likely here says of each page that links it. */
static float vote_of(const struct index_page *page, float strength)
{
    return strength / sqrtf(1 + page_count_of(page, PAGE_IN));
}

static void vote(struct match *match, const struct proposal *proposal, size_t cap)
{
    const struct index_page *page = &match->index->pages[proposal->target->page];
    size_t count;
    const uint32_t *in = index_links_in(match->index, page, &count);
    float value = vote_of(page, proposal->strength);
    for (size_t i = 0; i < count; i++) {
        if (in[i] == match->own_number || in[i] >= link_page_count(match->index))
            continue;
        struct table_slot *slot = table_put(&match->votes, in[i] + 1, 0);
        if (!slot)
            return;
        if (!slot->value) {
            if (match->neighbour_count == cap) {
                slot->value = NOT_COUNTED;
                continue;
            }
            FETCH(&match->index->pages[in[i]]);
            match->neighbours[match->neighbour_count] = (struct neighbour){.page = in[i], .cosine = -1};
            slot->value = (uint32_t)++match->neighbour_count;
        }
        if (slot->value != NOT_COUNTED)
            match->neighbours[slot->value - 1].vote += value;
    }
}

static struct neighbour *find_neighbour(const struct match *match, uint32_t page)
{
    uint32_t number = table_get(&match->votes, page + 1, 0);
    return number && number != NOT_COUNTED ? &match->neighbours[number - 1] : NULL;
}

static struct linkers find_linkers(const struct match *match, const struct named *named)
{
    const struct proposal *best = &match->proposals[named->best - 1];
    const struct index_page *page = &match->index->pages[best->target->page];
    struct linkers linkers = {.is_known = true, .best = -1};
    size_t count;
    const uint32_t *in = index_links_in(match->index, page, &count);
    const float own = vote_of(page, best->strength);
    for (size_t i = 0; i < count; i++) {
        const struct neighbour *neighbour = find_neighbour(match, in[i]);
        if (!neighbour)
            continue;
        linkers.relatedness += larger(neighbour->vote - own, 0) * neighbour->damping;
        if (neighbour->cosine < 0)
            continue;
        linkers.similar += neighbour->cosine * neighbour->cosine;
        linkers.best = larger(linkers.best, neighbour->cosine);
    }
    linkers.relatedness /= count ? sqrtf((float)count) : 1;
    return linkers;
}

/* They are the same for all phrases that lead to the page. */
static const struct linkers *linkers_of(const struct match *match, const struct proposal *proposal)
{
    struct named *named = &match->named[proposal->named];
    if (!named->linkers.is_known)
        named->linkers = find_linkers(match, named);
    return &named->linkers;
}

/* Compares the neighbours with the most votes with the content. */
static bool compare_neighbours(struct match *match)
{
    size_t count = match->neighbour_count, kept = 0;
    struct neighbour **sorted = ARENA_ARRAY(match->arena, count + 1, struct neighbour *);
    float *votes = ARENA_ARRAY(match->arena, count + 1, float);
    if (!sorted || !votes)
        return false;
    for (size_t i = 0; i < count; i++)
        votes[i] = match->neighbours[i].vote;
    float limit = match_nth(match->arena, votes, count, COMPARED - 1);
    for (size_t i = 0; i < count; i++)
        if (match->neighbours[i].vote >= limit)
            sorted[kept++] = &match->neighbours[i];
    if (kept > COMPARED)
        qsort(sorted, kept, sizeof *sorted, compare_vote);
    for (size_t i = 0; i < kept && i < COMPARED; i++) {
        struct neighbour *neighbour = sorted[i];
        neighbour->cosine = match_similarity(match, &match->index->pages[neighbour->page]);
        match->compared += neighbour->cosine * neighbour->cosine;
    }
    return true;
}

/* The strength of the last of the voters; -1: all are. */
static float weakest_voter(struct match *match)
{
    float *strengths = ARENA_ARRAY(match->arena, match->named_count + 1, float);
    for (size_t i = 0; strengths && i < match->named_count; i++)
        strengths[i] = match->proposals[match->named[i].best - 1].strength;
    return match_nth(match->arena, strengths, match->named_count, VOTERS - 1);
}

bool match_find_neighbours(struct match *match)
{
    size_t voters = 0, cap = (size_t)VOTERS * 64;
    const struct proposal **order = ARENA_ARRAY(match->arena, match->named_count + 1, const struct proposal *);
    float limit = weakest_voter(match);
    match->neighbours = ARENA_ARRAY(match->arena, cap, struct neighbour);
    if (arena_failed(match->arena))
        return false;
    for (size_t i = 0; i < match->named_count; i++) {
        const struct proposal *proposal = &match->proposals[match->named[i].best - 1];
        if (proposal->strength >= limit)
            order[voters++] = proposal;
    }
    qsort(order, voters, sizeof *order, compare_strength);
    for (size_t i = 0; i < voters && i < VOTERS; i++)
        FETCH(&match->index->links[match->index->pages[order[i]->target->page].first_link]);
    for (size_t i = 0; i < voters && i < VOTERS; i++)
        vote(match, order[i], cap);
    for (size_t i = 0; i < match->neighbour_count; i++)
        match->neighbours[i].damping =
            1 / sqrtf(1 + page_count_of(&match->index->pages[match->neighbours[i].page], PAGE_OUT));
    if (!compare_neighbours(match))
        return false;
    for (size_t i = 0; i < voters && i < VOTERS; i++)
        match->best_neighbours = larger(match->best_neighbours, linkers_of(match, order[i])->relatedness);
    return true;
}

/* How many pages stand in both lists, which are ascending. */
static size_t count_common(const uint32_t *left, size_t left_count, const uint32_t *right, size_t right_count)
{
    size_t common = 0;
    for (size_t i = 0, j = 0; i < left_count && j < right_count;) {
        common += left[i] == right[j];
        size_t next = i + (left[i] <= right[j]);
        j += right[j] <= left[i];
        i = next;
    }
    return common;
}

/*
 * The pages before and behind, in the order in which the site's pages came: often the order of time, or of a book. What
 * they link, this one links.
 */
enum { NEAR = 8 };

void match_find_near(struct match *match)
{
    size_t pages = link_page_count(match->index);
    float links = 0, near = 0;
    for (size_t i = match->own_number > NEAR ? match->own_number - NEAR : 0;
         match->own && i < pages && i <= (size_t)match->own_number + NEAR; i++) {
        if (i == match->own_number)
            continue;
        links += page_count_of(&match->index->pages[i], PAGE_OUT);
        match->near_linking += match->index->pages[i].stats[PAGE_OUT] > 0;
        near++;
    }
    float mean = match->mean_out * match->linking_share;
    match->near_out = near > 0 ? logf((links / near + 0.5F) / (mean + 0.5F)) : 0;
}

static void near_features(const struct match *match, const struct index_page *page, const uint32_t *in, size_t count,
                          float *out)
{
    float near = 0, before = 0, pages = (float)link_page_count(match->index), nearest = pages;
    for (size_t i = 0; i < count; i++) {
        nearest = smaller(nearest, fabsf((float)in[i] - (float)match->own_number));
        before += in[i] < match->own_number;
        near += (uint64_t)in[i] + NEAR >= match->own_number && in[i] <= (uint64_t)match->own_number + NEAR;
    }
    float chance = page_count_of(page, PAGE_IN) / pages;
    out[FEATURE_NEAREST_LINKER] = count ? logf(larger(nearest, 1) * 2 * (float)(count + 1) / pages) : -1;
    out[FEATURE_ORDER] = count ? (before + 0.5F) / (float)(count + 1) : -1;
    out[FEATURE_NEAR_LINKERS] = logf((near + 0.5F) / ((match->near_linking + 1) * chance + 0.5F));
    out[FEATURE_NEAR_SHARE] = near / (match->near_linking + 1);
}

static void folder_features(const struct match *match, const struct index_page *page, const uint32_t *in, size_t count,
                            float *out)
{
    float linkers = 0;
    for (size_t i = 0; i < count; i++)
        linkers +=
            in[i] < link_page_count(match->index) && match->index->pages[in[i]].stands.folder == match->place->folder;
    out[FEATURE_FOLDER_SHARE] = count ? linkers / (float)count : -1;
    out[FEATURE_SAME_FOLDER] = match->place->folder == page->stands.folder;
}

static void own_page_features(const struct match *match, const struct index_page *page, uint32_t number, float *out)
{
    out[FEATURE_LINKS_BACK] = out[FEATURE_COCITED] = out[FEATURE_FOLDER_SHARE] = out[FEATURE_SAME_FOLDER] = -1;
    out[FEATURE_NEAR_LINKERS] = out[FEATURE_NEAR_SHARE] = out[FEATURE_NEAREST_LINKER] = out[FEATURE_ORDER] = -1;
    out[FEATURE_NEAR_OUT] = match->near_out;
    size_t count, own_count;
    const uint32_t *in = index_links_in(match->index, page, &count);
    if (match->place)
        folder_features(match, page, in, count, out);
    if (!match->own)
        return;
    const uint32_t *own_in = index_links_in(match->index, match->own, &own_count);
    out[FEATURE_LINKS_BACK] = holds(own_in, own_count, number);
    float cocited = (float)count_common(own_in, own_count, in, count);
    out[FEATURE_COCITED] = own_count ? cocited / ((float)own_count + 1) : -1;
    near_features(match, page, in, count, out);
}

void match_graph_target(const struct match *match, const struct proposal *proposal, float *out)
{
    const struct index_target *target = proposal->target;
    const struct index_page *page = &match->index->pages[target->page];
    own_page_features(match, page, target->page, out);
    const struct linkers *linkers = linkers_of(match, proposal);
    out[FEATURE_SIMILAR_LINKERS] = match->compared > 0 ? linkers->similar / match->compared : -1;
    out[FEATURE_SIMILAR_BEST] = linkers->best;
    float links = target_count(target, TARGET_LINKS);
    out[FEATURE_BACK_SHARE] = links > 0 ? target_count(target, TARGET_BACK) / (links + 1) : -1;
    out[FEATURE_SAME_FOLDER_SHARE] = links > 0 ? target_count(target, TARGET_SAME_FOLDER) / links : -1;
    out[FEATURE_NEIGHBOURS] = linkers->relatedness;
    out[FEATURE_NEIGHBOURS_RANK] = match->best_neighbours > 0 ? out[FEATURE_NEIGHBOURS] / match->best_neighbours : -1;
}
