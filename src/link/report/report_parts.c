#include "link/report/report_parts.h"

#include "link/choose/choose.h"

/* --- reading the index --- */

struct str report_facts_url(const struct report_facts *facts, uint32_t page)
{
    return page < facts->page_count ? facts->urls[page] : STR("");
}

struct str report_facts_title(const struct report_facts *facts, uint32_t page)
{
    return index_page_title(facts->index, page, facts->arena);
}

/* "" when it is out of range. */
static struct str report_facts_anchor_text(const struct report_facts *facts, uint32_t anchor)
{
    uint32_t text = facts->links.anchors[anchor].text;
    return text < facts->links.text_count ? facts->links.texts[text] : STR("");
}

struct link_walk walk_links(const struct report_facts *facts, uint32_t page)
{
    if (page >= facts->page_count)
        return (struct link_walk){0, 0};
    return (struct link_walk){facts->links.pages[page], facts->links.pages[page + 1]};
}

bool walk_next(struct link_walk *walk, const struct report_facts *facts, uint32_t page, struct fact_link *link)
{
    while (walk->at < walk->end) {
        uint32_t record = facts->links.links[walk->at++];
        link->anchor = record & ~AUDIT_LISTED;
        link->is_listed = record & AUDIT_LISTED || facts->anchors[link->anchor].is_everywhere;
        link->page = facts->links.anchors[link->anchor].page;
        if (link->page < facts->page_count && link->page != page)
            return true;
    }
    return false;
}

/* --- the entry --- */

static uint32_t find_redirected(const struct report_facts *facts, struct str key)
{
    uint64_t hash = word_hash(key);
    for (size_t i = 0; i < index_count(facts->index, SECTION_AUDIT_ADDRESSES); i++) {
        const struct audit_known *known = &facts->index->audit.addresses[i];
        if (known->page < facts->page_count && known->key[0] == (uint32_t)hash && known->key[1] == hash >> 32)
            return known->page;
    }
    return FACTS_NO_PAGE;
}

static uint32_t facts_find_page(const struct report_facts *facts, struct str key)
{
    uint32_t page = index_find_page(facts->index, key);
    return page < facts->page_count ? page : find_redirected(facts, key);
}

/* "example.org" and "example.org/index.html" are keys of the root of a site, "example.org/about" is none. */
static bool is_root(const struct report_facts *facts, uint32_t page)
{
    struct str path = facts->keys[page], host;
    if (!path.len || !str_split(&path, '/', &host))
        return false;
    return !path.data || str_eq(path, STR("index.html")) || str_eq(path, STR("index.htm"));
}

static uint32_t find_root(const struct report_facts *facts)
{
    for (uint32_t page = 0; page < facts->page_count; page++)
        if (is_root(facts, page))
            return page;
    return FACTS_NO_PAGE;
}

static void find_entry(struct report_facts *facts, struct str url)
{
    const char *absolute = page_url_resolve(facts->scratch, url);
    facts->entry = absolute ? facts_find_page(facts, url_key(absolute)) : FACTS_NO_PAGE;
    if (facts->entry == FACTS_NO_PAGE)
        facts->entry = find_root(facts);
}

/* --- counting --- */

/* The frame of the pages repeats what it links: on so many pages at least, and on one in so many. */
enum { FRAME_PAGES = 20, FRAME_SHARE = 2 };

static void count_anchors(struct report_facts *facts)
{
    for (uint32_t page = 0; page < facts->page_count; page++) {
        struct link_walk walk = walk_links(facts, page);
        for (struct fact_link link; walk_next(&walk, facts, page, &link);) {
            facts->anchors[link.anchor].count++;
            facts->anchors[link.anchor].count_in_text += !link.is_listed;
        }
    }
    for (size_t i = 0; i < facts->anchor_count; i++) {
        struct anchor_facts *anchor = &facts->anchors[i];
        anchor->is_everywhere =
            anchor->count_in_text >= FRAME_PAGES && anchor->count_in_text >= facts->page_count / FRAME_SHARE;
        anchor->count_in_text = anchor->is_everywhere ? 0 : anchor->count_in_text;
    }
}

