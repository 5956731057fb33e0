/* The brand in a heading of the plan. */
#include "write/writing/brand.h"
#include "write/writing/plan.h"

static bool has_brand_heading(const struct writing *writing, const struct article_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        struct str title = plan->headings[i].title;
        if (plan->headings[i].level == 2 && brand_find(writing, title, 0) < title.len)
            return true;
    }
    return false;
}

/* Makes room for one more section: the last one without the keyword goes, with what is inside it. */
static void plan_brand_make_room(const struct writing *writing, struct article_plan *plan)
{
    size_t min, max, sections = plan_sections(plan);
    plan_bounds(writing->config, &min, &max);
    if (plan->is_given || !max || sections < max || sections < 2)
        return;
    for (size_t i = plan->count; i-- > 0;) {
        struct str title = plan->headings[i].title;
        if (plan->headings[i].level > 2 || str_ifind(title, writing->brief.keyword, 0) < title.len)
            continue;
        size_t end = plan_section_end(plan, i);
        memmove(plan->headings + i, plan->headings + end, (plan->count - end) * sizeof *plan->headings);
        plan->count -= end - i;
        return;
    }
}

static enum status plan_brand_append(struct writing *writing, struct article_plan *plan)
{
    const struct language *language = writing->brief.language;
    const char *colon = language && language->phrases ? language->phrases->colon : ": ";
    struct str name = writing->brand.name, keyword = writing->brief.keyword;
    struct planned *headings = ARENA_ARRAY(writing->arena, plan->count + 2, struct planned);
    char *title = arena_printf(writing->arena, "%.*s%s%.*s", STR_ARG(name), colon, STR_ARG(keyword));
    char *covers =
        arena_printf(writing->arena, "What is %.*s, and what has it to do with %.*s?", STR_ARG(name), STR_ARG(keyword));
    if (!headings || !title || !covers)
        return error_memory(writing->err);
    if (plan->count)
        memcpy(headings, plan->headings, plan->count * sizeof *headings);
    headings[plan->count++] =
        (struct planned){.title = str_from(title), .level = 2, .covers = str_from(covers), .is_of_brand = true};
    plan->headings = headings;
    return OK;
}

enum status plan_wants_brand(struct writing *writing, bool *wants)
{
    struct str *sentences;
    size_t count = 0;
    enum status status = OK;
    *wants = false;
    if (!writing->brand.name.len || writing->brand.mention != MENTION_PROMINENT)
        return OK;
    status = brand_sentences(writing, &sentences, &count);
    *wants = count > 0;
    if (status || count)
        return status;
    return writing_note(writing, "There is no section on the brand: it has neither description nor knowledge that "
                                 "one could be written from.");
}

enum status plan_put_brand(struct writing *writing, struct article_plan *plan)
{
    bool wants = false;
    enum status status = has_brand_heading(writing, plan) ? OK : plan_wants_brand(writing, &wants);
    if (status || !wants)
        return status;
    plan_brand_make_room(writing, plan);
    return plan_brand_append(writing, plan);
}
