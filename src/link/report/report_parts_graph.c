#include "link/report/report_parts.h"

#define NO_NODE UINT32_MAX

struct grapher {
    const struct report_facts *facts;
    struct report_graph *graph;
    const uint32_t *pages;   /* of the nodes */
    uint32_t *nodes;         /* of the pages */
    uint32_t *marks;         /* per node: what it was met for last, + 1 */
    struct page_order order; /* the ones that most pages link to from their text come first */
};

static struct report_node parts_graph_describe(const struct report_facts *facts, uint32_t page)
{
    return (struct report_node){
        .url = report_facts_url(facts, page),
        .title = report_facts_title(facts, page),
        .pages = 1,
        .orphans = report_facts_is_orphan(facts, page),
        .weak = report_facts_is_weak(facts, page),
        .inbound = facts->pages[page].inbound,
        .outbound = facts->pages[page].outbound,
        .group = facts->pages[page].folder,
    };
}

/* The entry comes first; it takes the place of the last one when it is not among them. */
static void put_entry_first(struct best *best, uint32_t entry)
{
    size_t at = 0;
    while (at + 1 < best->count && best->list[at] != entry)
        at++;
    if (!best->count || entry == FACTS_NO_PAGE)
        return;
    memmove(best->list + 1, best->list, at * sizeof *best->list);
    best->list[0] = entry;
}

/* Adds each page in so many that is not listed yet. */
static void add_each(struct best *best, size_t most, bool *is_listed, size_t page_count, size_t step)
{
    for (size_t page = step / 2; page < page_count && best->count < most; page += step) {
        if (is_listed[page])
            continue;
        is_listed[page] = true;
        best->list[best->count++] = (uint32_t)page;
    }
}

/*
 * Two thirds are the most linked pages. The others come at even distances from the rest of the site, so that the graph
 * shows what is usual there.
 */
static struct best choose_pages(const struct grapher *grapher, size_t most)
{
    const struct report_facts *facts = grapher->facts;
    size_t pages = facts->page_count;
    bool is_whole = pages <= most;
    struct best best = best_new(facts->scratch, most, report_by_keys, &grapher->order);
    bool *is_listed = ARENA_ARRAY(facts->scratch, pages + 1, bool);
    if (arena_failed(facts->scratch))
        return (struct best){.count = 0};
    best.cap = is_whole ? most : most - most / 3;
    for (uint32_t page = 0; page < pages; page++)
        best_add(&best, page);
    best_sort(&best);
    put_entry_first(&best, facts->entry);
    for (size_t i = 0; i < best.count; i++)
        is_listed[best.list[i]] = true;
    if (most / 3)
        add_each(&best, most, is_listed, pages, is_whole ? 1 : pages / (most / 3));
    add_each(&best, most, is_listed, pages, 1); /* for those that were listed before */
    return best;
}

static void choose_nodes(struct grapher *grapher, size_t most)
{
    const struct report_facts *facts = grapher->facts;
    struct best best = choose_pages(grapher, most);
    grapher->pages = best.list;
    grapher->graph->node_total = best.total;
    grapher->graph->nodes = ARENA_ARRAY(facts->arena, best.count, struct report_node);
    grapher->nodes = ARENA_ARRAY(facts->scratch, facts->page_count + 1, uint32_t);
    grapher->marks = ARENA_ARRAY(facts->scratch, best.count + 1, uint32_t);
    if (!grapher->graph->nodes || !grapher->nodes || !grapher->marks)
        return;
    for (size_t i = 0; i < facts->page_count; i++)
        grapher->nodes[i] = NO_NODE;
    for (uint32_t i = 0; i < best.count; i++) {
        grapher->nodes[best.list[i]] = i;
        grapher->graph->nodes[i] = parts_graph_describe(facts, best.list[i]);
    }
    grapher->graph->node_count = best.count;
}

/* Adds, or only counts, up to `most` edges of a node. round: a number that no other call has. */
static size_t follow_links(struct grapher *grapher, uint32_t node, bool is_listed, uint32_t round, size_t most,
                           bool is_counting)
{
    struct report_graph *graph = grapher->graph;
    uint32_t page = grapher->pages[node];
    struct link_walk walk = walk_links(grapher->facts, page);
    size_t added = 0;
    for (struct fact_link link; added < most && walk_next(&walk, grapher->facts, page, &link);) {
        uint32_t to = grapher->nodes[link.page];
        if (link.is_listed != is_listed || to == NO_NODE || grapher->marks[to] == round)
            continue;
        grapher->marks[to] = round;
        if (!is_counting)
            graph->edges[graph->edge_count++] = (struct report_edge){node, to, 1};
        added++;
    }
    return added;
}

static void parts_graph_make_edges(struct grapher *grapher)
{
    struct report_graph *graph = grapher->graph;
    uint32_t count = (uint32_t)graph->node_count;
    size_t total = 0, each = SIZE_MAX;
    for (uint32_t node = 0; node < count; node++)
        for (int listed = 0; listed < 2; listed++)
            total += follow_links(grapher, node, listed, node + 1, SIZE_MAX, true);
    graph->edge_total = (int64_t)total;
    if (total > (size_t)count * REPORT_EDGES_PER_NODE) {
        total = (size_t)count * REPORT_EDGES_PER_NODE;
        each = REPORT_EDGES_PER_NODE;
    }
    graph->edges = ARENA_ARRAY(grapher->facts->arena, total, struct report_edge);
    for (uint32_t node = 0; graph->edges && node < count; node++) {
        size_t added = follow_links(grapher, node, false, count + node + 1, each, false);
        follow_links(grapher, node, true, count + node + 1, each - added, false);
    }
}

void report_make_graph(const struct report_facts *facts, size_t nodes, struct link_report *report)
{
    struct grapher grapher = {
        .facts = facts, .graph = &report->graph, .order = {facts, {{MOST(inbound_in_text)}, {MOST(inbound)}}}};
    choose_nodes(&grapher, nodes);
    parts_graph_make_edges(&grapher);
}
