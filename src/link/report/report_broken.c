#include "link/report/report_broken.h"

#include "link/index/texts.h"
#include "link/index/url_key.h"

static int64_t total_of(const struct link_index *index, size_t kept)
{
    uint64_t total = index_count(index, SECTION_AUDIT_TOTALS) ? index->audit.totals->broken : 0;
    return total > kept && total < INT64_MAX ? (int64_t)total : (int64_t)kept;
}

enum status report_list_broken(const struct facts *facts, struct arena *arena, struct link_report *report,
                               struct error *err)
{
    const struct link_index *index = facts->index;
    size_t kept = index_count(index, SECTION_AUDIT_BROKEN), wanted = kept < report->limit ? kept : report->limit;
    report->broken = ARENA_ARRAY(arena, wanted, struct report_broken);
    if (!report->broken)
        return error_memory(err);
    for (size_t i = 0; i < kept && report->broken_count < wanted; i++) {
        const struct audit_broken *record = &index->audit.broken[i];
        if (record->page >= facts->page_count)
            continue;
        report->broken[report->broken_count++] = (struct report_broken){
            .from = report_facts_url(facts, record->page),
            .title = report_facts_title(facts, record->page),
            .to = page_url_shown(index_audit_text(index, record->url, arena)),
            .text = index_audit_text(index, record->text, arena),
            .status = record->status && record->status < 1000 ? (int64_t)record->status : -1,
        };
    }
    report->broken_total = total_of(index, kept);
    return OK;
}
