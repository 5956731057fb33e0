#include "link/match/occurrences.h"

#include "base/vec.h"

/* A way into the trie: the lexemes from `first` to before `next` lead to `node`. */
struct occurrences_way {
    uint32_t first, next, node;
};

struct occurrences_walk {
    const struct link_index *index;
    const struct lexed *lexed;
    const uint32_t *terms, *wholes; /* of terms_find */
    struct halves halves;
    uint32_t *reached; /* per lexeme, and behind the last: its term, if a phrase from before it may reach over it */
    struct occurrences_way *ways; /* of the present level, in the order of the content */
    size_t way_count;
    struct occurrence *found; /* level by level */
    size_t found_count, found_cap;
    uint32_t *counts; /* per lexeme: how many begin there */
    struct arena *arena;
};

/* --- the trie --- */

static bool may_end(const struct lexed *lexed, size_t last)
{
    return last == lexed->count || !(lexed->lexemes[last].marks & MARK_CONTINUES_WORD);
}

/* Keeps the phrase that ends at the way's node, if there is one. */
static void note(struct occurrences_walk *walk, const struct occurrences_way *way)
{
    uint32_t phrase = index_phrase_at(walk->index, way->node);
    if (phrase == INDEX_NO_PHRASE || !may_end(walk->lexed, way->next) ||
        halves_are_cut(&walk->halves, way->first, way->next))
        return;
    struct occurrence *found = VEC_PUSH(walk->arena, walk->found, walk->found_count, walk->found_cap);
    if (!found)
        return;
    *found = (struct occurrence){.first = way->first, .last = way->next, .phrase = phrase};
    walk->counts[way->first]++;
    FETCH(&walk->index->phrases[phrase]);
}

static bool is_site_link(const struct lexeme *lexeme)
{
    return lexeme->blocked == BLOCK_SITE_LINK;
}

static void add_way(struct occurrences_walk *walk, size_t first, size_t next, uint32_t term)
{
    uint32_t node = index_find_child(walk->index, 0, term);
    if (node == INDEX_NO_NODE)
        return;
    walk->ways[walk->way_count++] = (struct occurrences_way){(uint32_t)first, (uint32_t)next, node};
    index_fetch_node(walk->index, node);
}

static bool may_link(const struct lexeme *lexeme)
{
    return !lexeme->blocked || is_site_link(lexeme);
}

/* Adds the way over both words around a hyphen as one word. */
static void add_whole(struct occurrences_walk *walk, size_t hyphen)
{
    const struct lexeme *sign = &walk->lexed->lexemes[hyphen];
    bool is_open = may_link(sign - 1) && may_link(sign) && may_link(sign + 1);
    if (is_open && walk->wholes[hyphen] != INDEX_NO_TERM && !(sign[-1].marks & MARK_CONTINUES_WORD) &&
        !((sign->marks | sign[1].marks) & MARK_STARTS_PHRASE))
        add_way(walk, hyphen - 1, hyphen + 2, walk->wholes[hyphen]);
}

/* The first level: the terms themselves. Sets what may be reached, too. */
static void occurrences_begin(struct occurrences_walk *walk)
{
    const struct lexeme *lexemes = walk->lexed->lexemes;
    for (size_t i = 0; i < walk->lexed->count; i++) {
        uint32_t term = may_link(&lexemes[i]) ? walk->terms[i] : INDEX_NO_TERM;
        walk->reached[i] = lexemes[i].marks & MARK_STARTS_PHRASE ? INDEX_NO_TERM : term;
        if (term == OCCURRENCE_SKIP)
            add_whole(walk, i);
        else if (term != INDEX_NO_TERM && !(lexemes[i].marks & MARK_CONTINUES_WORD))
            add_way(walk, i, i + 1, term);
    }
    walk->reached[walk->lexed->count] = INDEX_NO_TERM;
}

/* Ways whose edges are asked for at once: enough for the memory to be busy, few enough for the cache. */
enum { AT_ONCE = 32 };

/*
 * Takes the ways on from *from that can go on at all, one step further but for the node, and asks for their edges.
 * Returns how many they are.
 */
static size_t fetch_ways(const struct occurrences_walk *walk, size_t *from, struct occurrences_way ways[AT_ONCE],
                         uint64_t edges[AT_ONCE])
{
    size_t count = 0;
    for (; *from < walk->way_count && count < AT_ONCE; ++*from) {
        struct occurrences_way way = walk->ways[*from];
        way.next += walk->reached[way.next] == OCCURRENCE_SKIP;
        uint32_t term = walk->reached[way.next];
        if (term == INDEX_NO_TERM || !index_may_have_child(walk->index, way.node, term))
            continue;
        way.next++;
        edges[count] = index_hash_edge(way.node, term);
        index_fetch_edge(walk->index, edges[count]);
        ways[count++] = way;
    }
    return count;
}

