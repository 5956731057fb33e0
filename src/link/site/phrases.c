/* The trie of a site's phrases, and the pages that they name. */
#include "link/site/store.h"

#include "base/hash.h"
#include "base/search.h"
#include "base/system/huge.h"
#include "base/system/rows.h"

#include <stdlib.h>

/*
 * Targets kept for a phrase, the most linked ones. A phrase with more of them, such as "click here", says little
 * about any.
 */
enum { MAX_TARGETS = 16 };

/* --- trie --- */

/* A new node; 0 when memory ran out, or numbers have (0 is the root). */
static uint32_t add_node(struct site_store *store, uint32_t parent, uint32_t term)
{
    if (store->node_count == EDGE_INNER - 1 ||
        !rows_room(&store->nodes, store->node_count, 2, &store->node_cap, sizeof *store->nodes))
        return 0;
    if (!store->node_count)
        store->nodes[store->node_count++] = (struct site_node){0}; /* the root */
    store->nodes[store->node_count] = (struct site_node){.parent = parent, .term = term};
    return store->node_count++;
}

/* The child, made when it is new; 0: memory ran out. */
static uint32_t add_child(struct site *site, uint32_t node, uint32_t term)
{
    struct site_store *store = site->store;
    uint32_t *child = node ? numbers_put(&store->edges, index_hash_edge(node, term)) : &site->terms[term].node;
    if (child && !*child)
        *child = add_node(store, node, term);
    return child ? *child : 0;
}

/* The number of a phrase plus one, which is made when it is new; 0: memory ran out. */
static uint32_t add_phrase(struct site *site, const struct site_item *items, size_t length)
{
    struct site_store *store = site->store;
    uint32_t node = 0;
    for (size_t i = 0; i < length; i++) {
        node = add_child(site, node, items[i].term);
        if (!node)
            return 0;
    }
    if (store->nodes[node].phrase)
        return store->nodes[node].phrase;
    struct site_phrase *phrase = ROWS_PUSH(site->phrases, site->phrase_count, store->phrase_cap);
    if (!phrase)
        return 0;
    *phrase = (struct site_phrase){.length = (uint8_t)length};
    return store->nodes[node].phrase = site->phrase_count;
}

uint32_t site_find_phrase(const struct site *site, const struct site_item *items, size_t length)
{
    uint32_t node = 0;
    for (size_t i = 0; i < length; i++) {
        node = items[i].term == SITE_BREAK ? 0 : store_find_child(site, node, items[i].term);
        if (!node)
            return SITE_NO_PHRASE;
    }
    uint32_t phrase = length ? site->store->nodes[node].phrase : 0;
    return phrase ? phrase - 1 : SITE_NO_PHRASE;
}

/* --- what phrases name --- */

/*
 * Few enough terms, no break between them, and enough letters? A title of one letter would match far too often, but an
 * author who links one letter means it. Long links are sentences, and match nowhere else; so may long titles be, but
 * who writes one out means the page.
 */
static bool phrases_is_phrase(const struct site *site, const struct site_item *items, size_t length,
                              enum name_origin origin)
{
    static const struct {
        size_t least_letters, most_terms;
    } limits[] = {[NAME_LINK] = {1, 14}, [NAME_TEXT] = {2, 14}, [NAME_TITLE] = {2, LONGEST_PHRASE}};
    if (length == 0 || length > limits[origin].most_terms)
        return false;
    size_t letters = 0;
    for (size_t i = 0; i < length; i++) {
        if (items[i].term == SITE_BREAK)
            return false;
        const struct site_term *term = &site->terms[items[i].term];
        letters += term->is_sign ? 0 : term->length;
    }
    return letters >= limits[origin].least_letters;
}

/* Puts the pairs in order, each once. */
static void sort_pairs(struct site_store *store)
{
    struct hashes pairs = {store->pairs, store->pair_count};
    hashes_order(&pairs);
    store->pair_count = store->distinct_pairs = pairs.count;
}

/* Most pairs come many times: before more room is taken, what is there is made distinct. */
static bool phrases_make_room(struct site_store *store)
{
    if (store->pair_count == store->pair_cap && store->pair_count > store->distinct_pairs * 2)
        sort_pairs(store);
    return rows_room(&store->pairs, store->pair_count, 1, &store->pair_cap, sizeof *store->pairs);
}

