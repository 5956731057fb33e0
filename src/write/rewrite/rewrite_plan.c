/* The plan without a language model: the page's sections in another order. */
#include "write/rewrite/original.h"
#include "write/rewrite/rewrite.h"

static enum status make_title(struct writing *writing, struct article_plan *plan)
{
    struct str *headings = ARENA_ARRAY(writing->arena, plan->count + 1, struct str);
    struct builtin_title_request request = {.keyword = writing->brief.keyword, .headings = headings};
    if (!headings)
        return error_memory(writing->err);
    for (size_t i = 0; i < plan->count; i++)
        if (plan->headings[i].level == 2)
            headings[request.count++] = plan->headings[i].title;
    enum status status = builtin_title(&writing->brief, &request, writing->arena, &plan->title, writing->err);
    if (!status && str_ieq(plan->title, str_from(writing->pages[0].title)) && request.count) {
        const struct phrases *phrases = writing->brief.language->phrases;
        char *title = arena_printf(writing->arena, "%.*s%s%.*s", STR_ARG(writing->brief.keyword), phrases->colon,
                                   STR_ARG(headings[request.count - 1]));
        plan->title = str_from(title);
        status = title ? OK : error_memory(writing->err);
    }
    return status;
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
