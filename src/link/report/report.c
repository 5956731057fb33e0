#include "link/report/report.h"

#include "link/report/report_parts.h"

/* A folder is divided when it holds more than one page in so many; a part of it must hold at least two pages, and one
 * page in so many. */
enum { ROUNDS = 6, LARGE_SHARE = 20, SMALL_SHARE = 100, LEAST_PAGES = 2 };

/* Pages whose keys begin with the same parts of a path: "example.org", "example.org/blog". */
struct site_folder {
    struct str name; /* a slice of a key, without the last slash */
    size_t pages;
    bool is_divided;
};

/* A part of a folder that might become one itself. */
struct folder_part {
    size_t pages;
    uint32_t folder; /* what it became + 1 */
};

struct divider {
    struct report_facts *facts;
    struct site_folder *folders;
    size_t count, in_use; /* in_use: those that hold pages */
    struct map parts;     /* of this round: struct folder_part by name */
};

/* --- dividing --- */

static struct str folders_path_of(const struct report_facts *facts, uint32_t page)
{
    struct str key = facts->keys[page];
    key.len = str_find(key, STR("?"), 0);
    return key;
}

/* The next longer name behind that of the folder; false when the page lies directly in the folder. */
static bool next_part(struct str path, struct str folder, struct str *part, bool *has_more)
{
    if (path.len <= folder.len)
        return false;
    size_t end = str_find(path, STR("/"), folder.len ? folder.len + 1 : 0);
    *part = (struct str){path.data, end};
    *has_more = end < path.len;
    return true;
}

static bool is_large(const struct divider *divider, uint32_t folder)
{
    const struct site_folder *one = &divider->folders[folder];
    return one->name.len == 0 || one->pages * LARGE_SHARE > divider->facts->page_count;
}

static void count_parts(struct divider *divider)
{
    const struct report_facts *facts = divider->facts;
    for (uint32_t page = 0; page < facts->page_count; page++) {
        struct str name;
        bool has_more;
        uint32_t folder = facts->pages[page].folder;
        if (!is_large(divider, folder) ||
            !next_part(folders_path_of(facts, page), divider->folders[folder].name, &name, &has_more))
            continue;
        if (!has_more && divider->folders[folder].name.len)
            continue;
        void **slot = map_put(&divider->parts, name);
        if (slot && !*slot)
            *slot = ARENA_NEW(facts->scratch, struct folder_part);
        if (!slot || !*slot)
            return;
        ((struct folder_part *)*slot)->pages++;
    }
}

static int by_pages(const void *context, uint32_t a, uint32_t b)
{
    const struct map_entry *parts = context;
    const struct folder_part *one = parts[a].value, *other = parts[b].value;
    int order = by_number((int64_t)other->pages, (int64_t)one->pages);
    return order ? order : str_cmp(parts[a].key, parts[b].key);
}

/* Sites of their own always are folders. */
static bool is_folder(const struct divider *divider, const struct folder_part *part)
{
    return divider->count == 1 ||
           (part->pages >= LEAST_PAGES && part->pages * SMALL_SHARE >= divider->facts->page_count);
}

/* The largest parts become folders, as many as there is room for. */
static void choose_parts(struct divider *divider)
{
    const struct map_entry *parts = divider->parts.entries;
    struct best best = best_new(divider->facts->scratch, REPORT_FOLDERS - divider->in_use + 1, by_pages, parts);
    for (uint32_t i = 0; i < divider->parts.count; i++)
        if (is_folder(divider, parts[i].value))
            best_add(&best, i);
    best_sort(&best);
    for (size_t i = 0; i < best.count && divider->count < ROUNDS * REPORT_FOLDERS; i++) {
        const struct map_entry *entry = &parts[best.list[i]];
        divider->folders[divider->count++] = (struct site_folder){.name = entry->key};
        ((struct folder_part *)entry->value)->folder = (uint32_t)divider->count;
    }
}

/* Puts the pages into the new folders. False: none has moved. */
static bool move_pages(struct divider *divider)
{
    struct report_facts *facts = divider->facts;
    bool has_moved = false;
    for (uint32_t page = 0; page < facts->page_count; page++) {
        struct str name;
        bool has_more;
        struct site_folder *from = &divider->folders[facts->pages[page].folder];
        if (!next_part(folders_path_of(facts, page), from->name, &name, &has_more))
            continue;
        const struct folder_part *part = map_get(&divider->parts, name);
        if (!part || !part->folder)
            continue;
        facts->pages[page].folder = part->folder - 1;
        divider->folders[part->folder - 1].pages++;
        from->pages--;
        from->is_divided = has_moved = true;
    }
    divider->in_use = 0;
    for (size_t i = 0; i < divider->count; i++)
        divider->in_use += divider->folders[i].pages > 0;
    return has_moved;
}

