/* The plan of a list from what the sources list themselves. */
#include "write/compose/compose.h"
#include "write/lists/enumerated.h"
#include "write/lists/lists.h"
#include "write/pages/pages.h"

static enum status find_items(struct writing *writing, size_t most, struct list_candidate **items, size_t *count)
{
    bool are_names;
    enum status status = list_candidates(writing, most, items, count, &are_names);
    if (!status && are_names && *count && (*items)->section == NO_SECTION)
        status = list_enumerated(writing, most, *items, count);
    return status;
}

/* Is the heading about an item, so that it says nothing beside it? */
static bool list_plan_is_item(const struct vector *heading, const struct list_candidate *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list_is_same(heading, &items[i].vector))
            return true;
    return false;
}

/* Does the section hold an item? Then what it says is said there. */
static bool holds_item(const struct corpus *corpus, size_t section, const struct list_candidate *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (items[i].section != NO_SECTION && items[i].section >= section &&
            items[i].section < corpus_section_end(corpus, section))
            return true;
    return false;
}

/* Supplemental sections: what else the sources have headings for. */
static enum status add_extra(struct writing *writing, const struct list_candidate *items, size_t count,
                             struct article_plan *plan)
{
    struct article_plan outline = {.count = 0};
    size_t added = 0;
    enum status status = config_bool(writing->config, "enableSupplementalInformation")
                             ? compose_outline(writing, 0, count + 2 * LIST_MOST_EXTRA, &outline)
                             : OK;
    for (size_t i = 0; i < outline.count && added < LIST_MOST_EXTRA && !status; i++) {
        struct vector vector;
        if (outline.headings[i].level > 2)
            continue;
        status = corpus_vector(&writing->corpus, outline.headings[i].title, &vector, writing->err);
        bool is_side = false;
        if (!status)
            status = list_is_facet(writing, outline.headings[i].title, &is_side);
        size_t section = outline.headings[i].section;
        if (status || is_side || list_plan_is_item(&vector, items, count) ||
            (section && holds_item(&writing->corpus, section - 1, items, count)))
            continue;
        plan->headings[plan->count++] = outline.headings[i];
        added++;
    }
    return status;
}

/* Things of one kind that stand side by side, and what else there is to say. */
static enum status plan_candidates(struct writing *writing, size_t most, struct article_plan *plan)
{
    struct list_candidate *items;
    size_t count = 0;
    enum status status = find_items(writing, most, &items, &count);
    if (!status && count < LIST_LEAST)
        status = pages_list(writing, LIST_LEAST, most, false, plan);
    if (status || plan->count)
        return status;
    if (count < LIST_LEAST)
        return list_refuse(writing, count);
    plan->headings = ARENA_ARRAY(writing->arena, count + LIST_MOST_EXTRA + 1, struct planned);
    if (!plan->headings)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++)
        plan->headings[plan->count++] =
            (struct planned){.title = items[i].name, .level = 2, .role = ROLE_ITEM, .section = items[i].section + 1};
    return add_extra(writing, items, count, plan);
}

enum status list_plan_from_sources(struct writing *writing, struct article_plan *plan)
{
    struct list_wanted wanted = {0};
    enum status status = writing_corpus(writing);
    if (!status)
        status = list_wanted(writing, &wanted);
    if (!status)
        status = pages_list(writing, LIST_LEAST, wanted.most, true, plan);
    if (!status && !plan->count)
        status = plan_candidates(writing, wanted.most, plan);
    if (!status && !plan->title.len)
        status = compose_title(writing, plan);
    if (!status)
        status = plan_put_keyword(writing, plan);
    if (status == E_INVALID)
        writing->err->code = code_name(CODE_MODEL_UNAVAILABLE);
    return status;
}
