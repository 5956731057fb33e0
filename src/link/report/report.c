#include "link/report/report.h"

#include "link/index/url_key.h"
#include "link/report/report_parts.h"

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
    if (status != OK)
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
    if (status != OK)
        return status;
    struct report_facts facts = {
        .index = index, .scratch = arena_new(), .arena = arena, .weak_below = (size_t)report->weak_below};
    status = facts.scratch ? report_make(&facts, options, report, err) : error_memory(err);
    arena_free(facts.scratch);
    report->links = total_links(index);
    report->is_cut = find_cuts(report);
    return status;
}