static void divide(struct divider *divider)
{
    struct report_facts *facts = divider->facts;
    bool goes_on = true;
    divider->folders[0] = (struct site_folder){.name = STR(""), .pages = facts->page_count};
    divider->count = divider->in_use = 1;
    for (int round = 0; goes_on && round < ROUNDS && divider->in_use < REPORT_FOLDERS; round++) {
        map_init(&divider->parts, facts->scratch);
        count_parts(divider);
        if (arena_failed(facts->scratch))
            return;
        choose_parts(divider);
        goes_on = move_pages(divider);
    }
}

/* --- the folders that hold pages, the largest first --- */

static int by_size(const void *context, uint32_t a, uint32_t b)
{
    const struct site_folder *folders = context;
    int order = by_number((int64_t)folders[b].pages, (int64_t)folders[a].pages);
    if (!order)
        order = str_cmp(folders[a].name, folders[b].name);
    return order ? order : by_number(a, b);
}

/* "example.org/blog/", with a star behind when folders were taken out of it; a path alone for a site without a name. */
static struct str folders_shown_name(const struct site_folder *folder, struct arena *arena)
{
    struct str name = page_url_shown(folder->name);
    const char *text = arena_printf(arena, "%.*s/%s", STR_ARG(name), folder->is_divided ? "*" : "");
    return str_from(text);
}

static void count_page(const struct report_facts *facts, uint32_t page, struct report_node *node)
{
    node->pages++;
    node->orphans += report_facts_is_orphan(facts, page);
    node->weak += report_facts_is_weak(facts, page);
}

static void make_nodes(struct divider *divider, struct report_graph *graph)
{
    struct report_facts *facts = divider->facts;
    struct best best = best_new(facts->scratch, divider->count, by_size, divider->folders);
    uint32_t *numbers = ARENA_ARRAY(facts->scratch, divider->count, uint32_t);
    for (uint32_t i = 0; i < divider->count; i++)
        if (divider->folders[i].pages)
            best_add(&best, i);
    graph->nodes = best_finish(&best, facts->arena, sizeof *graph->nodes, &graph->node_total);
    if (!numbers || !graph->nodes)
        return;
    for (uint32_t i = 0; i < best.count; i++) {
        numbers[best.list[i]] = i;
        graph->nodes[i].url = folders_shown_name(&divider->folders[best.list[i]], facts->arena);
        graph->nodes[i].group = i;
    }
    graph->node_count = best.count;
    for (uint32_t page = 0; page < facts->page_count; page++) {
        facts->pages[page].folder = numbers[facts->pages[page].folder];
        count_page(facts, page, &graph->nodes[facts->pages[page].folder]);
    }
}

/* --- the links between them --- */

static void folders_make_edges(const struct report_facts *facts, struct report_graph *graph)
{
    size_t count = graph->node_count;
    int64_t *links = ARENA_ARRAY(facts->scratch, count * count + 1, int64_t);
    uint32_t *marks = ARENA_ARRAY(facts->scratch, facts->page_count + 1, uint32_t);
    graph->edges = ARENA_ARRAY(facts->arena, count * count + 1, struct report_edge);
    if (!links || !marks || !graph->edges)
        return;
    for (uint32_t page = 0; page < facts->page_count; page++) {
        struct link_walk walk = walk_links(facts, page);
        uint32_t from = facts->pages[page].folder;
        for (struct fact_link link; walk_next(&walk, facts, page, &link);) {
            if (marks[link.page] == page + 1)
                continue;
            marks[link.page] = page + 1;
            links[from * count + facts->pages[link.page].folder]++;
        }
    }
    for (size_t i = 0; i < count * count; i++) {
        uint32_t from = (uint32_t)(i / count), to = (uint32_t)(i % count);
        if (!links[i] || from == to)
            continue;
        graph->edges[graph->edge_count++] = (struct report_edge){from, to, links[i]};
        graph->nodes[from].outbound += links[i];
        graph->nodes[to].inbound += links[i];
    }
    graph->edge_total = (int64_t)graph->edge_count;
}

