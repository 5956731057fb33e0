#include "link/report/report_parts.h"

#include "base/search.h"
#include "link/choose/choose.h"

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

static struct report_page parts_pages_describe(const struct report_facts *facts, uint32_t number)
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
        pages->list[pages->count] = parts_pages_describe(facts, number);
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