/* Per page: number + 1 of the last page that was found to link there. */
struct marks {
    uint32_t *any, *in_text;
};

static void facts_count_links(struct report_facts *facts, struct marks *marks, uint32_t page)
{
    struct reported_page *from = &facts->pages[page];
    struct link_walk walk = walk_links(facts, page);
    for (struct fact_link link; walk_next(&walk, facts, page, &link);) {
        struct reported_page *to = &facts->pages[link.page];
        if (marks->any[link.page] != page + 1) {
            to->inbound++;
            from->outbound++;
        }
        marks->any[link.page] = page + 1;
        if (link.is_listed)
            continue;
        if (marks->in_text[link.page] != page + 1) {
            to->inbound_in_text++;
            from->outbound_in_text++;
        }
        marks->in_text[link.page] = page + 1;
    }
}

/* A page that makes no sense, or for whose key memory has run out, has none. */
static void read_keys(struct report_facts *facts)
{
    for (uint32_t page = 0; page < facts->page_count; page++) {
        facts->urls[page] = index_page_url(facts->index, page, facts->arena);
        const char *url = facts->urls[page].data ? page_url_resolve(facts->scratch, facts->urls[page]) : NULL;
        facts->keys[page] = url ? url_key(url) : STR("");
    }
}

/* Breadth first: a page is as deep as the shortest way to it is long. */
static void count_clicks(struct report_facts *facts, uint32_t *line)
{
    size_t first = 0, last = 0;
    for (size_t i = 0; i < facts->page_count; i++)
        facts->pages[i].depth = UINT32_MAX;
    if (facts->entry == FACTS_NO_PAGE)
        return;
    facts->pages[facts->entry].depth = 0;
    line[last++] = facts->entry;
    while (first < last) {
        uint32_t page = line[first++];
        struct link_walk walk = walk_links(facts, page);
        for (struct fact_link link; walk_next(&walk, facts, page, &link);) {
            if (facts->pages[link.page].depth != UINT32_MAX)
                continue;
            facts->pages[link.page].depth = facts->pages[page].depth + 1;
            line[last++] = link.page;
        }
    }
}

enum status report_facts_count(struct report_facts *facts, struct str entry, struct error *err)
{
    const struct link_index *index = facts->index;
    struct arena *scratch = facts->scratch;
    facts->page_count = link_page_count(index);
    facts->links = audit_links_read(index, facts->arena);
    facts->anchor_count = facts->links.anchor_count;
    facts->pages = ARENA_ARRAY(scratch, facts->page_count + 1, struct reported_page);
    facts->keys = ARENA_ARRAY(scratch, facts->page_count + 1, struct str);
    facts->urls = ARENA_ARRAY(scratch, facts->page_count + 1, struct str);
    facts->anchors = ARENA_ARRAY(scratch, facts->anchor_count + 1, struct anchor_facts);
    struct marks marks = {ARENA_ARRAY(scratch, facts->page_count + 1, uint32_t),
                          ARENA_ARRAY(scratch, facts->page_count + 1, uint32_t)};
    if (arena_failed(facts->arena) || arena_failed(scratch))
        return error_memory(err);
    read_keys(facts);
    if (arena_failed(facts->arena))
        return error_memory(err);
    count_anchors(facts);
    for (uint32_t i = 0; i < facts->page_count; i++)
        facts_count_links(facts, &marks, i);
    find_entry(facts, entry);
    count_clicks(facts, marks.any);
    return OK;
}

bool report_facts_is_orphan(const struct report_facts *facts, uint32_t page)
{
    return facts->pages[page].inbound_in_text == 0 && page != facts->entry && !is_root(facts, page);
}

bool report_facts_is_weak(const struct report_facts *facts, uint32_t page)
{
    uint32_t inbound = facts->pages[page].inbound_in_text;
    return inbound > 0 && inbound < facts->weak_below && page != facts->entry;
}

struct best best_new(struct arena *arena, size_t cap, best_order order, const void *context)
{
    uint32_t *list = ARENA_ARRAY(arena, cap + 1, uint32_t);
    return (struct best){.list = list, .cap = list ? cap : 0, .order = order, .context = context};
}