static void report_make_folders(struct report_facts *facts, struct link_report *report)
{
    struct divider divider = {.facts = facts,
                              .folders = ARENA_ARRAY(facts->scratch, ROUNDS * REPORT_FOLDERS + 1, struct site_folder)};
    if (!divider.folders)
        return;
    divide(&divider);
    make_nodes(&divider, &report->folders);
    if (report->folders.node_count)
        folders_make_edges(facts, &report->folders);
}

#define NO_NODE UINT32_MAX

struct grapher {
    const struct report_facts *facts;
    struct report_graph *graph;
    const uint32_t *pages;   /* of the nodes */
    uint32_t *nodes;         /* of the pages */
    uint32_t *marks;         /* per node: what it was met for last, + 1 */
    struct page_order order; /* the ones that most pages link to from their text come first */
};

static struct report_node graph_describe(const struct report_facts *facts, uint32_t page)
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
        grapher->graph->nodes[i] = graph_describe(facts, best.list[i]);
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

static void graph_make_edges(struct grapher *grapher)
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

static void report_make_graph(const struct report_facts *facts, size_t nodes, struct link_report *report)
{
    struct grapher grapher = {
        .facts = facts, .graph = &report->graph, .order = {facts, {{MOST(inbound_in_text)}, {MOST(inbound)}}}};
    choose_nodes(&grapher, nodes);
    graph_make_edges(&grapher);
}

static size_t within(size_t number, size_t usual, size_t most)
{
    number = number ? number : usual;
    return number < most ? number : most;
}

static bool is_shorter(int64_t total, size_t count)
{
    return total > (int64_t)count;
}

static bool find_cuts(const struct link_report *report)
{
    const struct report_pages *const lists[] = {&report->orphans, &report->weak,      &report->inbound,
                                                &report->top,     &report->dead_ends, &report->unreachable,
                                                &report->deepest};
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        if (is_shorter(lists[i]->total, lists[i]->count))
            return true;
    return is_shorter(report->broken_total, report->broken_count) ||
           is_shorter(report->anchor_total, report->anchor_count) ||
           is_shorter(report->shared_total, report->shared_count) ||
           is_shorter(report->uneven_total, report->uneven_count) ||
           is_shorter(report->graph.node_total, report->graph.node_count) ||
           is_shorter(report->graph.edge_total, report->graph.edge_count);
}

static int64_t total_links(const struct link_index *index)
{
    uint64_t links = index_count(index, SECTION_AUDIT_TOTALS) ? index->audit.totals->links : 0;
    return links < INT64_MAX ? (int64_t)links : INT64_MAX;
}

static int64_t total_broken(const struct link_index *index, size_t kept)
{
    uint64_t total = index_count(index, SECTION_AUDIT_TOTALS) ? index->audit.totals->broken : 0;
    return total > kept && total < INT64_MAX ? (int64_t)total : (int64_t)kept;
}

static void list_broken(const struct report_facts *facts, struct link_report *report)
{
    const struct link_index *index = facts->index;
    size_t kept = index_count(index, SECTION_AUDIT_BROKEN), wanted = kept < report->limit ? kept : report->limit;
    report->broken = ARENA_ARRAY(facts->arena, wanted, struct report_broken);
    for (size_t i = 0; report->broken && i < kept && report->broken_count < wanted; i++) {
        const struct audit_broken *record = &index->audit.broken[i];
        if (record->page >= facts->page_count)
            continue;
        report->broken[report->broken_count++] = (struct report_broken){
            .from = report_facts_url(facts, record->page),
            .title = report_facts_title(facts, record->page),
            .to = page_url_shown(index_audit_text(index, record->url, facts->arena)),
            .text = index_audit_text(index, record->text, facts->arena),
            .status = record->status && record->status < 1000 ? (int64_t)record->status : -1,
        };
    }
    report->broken_total = total_broken(index, kept);
}

static enum status report_make(struct report_facts *facts, const struct report_options *options,
                               struct link_report *report, struct error *err)
{
    enum status status = report_facts_count(facts, options->entry, err);
    if (status)
        return status;
    report_list_pages(facts, report);
    report_list_anchors(facts, report);
    list_broken(facts, report);
    report_make_folders(facts, report);
    report_make_graph(facts, within(options->nodes, REPORT_NODES, REPORT_NODES_MAX), report);
    return arena_failed(facts->arena) || arena_failed(facts->scratch) ? error_memory(err) : OK;
}

