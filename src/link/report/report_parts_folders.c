#include "link/report/report_parts.h"

#include "base/map.h"
#include "link/index/url_key.h"

/* A folder is divided when it holds more than one page in so many; a part of it must hold at least two pages, and one
 * page in so many. */
enum { ROUNDS = 6, LARGE_SHARE = 20, SMALL_SHARE = 100, LEAST_PAGES = 2 };

/* Pages whose keys begin with the same parts of a path: "example.org", "example.org/blog". */
struct parts_folders_folder {
    struct str name; /* a slice of a key, without the last slash */
    size_t pages;
    bool is_divided;
};

/* A part of a folder that might become one itself. */
struct parts_folders_part {
    size_t pages;
    uint32_t folder; /* what it became + 1 */
};

struct divider {
    struct report_facts *facts;
    struct parts_folders_folder *folders;
    size_t count, in_use; /* in_use: those that hold pages */
    struct map parts;     /* of this round: struct parts_folders_part by name */
};

/* --- dividing --- */

static struct str parts_folders_path_of(const struct report_facts *facts, uint32_t page)
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
    const struct parts_folders_folder *one = &divider->folders[folder];
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
            !next_part(parts_folders_path_of(facts, page), divider->folders[folder].name, &name, &has_more))
            continue;
        if (!has_more && divider->folders[folder].name.len)
            continue;
        void **slot = map_put(&divider->parts, name);
        if (slot && !*slot)
            *slot = ARENA_NEW(facts->scratch, struct parts_folders_part);
        if (!slot || !*slot)
            return;
        ((struct parts_folders_part *)*slot)->pages++;
    }
}

static int by_pages(const void *context, uint32_t a, uint32_t b)
{
    const struct map_entry *parts = context;
    const struct parts_folders_part *one = parts[a].value, *other = parts[b].value;
    int order = by_number((int64_t)other->pages, (int64_t)one->pages);
    return order ? order : str_cmp(parts[a].key, parts[b].key);
}

/* Sites of their own always are folders. */
static bool is_folder(const struct divider *divider, const struct parts_folders_part *part)
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
        divider->folders[divider->count++] = (struct parts_folders_folder){.name = entry->key};
        ((struct parts_folders_part *)entry->value)->folder = (uint32_t)divider->count;
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
        struct parts_folders_folder *from = &divider->folders[facts->pages[page].folder];
        if (!next_part(parts_folders_path_of(facts, page), from->name, &name, &has_more))
            continue;
        const struct parts_folders_part *part = map_get(&divider->parts, name);
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
    divider->folders[0] = (struct parts_folders_folder){.name = STR(""), .pages = facts->page_count};
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
    const struct parts_folders_folder *folders = context;
    int order = by_number((int64_t)folders[b].pages, (int64_t)folders[a].pages);
    if (!order)
        order = str_cmp(folders[a].name, folders[b].name);
    return order ? order : by_number(a, b);
}

/* "example.org/blog/", with a star behind when folders were taken out of it; a path alone for a site without a name. */
static struct str parts_folders_shown_name(const struct parts_folders_folder *folder, struct arena *arena)
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
        graph->nodes[i].url = parts_folders_shown_name(&divider->folders[best.list[i]], facts->arena);
        graph->nodes[i].group = i;
    }
    graph->node_count = best.count;
    for (uint32_t page = 0; page < facts->page_count; page++) {
        facts->pages[page].folder = numbers[facts->pages[page].folder];
        count_page(facts, page, &graph->nodes[facts->pages[page].folder]);
    }
}

/* --- the links between them --- */

static void parts_folders_make_edges(const struct report_facts *facts, struct report_graph *graph)
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

void report_make_folders(struct report_facts *facts, struct link_report *report)
{
    struct divider divider = {
        .facts = facts,
        .folders = ARENA_ARRAY(facts->scratch, ROUNDS * REPORT_FOLDERS + 1, struct parts_folders_folder)};
    if (!divider.folders)
        return;
    divide(&divider);
    make_nodes(&divider, &report->folders);
    if (report->folders.node_count)
        parts_folders_make_edges(facts, &report->folders);
}