/* Does the entry a of the heap come behind b? */
static bool is_behind(const struct best *best, size_t a, size_t b)
{
    return best->order(best->context, best->list[a], best->list[b]) > 0;
}

static void swap(struct best *best, size_t a, size_t b)
{
    uint32_t kept = best->list[a];
    best->list[a] = best->list[b];
    best->list[b] = kept;
}

/* The last of all is at the top. */
static void sift_down(struct best *best, size_t at, size_t count)
{
    for (;;) {
        size_t last = at, left = at * 2 + 1, right = left + 1;
        if (left < count && is_behind(best, left, last))
            last = left;
        if (right < count && is_behind(best, right, last))
            last = right;
        if (last == at)
            return;
        swap(best, at, last);
        at = last;
    }
}

static void sift_up(struct best *best, size_t at)
{
    while (at && is_behind(best, at, (at - 1) / 2)) {
        swap(best, at, (at - 1) / 2);
        at = (at - 1) / 2;
    }
}

void best_add(struct best *best, uint32_t number)
{
    best->total++;
    if (best->count < best->cap) {
        best->list[best->count++] = number;
        sift_up(best, best->count - 1);
        return;
    }
    if (!best->cap || best->order(best->context, number, best->list[0]) >= 0)
        return;
    best->list[0] = number;
    sift_down(best, 0, best->count);
}

void best_sort(struct best *best)
{
    for (size_t count = best->count; count > 1; count--) {
        swap(best, 0, count - 1);
        sift_down(best, 0, count - 1);
    }
}

void *best_finish(struct best *best, struct arena *arena, size_t size, int64_t *total)
{
    best_sort(best);
    void *entries = arena_array(arena, best->count, size);
    best->count = entries ? best->count : 0;
    *total = best->total;
    return entries;
}

/*
 * Anchors that have something in common, together: those of group g are order[starts[g]] to order[starts[g + 1]].
 */
struct groups {
    const struct report_facts *facts;
    uint32_t *starts, *order;
    int64_t *links; /* of each group */
    size_t count;
};

static uint32_t said_text_of(const struct report_facts *facts, uint32_t anchor)
{
    return facts->links.anchors[anchor].text;
}

static uint32_t page_of(const struct report_facts *facts, uint32_t anchor)
{
    return facts->links.anchors[anchor].page;
}

static uint32_t said_count_of(const struct report_facts *facts, uint32_t anchor)
{
    return facts->anchors[anchor].count_in_text;
}

/* Groups the anchors that stand in running text, in the order of counting. Those that make no sense are left out. */
static struct groups group(const struct report_facts *facts, uint32_t (*key)(const struct report_facts *, uint32_t),
                           size_t count)
{
    struct arena *scratch = facts->scratch;
    uint32_t *starts = ARENA_ARRAY(scratch, count + 2, uint32_t);
    uint32_t *order = ARENA_ARRAY(scratch, facts->anchor_count + 1, uint32_t);
    int64_t *links = ARENA_ARRAY(scratch, count + 1, int64_t);
    if (!starts || !order || !links)
        return (struct groups){.count = 0};
    for (uint32_t i = 0; i < facts->anchor_count; i++) {
        if (!said_count_of(facts, i) || key(facts, i) >= count)
            continue;
        starts[key(facts, i) + 2]++;
        links[key(facts, i)] += said_count_of(facts, i);
    }
    for (size_t i = 2; i < count + 2; i++)
        starts[i] += starts[i - 1];
    for (uint32_t i = 0; i < facts->anchor_count; i++)
        if (said_count_of(facts, i) && key(facts, i) < count)
            order[starts[key(facts, i) + 1]++] = i;
    return (struct groups){facts, starts, order, links, count};
}

static size_t size_of(const struct groups *groups, uint32_t at)
{
    return groups->starts[at + 1] - groups->starts[at];
}

/* --- what links say most --- */