enum status link_report_make(const struct link_index *index, const struct report_options *options, struct arena *arena,
                             struct link_report *report, struct error *err)
{
    *report = (struct link_report){.limit = within(options->limit, REPORT_LIMIT, REPORT_LIMIT_MAX),
                                   .weak_below =
                                       (int64_t)within(options->weak_below, REPORT_WEAK_BELOW, REPORT_WEAK_BELOW_MAX)};
    enum status status = index_check_size(index, err);
    if (status)
        return status;
    struct report_facts facts = {
        .index = index, .scratch = arena_new(), .arena = arena, .weak_below = (size_t)report->weak_below};
    status = facts.scratch ? report_make(&facts, options, report, err) : error_memory(err);
    arena_free(facts.scratch);
    report->links = total_links(index);
    report->is_cut = find_cuts(report);
    return status;
}

#define SHAPE(name, summary, type, fields)                                                                             \
    {                                                                                                                  \
        name, summary, sizeof(type), fields, COUNT_OF(fields)                                                          \
    }

#define AT(type, member) offsetof(struct type, member)

static const struct shape_field of_suggestion[] = {
    {"url", SHAPE_TEXT, AT(report_suggestion, url), .summary = "The page that could link."},
    {"title", SHAPE_TEXT, AT(report_suggestion, title), .summary = "Its title."},
    {"text", SHAPE_TEXT, AT(report_suggestion, text),
     .summary = "What its text holds, and what names the page to link to."},
};

static const struct report_shape suggestion =
    SHAPE("LinkSuggestion", "A page that could link to another one.", struct report_suggestion, of_suggestion);

static const struct shape_field of_page[] = {
    {"url", SHAPE_TEXT, AT(report_page, url), .summary = "Where it is."},
    {"title", SHAPE_TEXT, AT(report_page, title), .summary = "Its title."},
    {"inbound", SHAPE_COUNT, AT(report_page, inbound), .summary = "Other pages that link to it."},
    {"inboundInText", SHAPE_COUNT, AT(report_page, inbound_in_text),
     .summary = "Of these, those that do so in running text."},
    {"outbound", SHAPE_COUNT, AT(report_page, outbound), .summary = "Other pages that it links to."},
    {"outboundInText", SHAPE_COUNT, AT(report_page, outbound_in_text),
     .summary = "Of these, those it links to in running text."},
    {"depth", SHAPE_AMOUNT, AT(report_page, depth),
     .summary = "Clicks from the entry page; null: no way leads there, or there is no entry page."},
    {"suggestions", SHAPE_LIST, AT(report_page, suggestions), AT(report_page, suggestion_count), &suggestion,
     "Pages that could link to it; of orphans and weak pages alone."},
};

static const struct report_shape page =
    SHAPE("LinkedPage", "A page and how it is linked.", struct report_page, of_page);

static const struct shape_field of_broken[] = {
    {"from", SHAPE_TEXT, AT(report_broken, from), .summary = "The page on which it stands."},
    {"title", SHAPE_TEXT, AT(report_broken, title), .summary = "The title of that page."},
    {"to", SHAPE_TEXT, AT(report_broken, to), .summary = "The address that it has."},
    {"text", SHAPE_TEXT, AT(report_broken, text), .summary = "What it says."},
    {"status", SHAPE_AMOUNT, AT(report_broken, status),
     .summary = "What the address answered; null: nobody has asked it."},
};

static const struct report_shape broken =
    SHAPE("BrokenLink", "A link that leads to none of the pages.", struct report_broken, of_broken);

static const struct shape_field of_anchor[] = {
    {"text", SHAPE_TEXT, AT(report_anchor, text), .summary = "What the links say."},
    {"url", SHAPE_TEXT, AT(report_anchor, url), .summary = "The page that they lead to."},
    {"count", SHAPE_COUNT, AT(report_anchor, count), .summary = "How often."},
};

static const struct report_shape anchor = SHAPE("Anchor", "What links say of a page.", struct report_anchor, of_anchor);

static const struct shape_field of_shared[] = {
    {"text", SHAPE_TEXT, AT(report_shared_anchor, text), .summary = "What the links say."},
    {"count", SHAPE_COUNT, AT(report_shared_anchor, count), .summary = "How often."},
    {"targetCount", SHAPE_COUNT, AT(report_shared_anchor, target_count), .summary = "Pages that they lead to."},
    {"targets", SHAPE_LIST, AT(report_shared_anchor, targets), AT(report_shared_anchor, listed), &anchor,
     "Those with the most links."},
};

