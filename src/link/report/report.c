#include "link/report/report.h"

#include "link/report/report_anchors.h"
#include "link/report/report_broken.h"
#include "link/report/report_folders.h"
#include "link/report/report_graph.h"
#include "link/report/report_pages.h"

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

static enum status make(struct facts *facts, const struct report_options *options, struct arena *arena,
                        struct link_report *report, struct error *err)
{
    enum status status = report_facts_count(facts, options->entry, err);
    if (status == OK)
        status = report_list_pages(facts, arena, report, err);
    if (status == OK)
        status = report_list_anchors(facts, arena, report, err);
    if (status == OK)
        status = report_list_broken(facts, arena, report, err);
    if (status == OK)
        status = report_make_folders(facts, arena, report, err);
    size_t nodes = within(options->nodes, REPORT_NODES, REPORT_NODES_MAX);
    return status == OK ? report_make_graph(facts, nodes, arena, report, err) : status;
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
    struct facts facts = {
        .index = index, .scratch = arena_new(), .arena = arena, .weak_below = (size_t)report->weak_below};
    status = facts.scratch ? make(&facts, options, arena, report, err) : error_memory(err);
    arena_free(facts.scratch);
    report->links = total_links(index);
    report->is_cut = find_cuts(report);
    return status;
}