static int by_all(const void *context, uint32_t a, uint32_t b)
{
    const struct report_facts *facts = context;
    int order = by_number(facts->anchors[b].count, facts->anchors[a].count);
    if (!order)
        order = str_cmp(report_facts_url(facts, page_of(facts, a)), report_facts_url(facts, page_of(facts, b)));
    if (!order)
        order = str_cmp(report_facts_anchor_text(facts, a), report_facts_anchor_text(facts, b));
    return order ? order : by_number(a, b);
}

static void list_most_frequent(const struct report_facts *facts, struct link_report *report)
{
    struct best best = best_new(facts->scratch, report->limit, by_all, facts);
    for (uint32_t i = 0; i < facts->anchor_count; i++)
        if (facts->anchors[i].count)
            best_add(&best, i);
    report->anchors = best_finish(&best, facts->arena, sizeof *report->anchors, &report->anchor_total);
    for (; report->anchor_count < best.count; report->anchor_count++) {
        uint32_t anchor = best.list[report->anchor_count];
        report->anchors[report->anchor_count] =
            (struct report_anchor){report_facts_anchor_text(facts, anchor),
                                   report_facts_url(facts, page_of(facts, anchor)), facts->anchors[anchor].count};
    }
}

/* --- texts that lead to several pages --- */

static int by_group_links(const void *context, uint32_t a, uint32_t b)
{
    const struct groups *groups = context;
    int order = by_number(groups->links[b], groups->links[a]);
    return order ? order : by_number(a, b);
}

static int by_targets(const void *context, uint32_t a, uint32_t b)
{
    const struct groups *groups = context;
    int order = by_number((int64_t)size_of(groups, b), (int64_t)size_of(groups, a));
    return order ? order : by_group_links(context, a, b);
}

static int by_text_links(const void *context, uint32_t a, uint32_t b)
{
    int order = by_number(said_count_of(context, b), said_count_of(context, a));
    return order ? order : by_all(context, a, b);
}

static void describe_shared(const struct groups *groups, uint32_t at, struct report_shared_anchor *shared)
{
    const struct report_facts *facts = groups->facts;
    struct best best = best_new(facts->scratch, REPORT_TARGETS, by_text_links, facts);
    for (uint32_t i = groups->starts[at]; i < groups->starts[at + 1]; i++)
        best_add(&best, groups->order[i]);
    shared->targets = best_finish(&best, facts->arena, sizeof *shared->targets, &shared->target_count);
    shared->text = best.count ? report_facts_anchor_text(facts, best.list[0]) : STR("");
    shared->count = groups->links[at];
    for (; shared->listed < best.count; shared->listed++) {
        uint32_t anchor = best.list[shared->listed];
        shared->targets[shared->listed] = (struct report_anchor){
            shared->text, report_facts_url(facts, page_of(facts, anchor)), said_count_of(facts, anchor)};
    }
}

static void list_shared(const struct report_facts *facts, struct link_report *report)
{
    struct groups groups = group(facts, said_text_of, facts->links.text_count);
    struct best best = best_new(facts->scratch, report->limit, by_targets, &groups);
    for (uint32_t i = 0; i < groups.count; i++)
        if (size_of(&groups, i) > 1 && facts->links.texts[i].len)
            best_add(&best, i);
    report->shared = best_finish(&best, facts->arena, sizeof *report->shared, &report->shared_total);
    for (; report->shared_count < best.count; report->shared_count++)
        describe_shared(&groups, best.list[report->shared_count], &report->shared[report->shared_count]);
}

/* --- pages of which links say too much the same, or too many things --- */

/* The anchor of the page that most links have. */
static uint32_t most_frequent(const struct groups *groups, uint32_t at)
{
    uint32_t most = groups->order[groups->starts[at]];
    for (uint32_t i = groups->starts[at]; i < groups->starts[at + 1]; i++)
        if (by_text_links(groups->facts, groups->order[i], most) < 0)
            most = groups->order[i];
    return most;
}

static double said_share_of(const struct groups *groups, uint32_t at)
{
    return (double)said_count_of(groups->facts, most_frequent(groups, at)) / (double)groups->links[at];
}