static const struct report_shape shared =
    SHAPE("SharedAnchor", "A text that links to several pages.", struct report_shared_anchor, of_shared);

static const struct shape_field of_uneven[] = {
    {"url", SHAPE_TEXT, AT(report_uneven_anchor, url), .summary = "The page."},
    {"title", SHAPE_TEXT, AT(report_uneven_anchor, title), .summary = "Its title."},
    {"kind", SHAPE_TEXT, AT(report_uneven_anchor, kind),
     .summary = "`uniform`: nearly all links to it say the same; `scattered`: hardly two of them do."},
    {"count", SHAPE_COUNT, AT(report_uneven_anchor, count), .summary = "Links to it from running text."},
    {"different", SHAPE_COUNT, AT(report_uneven_anchor, different), .summary = "Different things that they say."},
    {"text", SHAPE_TEXT, AT(report_uneven_anchor, text), .summary = "The most frequent of them."},
    {"share", SHAPE_SHARE, AT(report_uneven_anchor, share), .summary = "Share of the links that say it."},
};

static const struct report_shape uneven =
    SHAPE("UnevenAnchors", "A page to which links say too much the same, or too many things.",
          struct report_uneven_anchor, of_uneven);

static const struct shape_field of_depth[] = {
    {"depth", SHAPE_COUNT, AT(report_depth, depth), .summary = "Clicks from the entry page."},
    {"pages", SHAPE_COUNT, AT(report_depth, pages), .summary = "Pages that are so many clicks away."},
};

static const struct report_shape depth =
    SHAPE("LinkDepth", "How many pages are how far away.", struct report_depth, of_depth);

static const struct shape_field of_node[] = {
    {"url", SHAPE_TEXT, AT(report_node, url),
     .summary = "The page; of a folder, where its addresses begin, with a star where other folders lie in it."},
    {"title", SHAPE_TEXT, AT(report_node, title), .summary = "Its title; of a folder empty."},
    {"pages", SHAPE_COUNT, AT(report_node, pages), .summary = "Pages; 1 for a page."},
    {"orphans", SHAPE_COUNT, AT(report_node, orphans), .summary = "Of these, orphans."},
    {"weak", SHAPE_COUNT, AT(report_node, weak), .summary = "Of these, weak pages."},
    {"inbound", SHAPE_COUNT, AT(report_node, inbound),
     .summary = "Pages that link to it; of a folder, links that come in."},
    {"outbound", SHAPE_COUNT, AT(report_node, outbound),
     .summary = "Pages that it links to; of a folder, links that go out."},
    {"folder", SHAPE_PLACE, AT(report_node, group), .summary = "Its place in the list of folders."},
};

static const struct report_shape node =
    SHAPE("LinkNode", "A page of the graph of links, or a folder.", struct report_node, of_node);

static const struct shape_field of_edge[] = {
    {"from", SHAPE_PLACE, AT(report_edge, from), .summary = "Place of the node that links."},
    {"to", SHAPE_PLACE, AT(report_edge, to), .summary = "Place of the node that is linked."},
    {"links", SHAPE_COUNT, AT(report_edge, links), .summary = "Pairs of pages; between two pages 1."},
};

static const struct report_shape edge =
    SHAPE("LinkEdge", "A link between two nodes of the graph.", struct report_edge, of_edge);

static const struct shape_field of_graph[] = {
    {"nodeCount", SHAPE_COUNT, AT(report_graph, node_total), .summary = "Nodes that there are."},
    {"nodes", SHAPE_LIST, AT(report_graph, nodes), AT(report_graph, node_count), &node, "Those that are listed."},
    {"edgeCount", SHAPE_COUNT, AT(report_graph, edge_total), .summary = "Links between the listed nodes."},
    {"edges", SHAPE_LIST, AT(report_graph, edges), AT(report_graph, edge_count), &edge, "Those that are listed."},
};

static const struct report_shape graph =
    SHAPE("LinkGraph", "Pages or folders, and the links between them.", struct report_graph, of_graph);

/* A list of pages and its length. */
#define PAGES(name, member, summary)                                                                                   \
    {                                                                                                                  \
        name, SHAPE_LIST, AT(link_report, member.list), AT(link_report, member.count), &page, summary                  \
    }