void site_add_name(struct site *site, const struct site_item *items, size_t length, uint32_t page,
                   enum name_origin origin)
{
    if (!phrases_is_phrase(site, items, length, origin))
        return;
    uint32_t phrase = add_phrase(site, items, length);
    if (phrase && phrases_make_room(site->store))
        site->store->pairs[site->store->pair_count++] = (site_pair)(phrase - 1) << 32 | page;
    else
        site_fail(site);
}

/* Sets a bit for each edge, in so many bits that seven of eight are free. False: memory ran out. */
static bool make_filter(struct site_store *store)
{
    enum { BITS_PER_EDGE = 8, LEAST_BITS = 64 };
    const struct numbers *edges = &store->edges;
    store->filter_bits = LEAST_BITS;
    while (store->filter_bits < edges->count * BITS_PER_EDGE)
        store->filter_bits *= 2;
    store->filter = huge_calloc(store->filter_bits / 64, sizeof *store->filter);
    for (size_t i = 0; store->filter && i < edges->cap; i++) {
        size_t bit = (size_t)numbers_hash(&edges->slots[i]) & (store->filter_bits - 1);
        if (edges->slots[i].value)
            store->filter[bit / 64] |= (uint64_t)1 << bit % 64;
    }
    return store->filter != NULL;
}

/* Notes with each term whether it is a phrase by itself. */
static void note_single_terms(struct site *site)
{
    for (uint32_t i = 0; i < site->term_count; i++)
        site->terms[i].phrase = site->terms[i].node ? site->store->nodes[site->terms[i].node].phrase : 0;
}

enum status phrases_finish(struct site *site, struct error *err)
{
    struct site_store *store = site->store;
    sort_pairs(store);
    if (store->pair_count >= UINT32_MAX)
        return error_set(err, E_LIMIT, NULL, "the site is too large for one index");
    site->targets = huge_calloc(store->pair_count + 1, sizeof *site->targets);
    if (!site->targets || !make_filter(store))
        return error_memory(err);
    note_single_terms(site);
    for (size_t i = 0; i < store->pair_count; i++) {
        uint32_t phrase = (uint32_t)(store->pairs[i] >> 32);
        struct site_phrase *names = &site->phrases[phrase];
        if (!names->target_count++)
            names->first_target = (uint32_t)i;
        site->targets[i] =
            (struct site_target){.phrase = phrase, .page = (uint32_t)store->pairs[i], .title_kind = TITLE_NONE};
    }
    site->target_count = (uint32_t)store->pair_count;
    free(store->pairs);
    store->pairs = NULL;
    return OK;
}

uint32_t site_find_target(const struct site *site, uint32_t phrase, uint32_t page)
{
    const struct site_phrase *record = &site->phrases[phrase];
    const struct site_target *targets = site->targets + record->first_target;
    size_t at = SEARCH_FIRST(struct site_target, page, targets, record->target_count, page);
    return at < record->target_count && targets[at].page == page ? record->first_target + (uint32_t)at : SITE_NO_PAGE;
}

/* The most linked first, then the best names. */
static int compare_targets(const void *a, const void *b)
{
    const struct site_target *left = a, *right = b;
    if (left->counts[TARGET_LINKS] != right->counts[TARGET_LINKS])
        return left->counts[TARGET_LINKS] > right->counts[TARGET_LINKS] ? -1 : 1;
    if (left->title_kind != right->title_kind)
        return left->title_kind < right->title_kind ? -1 : 1;
    return (left->page > right->page) - (left->page < right->page);
}

void phrases_rank(struct site *site)
{
    for (uint32_t i = 0; i < site->phrase_count; i++) {
        struct site_phrase *phrase = &site->phrases[i];
        if (phrase->target_count > 1)
            qsort(site->targets + phrase->first_target, phrase->target_count, sizeof *site->targets, compare_targets);
        phrase->target_count = phrase->target_count < MAX_TARGETS ? phrase->target_count : MAX_TARGETS;
    }
}
