#include "link/report/report_parts.h"

/*
 * Anchors that have something in common, together: those of group g are order[starts[g]] to order[starts[g + 1]].
 */
struct groups {
    const struct report_facts *facts;
    uint32_t *starts, *order;
    int64_t *links; /* of each group */
    size_t count;
};

static uint32_t parts_anchors_text_of(const struct report_facts *facts, uint32_t anchor)
{
    return facts->links.anchors[anchor].text;
}

static uint32_t page_of(const struct report_facts *facts, uint32_t anchor)
{
    return facts->links.anchors[anchor].page;
}

static uint32_t parts_anchors_count_of(const struct report_facts *facts, uint32_t anchor)
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
        if (!parts_anchors_count_of(facts, i) || key(facts, i) >= count)
            continue;
        starts[key(facts, i) + 2]++;
        links[key(facts, i)] += parts_anchors_count_of(facts, i);
    }
    for (size_t i = 2; i < count + 2; i++)
        starts[i] += starts[i - 1];
    for (uint32_t i = 0; i < facts->anchor_count; i++)
        if (parts_anchors_count_of(facts, i) && key(facts, i) < count)
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
    int order = by_number(parts_anchors_count_of(context, b), parts_anchors_count_of(context, a));
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
            shared->text, report_facts_url(facts, page_of(facts, anchor)), parts_anchors_count_of(facts, anchor)};
    }
}

static void list_shared(const struct report_facts *facts, struct link_report *report)
{
    struct groups groups = group(facts, parts_anchors_text_of, facts->links.text_count);
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

static double parts_anchors_share_of(const struct groups *groups, uint32_t at)
{
    return (double)parts_anchors_count_of(groups->facts, most_frequent(groups, at)) / (double)groups->links[at];
}

static bool is_uneven(const struct groups *groups, uint32_t at)
{
    if (groups->links[at] < REPORT_EVEN_LINKS)
        return false;
    double share = parts_anchors_share_of(groups, at);
    return share >= REPORT_UNIFORM_SHARE || share <= REPORT_SCATTERED_SHARE;
}

static struct report_uneven_anchor describe_uneven(const struct groups *groups, uint32_t page)
{
    const struct report_facts *facts = groups->facts;
    double share = parts_anchors_share_of(groups, page);
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