static const struct shape_field of_report[] = {
    {"entry", SHAPE_TEXT, AT(link_report, entry), .summary = "The page where readers come in; null: there is none."},
    {"pages", SHAPE_COUNT, AT(link_report, pages), .summary = "Pages that were looked at."},
    {"links", SHAPE_COUNT, AT(link_report, links), .summary = "Links between them, and those that are broken."},
    {"linkPairs", SHAPE_COUNT, AT(link_report, link_pairs),
     .summary = "Pairs of pages of which one links to the other."},
    {"linkingPages", SHAPE_COUNT, AT(link_report, linking), .summary = "Pages that link to others in running text."},
    {"note", SHAPE_TEXT, AT(link_report, note),
     .summary = "The same in a sentence, and what it means for links that are made; null: there are no pages."},
    {"orphanCount", SHAPE_COUNT, AT(link_report, orphans.total),
     .summary = "Pages to which no other one links in running text; the entry page is none."},
    {"unlinkedCount", SHAPE_COUNT, AT(link_report, unlinked),
     .summary = "Of these, those to which no list or navigation leads either."},
    PAGES("orphans", orphans, "The least linked of them."),
    {"weakBelow", SHAPE_COUNT, AT(link_report, weak_below),
     .summary = "Inbound links in text from which on a page is not weak."},
    {"weakPageCount", SHAPE_COUNT, AT(link_report, weak.total),
     .summary = "Pages with fewer than that, but not without any."},
    PAGES("weakPages", weak, "The weakest of them."),
    PAGES("inbound", inbound, "The pages that are linked least."),
    PAGES("topPages", top, "The pages that are linked most."),
    {"deadEndCount", SHAPE_COUNT, AT(link_report, dead_ends.total), .summary = "Pages that link to no other one."},
    PAGES("deadEnds", dead_ends, "Those of them that are linked most."),
    {"depths", SHAPE_LIST, AT(link_report, depths), AT(link_report, depth_count), &depth,
     "Pages by their clicks from the entry page."},
    {"deepPageCount", SHAPE_COUNT, AT(link_report, deepest.total), .summary = "Pages more than three clicks away."},
    PAGES("deepPages", deepest, "The furthest of them."),
    {"unreachableCount", SHAPE_COUNT, AT(link_report, unreachable.total),
     .summary = "Pages to which no way leads from the entry."},
    PAGES("unreachable", unreachable, "The first of them."),
    {"brokenLinkCount", SHAPE_COUNT, AT(link_report, broken_total),
     .summary = "Links to addresses of the site that are none of its pages; one for each page and address."},
    {"brokenLinks", SHAPE_LIST, AT(link_report, broken), AT(link_report, broken_count), &broken, "The first of them."},
    {"anchorCount", SHAPE_COUNT, AT(link_report, anchor_total), .summary = "Different things that links say of pages."},
    {"anchors", SHAPE_LIST, AT(link_report, anchors), AT(link_report, anchor_count), &anchor,
     "The most frequent of them."},
    {"sharedAnchorCount", SHAPE_COUNT, AT(link_report, shared_total),
     .summary = "Texts that link to several pages in text."},
    {"sharedAnchors", SHAPE_LIST, AT(link_report, shared), AT(link_report, shared_count), &shared,
     "Those of them with the most pages."},
    {"unevenAnchorCount", SHAPE_COUNT, AT(link_report, uneven_total),
     .summary = "Pages of which links say too much the same, or too many different things."},
    {"unevenAnchors", SHAPE_LIST, AT(link_report, uneven), AT(link_report, uneven_count), &uneven,
     "Those of them with the most links."},
    {"graph", SHAPE_OBJECT, AT(link_report, graph), .of = &graph,
     .summary = "The entry page, the most linked ones, some of the others, and their links."},
    {"folders", SHAPE_OBJECT, AT(link_report, folders), .of = &graph,
     .summary = "All pages by folder, and the links between these."},
    {"isCut", SHAPE_FLAG, AT(link_report, is_cut),
     .summary = "There is more than the lists hold: the counts tell how much."},
};

const struct report_shape report_shape =
    SHAPE("LinkReport", "How the pages of a site link to each other.", struct link_report, of_report);

const struct report_shape *report_shape_part(size_t i)
{
    static const struct report_shape *const parts[] = {&page,   &suggestion, &broken, &anchor, &shared,
                                                       &uneven, &depth,      &graph,  &node,   &edge};
    return i < COUNT_OF(parts) ? parts[i] : NULL;
}
