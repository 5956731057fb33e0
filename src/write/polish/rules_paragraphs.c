#include "write/polish/rules.h"

/*
 * Where a long paragraph is cut: the cheapest way to lay its sentences into paragraphs of one to four. A cut costs what
 * the sentences on both sides have in common, and more before one that points back; so does a paragraph of one.
 */
static const double cut_cost = 0.3, orphan_cost = 2.0, pointer_cost = 0.8;

static double common_share(const struct phrasing *a, const struct phrasing *b)
{
    size_t common = 0, content = 0;
    for (size_t i = 0; i < b->count; i++) {
        if (b->words[i].is_stop)
            continue;
        content++;
        for (size_t j = 0; j < a->count; j++)
            if (!a->words[j].is_stop && str_eq(a->words[j].stem, b->words[i].stem)) {
                common++;
                break;
            }
    }
    return content ? (double)common / (double)content : 0;
}

struct rules_paragraphs_layout {
    double cost; /* of the sentences from here to the end */
    size_t next; /* where the next paragraph begins */
    double cut;  /* what a cut before this sentence costs */
};

static void lay_out(const struct part_sentence *const *sentences, size_t count, struct rules_paragraphs_layout *layout)
{
    layout[count] = (struct rules_paragraphs_layout){0, count, 0};
    for (size_t from = count; from-- > 0;) {
        layout[from].cost = 1e9;
        size_t size = 0;
        for (size_t to = from + 1; to <= count; to++) {
            size += sentences[to - 1]->count;
            if (size > LONGEST_PARAGRAPH && to > from + 1)
                break;
            double cost = layout[to].cost + (size == 1 ? orphan_cost : 0) + (to < count ? layout[to].cut : 0);
            if (cost > layout[from].cost) /* of equal ones the longest paragraph first */
                continue;
            layout[from].cost = cost;
            layout[from].next = to;
        }
    }
}

static enum status cut_costs(struct parts *parts, const struct part_sentence *const *sentences, size_t count,
                             struct rules_paragraphs_layout *layout)
{
    struct phrasing before = {.count = 0}, phrasing;
    for (size_t i = 0; i < count; i++) {
        enum status status = phrasing_of(parts, sentences[i]->text, &phrasing);
        if (status)
            return status;
        layout[i].cut = cut_cost + common_share(&before, &phrasing) +
                        (phrasing_points_back(&phrasing, parts->language) ? pointer_cost : 0);
        before = phrasing;
    }
    return OK;
}

static enum status split_part(struct parts *parts, struct part *part, struct polish_report *report)
{
    struct part_sentence **sentences = ARENA_ARRAY(parts->arena, part->count, struct part_sentence *);
    struct rules_paragraphs_layout *layout = ARENA_ARRAY(parts->arena, part->count + 1, struct rules_paragraphs_layout);
    size_t count = 0, before = report->split;
    if (!sentences || !layout)
        return error_memory(parts->err);
    for (size_t i = 0; i < part->count; i++)
        if (!part->sentences[i].is_dropped)
            sentences[count++] = &part->sentences[i];
    const struct part_sentence *const *list = (const struct part_sentence *const *)sentences;
    enum status status = cut_costs(parts, list, count, layout);
    if (status)
        return status;
    lay_out(list, count, layout);
    for (size_t at = layout[0].next; at < count; at = layout[at].next) {
        sentences[at]->breaks = true;
        part->is_edited = true;
        report->split = before + 1;
    }
    return OK;
}

enum status rule_paragraphs(struct parts *parts, struct polish_report *report)
{
    enum status status = OK;
    for (size_t i = 0; !status && i < parts->count; i++) {
        struct part *part = &parts->list[i];
        if (part_is_text(part) && part->kind == PART_PARAGRAPH && !part->has_id &&
            part_sentence_count(part) > LONGEST_PARAGRAPH)
            status = split_part(parts, part, report);
    }
    return status;
}