static bool is_uneven(const struct groups *groups, uint32_t at)
{
    if (groups->links[at] < REPORT_EVEN_LINKS)
        return false;
    double share = said_share_of(groups, at);
    return share >= REPORT_UNIFORM_SHARE || share <= REPORT_SCATTERED_SHARE;
}

static struct report_uneven_anchor describe_uneven(const struct groups *groups, uint32_t page)
{
    const struct report_facts *facts = groups->facts;
    double share = said_share_of(groups, page);
    return (struct report_uneven_anchor){
        .url = report_facts_url(facts, page),
        .title = report_facts_title(facts, page),
        .count = groups->links[page],
        .different = (int64_t)size_of(groups, page),
        .text = report_facts_anchor_text(facts, most_frequent(groups, page)),
        .share = share,
        .kind = share >= REPORT_UNIFORM_SHARE ? STR("uniform") : STR("scattered"),
    };
}

static void list_uneven(const struct report_facts *facts, struct link_report *report)
{
    struct groups groups = group(facts, page_of, facts->page_count);
    struct best best = best_new(facts->scratch, report->limit, by_group_links, &groups);
    for (uint32_t i = 0; i < groups.count; i++)
        if (is_uneven(&groups, i))
            best_add(&best, i);
    report->uneven = best_finish(&best, facts->arena, sizeof *report->uneven, &report->uneven_total);
    for (; report->uneven_count < best.count; report->uneven_count++)
        report->uneven[report->uneven_count] = describe_uneven(&groups, best.list[report->uneven_count]);
}

void report_list_anchors(const struct report_facts *facts, struct link_report *report)
{
    list_most_frequent(facts, report);
    list_shared(facts, report);
    list_uneven(facts, report);
}

/* A page more clicks away than this is one of the deepest. */
enum { DEEP = 3 };

/* --- orders --- */

int report_by_keys(const void *context, uint32_t a, uint32_t b)
{
    const struct page_order *order = context;
    const char *left = (const char *)&order->facts->pages[a], *right = (const char *)&order->facts->pages[b];
    for (size_t i = 0; i < COUNT_OF(order->keys) && order->keys[i].direction; i++) {
        const struct page_key *key = &order->keys[i];
        int by_key = by_number(*(const uint32_t *)(left + key->at), *(const uint32_t *)(right + key->at));
        if (by_key)
            return by_key * key->direction;
    }
    int by_url = str_cmp(report_facts_url(order->facts, a), report_facts_url(order->facts, b));
    return by_url ? by_url : by_number(a, b);
}

/* --- which pages --- */

static bool is_any(const struct report_facts *facts, uint32_t page)
{
    (void)facts;
    (void)page;
    return true;
}

static bool is_dead_end(const struct report_facts *facts, uint32_t page)
{
    return facts->pages[page].outbound == 0;
}

static bool is_unreachable(const struct report_facts *facts, uint32_t page)
{
    return facts->entry != FACTS_NO_PAGE && facts->pages[page].depth == UINT32_MAX;
}

static bool is_deep(const struct report_facts *facts, uint32_t page)
{
    uint32_t depth = facts->pages[page].depth;
    return depth > DEEP && depth != UINT32_MAX;
}

static const struct list_kind {
    size_t at; /* of the list in the report */
    bool (*holds)(const struct report_facts *facts, uint32_t page);
    struct page_key keys[2];
} kinds[] = {
    {offsetof(struct link_report, orphans), report_facts_is_orphan, {{LEAST(inbound)}}},
    {offsetof(struct link_report, weak), report_facts_is_weak, {{LEAST(inbound_in_text)}, {LEAST(inbound)}}},
    {offsetof(struct link_report, inbound), is_any, {{LEAST(inbound)}}},
    {offsetof(struct link_report, top), is_any, {{MOST(inbound_in_text)}, {MOST(inbound)}}},
    {offsetof(struct link_report, dead_ends), is_dead_end, {{MOST(inbound)}}},
    {offsetof(struct link_report, unreachable), is_unreachable, {{0}}},
    {offsetof(struct link_report, deepest), is_deep, {{MOST(depth)}}},
};

/* --- lists --- */

