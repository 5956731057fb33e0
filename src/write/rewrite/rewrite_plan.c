/* The plan without a language model: the page's sections in another order. */
#include "write/rewrite/original.h"
#include "write/rewrite/rewrite.h"

/* The keyword; where the page has that title, with the article's first heading behind it. */
static enum status make_title(struct writing *writing, struct article_plan *plan)
{
    enum status status =
        builtin_title(&writing->brief, writing->brief.keyword, false, writing->arena, &plan->title, writing->err);
    if (status || !str_ieq(plan->title, str_from(writing->pages[0].title)) || !plan->count)
        return status;
    char *title = arena_printf(writing->arena, "%.*s%s%.*s", STR_ARG(plan->title),
                               writing->brief.language->phrases->colon, STR_ARG(plan->headings[0].title));
    plan->title = str_from(title);
    return title ? OK : error_memory(writing->err);
}

enum status rewrite_plan(struct writing *writing, struct article_plan *plan)
{
    const struct original *original = writing->subject;
    size_t *order = NULL, count = 0, lead, closing;
    bool keeps_all = config_bool(writing->config, "rewriteAllSourceData");
    enum status status = original_order(writing, original, keeps_all, &order, &count, &lead, &closing);
    if (status)
        return status;
    plan->headings = ARENA_ARRAY(writing->arena, original->section_count + 1, struct planned);
    if (!plan->headings)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++)
        for (size_t j = order[i]; j < original_next(original, order[i]); j++)
            plan->headings[plan->count++] = (struct planned){
                .title = original->sections[j].heading, .level = original->sections[j].level, .covers = STR("")};
    return plan->title.len ? OK : make_title(writing, plan);
}