/* From one level to the next. Ways that end are dropped. */
static void advance(struct occurrences_walk *walk)
{
    struct occurrences_way ways[AT_ONCE];
    uint64_t edges[AT_ONCE];
    size_t kept = 0, from = 0, count;
    while ((count = fetch_ways(walk, &from, ways, edges)) > 0) {
        for (size_t i = 0; i < count; i++) {
            ways[i].node = index_find_edge(walk->index, edges[i]);
            if (ways[i].node == INDEX_NO_NODE)
                continue;
            walk->ways[kept++] = ways[i];
            note(walk, &ways[i]);
        }
    }
    walk->way_count = kept;
}

static void walk_trie(struct occurrences_walk *walk)
{
    occurrences_begin(walk);
    for (size_t i = 0; i < walk->way_count; i++)
        note(walk, &walk->ways[i]);
    while (walk->way_count)
        advance(walk);
}

/* --- the list --- */

/* Puts what was found in order: by first lexeme, then by length, in which order the levels found it. */
static void sort(struct occurrences_walk *walk, struct occurrences *occurrences)
{
    occurrences->list = ARENA_ARRAY(walk->arena, walk->found_count, struct occurrence);
    if (!occurrences->list)
        return;
    uint32_t place = 0;
    for (size_t i = 0; i < walk->lexed->count; i++) {
        uint32_t count = walk->counts[i];
        walk->counts[i] = place;
        place += count;
    }
    for (size_t i = 0; i < walk->found_count; i++)
        occurrences->list[walk->counts[walk->found[i].first]++] = walk->found[i];
    occurrences->count = walk->found_count;
}

/* Marks what lies within another one. */
static void mark_covered(struct occurrences *occurrences)
{
    struct occurrence *list = occurrences->list;
    uint32_t covered_to = 0; /* where the one that reaches furthest of those that begin before ends */
    for (size_t from = 0, to; from < occurrences->count; from = to) {
        for (to = from + 1; to < occurrences->count && list[to].first == list[from].first; to++)
            ;
        for (size_t i = from; i < to; i++)
            list[i].is_covered = list[i].last <= covered_to || i + 1 < to;
        if (list[to - 1].last > covered_to)
            covered_to = list[to - 1].last;
    }
}

/* Counts the occurrences of each phrase and drops those beyond MAX_OCCURRENCES. */
static void limit(struct occurrences *occurrences)
{
    size_t kept = 0;
    table_reserve(&occurrences->totals, occurrences->count);
    for (size_t i = 0; i < occurrences->count; i++) {
        struct table_slot *total = table_put(&occurrences->totals, occurrences->list[i].phrase, 0);
        if (total && ++total->value <= MAX_OCCURRENCES)
            occurrences->list[kept++] = occurrences->list[i];
    }
    occurrences->count = kept;
}

/* Asks for the targets of the phrases, and then for their pages, of which there may be a few. */
static void fetch_targets(const struct link_index *index, const struct occurrences *occurrences)
{
    enum { FEW = 4, IN_LINE = 64 / sizeof(struct index_target) };
    for (size_t i = 0; i < occurrences->count; i++) {
        const struct index_phrase *phrase = &index->phrases[occurrences->list[i].phrase];
        for (size_t at = 0; at < phrase->target_count; at += IN_LINE)
            FETCH(&index->targets[phrase->first_target + at]);
    }
    for (size_t i = 0; i < occurrences->count; i++) {
        const struct index_phrase *phrase = &index->phrases[occurrences->list[i].phrase];
        size_t count = index_clip(index, SECTION_TARGETS, phrase->first_target, phrase->target_count);
        for (size_t at = 0; at < count && at < FEW; at++)
            FETCH(&index->pages[index->targets[phrase->first_target + at].page]);
    }
}

enum status occurrences_find(const struct link_index *index, const struct lexed *lexed, const struct language *language,
                             struct arena *arena, struct occurrences *occurrences, struct error *err)
{
    *occurrences = (struct occurrences){.totals = {.arena = arena}};
    struct occurrences_walk walk = {.index = index, .lexed = lexed, .arena = arena};
    occurrences->terms = ARENA_ARRAY(arena, lexed->count, uint32_t);
    walk.ways = ARENA_ARRAY(arena, lexed->count, struct occurrences_way);
    walk.counts = ARENA_ARRAY(arena, lexed->count, uint32_t);
    walk.reached = ARENA_ARRAY(arena, lexed->count + 1, uint32_t);
    uint32_t *wholes = ARENA_ARRAY(arena, lexed->count, uint32_t);
    walk.wholes = wholes;
    if (!halves_find(lexed, arena, &walk.halves) || arena_failed(arena))
        return error_memory(err);
    enum status status = terms_find(index, lexed, language, arena, occurrences->terms, wholes, err);
    if (status != OK)
        return status;
    walk.terms = occurrences->terms;
    walk_trie(&walk);
    sort(&walk, occurrences);
    mark_covered(occurrences);
    limit(occurrences);
    fetch_targets(index, occurrences);
    return arena_failed(arena) ? error_memory(err) : OK;
}