static struct report_page describe_page_entry(const struct report_facts *facts, uint32_t number)
{
    const struct reported_page *page = &facts->pages[number];
    return (struct report_page){
        .url = report_facts_url(facts, number),
        .title = report_facts_title(facts, number),
        .inbound = page->inbound,
        .inbound_in_text = page->inbound_in_text,
        .outbound = page->outbound,
        .outbound_in_text = page->outbound_in_text,
        .depth = page->depth == UINT32_MAX ? -1 : (int64_t)page->depth,
    };
}

static void add_suggestions(const struct report_facts *facts, uint32_t number, struct report_page *page)
{
    const struct link_index *index = facts->index;
    size_t count = index_count(index, SECTION_AUDIT_SUGGESTIONS);
    page->suggestions = ARENA_ARRAY(facts->arena, REPORT_SUGGESTIONS, struct report_suggestion);
    if (!page->suggestions)
        return;
    size_t at = SEARCH_FIRST(struct audit_suggestion, page, index->audit.suggestions, count, number);
    for (; at < count && index->audit.suggestions[at].page == number; at++) {
        const struct audit_suggestion *record = &index->audit.suggestions[at];
        if (record->from >= facts->page_count || page->suggestion_count == REPORT_SUGGESTIONS)
            continue;
        page->suggestions[page->suggestion_count++] =
            (struct report_suggestion){report_facts_url(facts, record->from), report_facts_title(facts, record->from),
                                       index_audit_text(index, record->text, facts->arena)};
    }
}

static void list_kind(const struct report_facts *facts, const struct list_kind *kind, size_t limit,
                      struct report_pages *pages)
{
    struct page_order order = {facts, {kind->keys[0], kind->keys[1]}};
    struct best best = best_new(facts->scratch, limit, report_by_keys, &order);
    for (uint32_t page = 0; page < facts->page_count; page++)
        if (kind->holds(facts, page))
            best_add(&best, page);
    pages->list = best_finish(&best, facts->arena, sizeof *pages->list, &pages->total);
    for (; pages->count < best.count; pages->count++) {
        uint32_t number = best.list[pages->count];
        pages->list[pages->count] = describe_page_entry(facts, number);
        if (report_facts_is_orphan(facts, number) || report_facts_is_weak(facts, number))
            add_suggestions(facts, number, &pages->list[pages->count]);
    }
}

/* --- sums --- */

static void sum_up(const struct report_facts *facts, struct link_report *report)
{
    struct buf note = {0};
    for (uint32_t page = 0; page < facts->page_count; page++) {
        const struct reported_page *one = &facts->pages[page];
        report->pages++;
        report->link_pairs += one->outbound;
        report->linking += one->outbound_in_text > 0;
        report->unlinked += one->inbound == 0 && report_facts_is_orphan(facts, page);
    }
    if (facts->entry != FACTS_NO_PAGE)
        report->entry = report_facts_url(facts, facts->entry);
    if (!report->pages)
        return;
    summary_add_site(&note, (size_t)report->linking, facts->page_count);
    report->note = buf_keep(&note, facts->arena);
}

static void count_depths(const struct report_facts *facts, struct link_report *report)
{
    uint32_t deepest = 0;
    for (uint32_t page = 0; page < facts->page_count; page++)
        if (facts->pages[page].depth != UINT32_MAX && facts->pages[page].depth > deepest)
            deepest = facts->pages[page].depth;
    report->depths = ARENA_ARRAY(facts->arena, (size_t)deepest + 1, struct report_depth);
    if (!report->depths)
        return;
    report->depth_count = facts->entry == FACTS_NO_PAGE ? 0 : (size_t)deepest + 1;
    for (size_t i = 0; i < report->depth_count; i++)
        report->depths[i].depth = (int64_t)i;
    for (uint32_t page = 0; page < facts->page_count; page++)
        if (facts->pages[page].depth != UINT32_MAX)
            report->depths[facts->pages[page].depth].pages++;
}

void report_list_pages(const struct report_facts *facts, struct link_report *report)
{
    sum_up(facts, report);
    count_depths(facts, report);
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        list_kind(facts, &kinds[i], report->limit, (struct report_pages *)((char *)report + kinds[i].at));
}
