/* The keyword in a heading of the plan. */
#include "model/check/check.h"
#include "write/writing/plan.h"

static enum status respell(struct writing *writing, struct planned *heading, size_t at)
{
    struct str keyword = writing->brief.keyword;
    char *copy = arena_copy_n(writing->arena, heading->title.data, heading->title.len);
    if (!copy)
        return error_memory(writing->err);
    memcpy(copy + at, keyword.data, keyword.len);
    heading->title.data = copy;
    return OK;
}

static enum status put_in_front(struct writing *writing, struct planned *heading)
{
    const struct language *language = writing->brief.language;
    const char *colon = language && language->phrases ? language->phrases->colon : ": ";
    char *title =
        arena_printf(writing->arena, "%.*s%s%.*s", STR_ARG(writing->brief.keyword), colon, STR_ARG(heading->title));
    heading->title = str_from(title);
    return title ? OK : error_memory(writing->err);
}

enum status plan_put_keyword(struct writing *writing, struct article_plan *plan)
{
    const struct str level = config_text(writing->config, "seoOptimizationLevel"), keyword = writing->brief.keyword;
    struct planned *found = NULL;
    double least = 2;
    if (level.len && !str_eq(level, STR("default")))
        return OK;
    for (size_t i = 0; i < plan->count; i++) {
        struct planned *heading = &plan->headings[i];
        size_t at = str_ifind(heading->title, keyword, 0);
        if (heading->level > 2 || heading->role == ROLE_ITEM)
            continue;
        if (at < heading->title.len)
            return respell(writing, heading, at);
        double shared = check_support(writing->brief.language, keyword, heading->title);
        if (shared > least || (shared == least && heading->title.len >= found->title.len))
            continue;
        found = heading;
        least = shared;
    }
    return found ? put_in_front(writing, found) : OK;
}
