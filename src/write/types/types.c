#include "write/types/types.h"

#include "write/compose/compose.h"

/* --- a blog post: what the sources say on the keyword, section by section --- */

static const enum article_part parts[] = {ARTICLE_INTRODUCTION, ARTICLE_TAKEAWAYS, ARTICLE_SECTIONS, ARTICLE_CONCLUSION,
                                          ARTICLE_QUESTIONS,    ARTICLE_CALL,      ARTICLE_SOURCES};

static const struct article_type type_blog_post = {
    .name = "blog_post",
    .bit = TYPE_BLOG_POST,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .needs = NEEDS_SOURCES,
};

/* --- a service page: what the client has from it, how it goes, what proves it, and the call to action --- */

static const enum article_part service_page_parts[] = {ARTICLE_INTRODUCTION, ARTICLE_SECTIONS, ARTICLE_CALL,
                                                       ARTICLE_SOURCES};

enum { ROLES = ROLE_PROOF - ROLE_BENEFITS + 1 }; /* they follow each other */

/* Without anything that proves it there is no section with proof, whoever writes. */
static enum status add_role(struct writing *writing, struct article_plan *plan, enum plan_role role, const char *title)
{
    bool fits = true;
    enum status status = role == ROLE_PROOF ? compose_fits_role(writing, role, &fits) : OK;
    if (status)
        return status;
    if (!fits)
        return compose_note_role(writing, str_from(title));
    plan->headings[plan->count++] = (struct planned){.title = str_from(title), .level = 2, .role = role};
    return OK;
}

static enum status plan_with_labels(struct writing *writing, struct article_plan *plan)
{
    const struct labels *labels = writing->labels;
    const char *const titles[PLAN_ROLES] = {
        [ROLE_BENEFITS] = labels->benefits, [ROLE_PROCESS] = labels->process, [ROLE_PROOF] = labels->proof};
    plan->headings = ARENA_ARRAY(writing->arena, ROLES, struct planned);
    plan->count = 0;
    if (!plan->headings)
        return error_memory(writing->err);
    enum status status = writing_corpus(writing);
    for (enum plan_role role = ROLE_BENEFITS; role <= ROLE_PROOF && !status; role++)
        status = add_role(writing, plan, role, titles[role]);
    if (!status && !plan->title.len)
        status = compose_title(writing, plan);
    if (status == E_INVALID)
        writing->err->code = code_name(CODE_MODEL_UNAVAILABLE);
    return status;
}

static const struct article_type type_service_page = {
    .name = "service_page",
    .bit = TYPE_SERVICE_PAGE,
    .parts = service_page_parts,
    .part_count = COUNT_OF(service_page_parts),
    .needs = NEEDS_SOURCES,
    .kind_plan = PROMPT_SERVICE_PLAN,
    .kind_write = PROMPT_SERVICE_WRITE,
    .always_calls = true,
    .draws_on_brand = true,
    .plan = plan_with_labels,
};

/* In a file of their own each. */
extern const struct article_type type_listicle, type_rewrite, type_video, type_market_roundup, type_market_review,
    type_places;

static const struct article_type *const table[] = {
    &type_blog_post, &type_listicle,       &type_service_page,  &type_rewrite,
    &type_video,     &type_market_roundup, &type_market_review, &type_places,
};

const struct article_type *article_type_find(const char *name)
{
    for (size_t i = 0; name && i < COUNT_OF(table); i++)
        if (strcmp(table[i]->name, name) == 0)
            return table[i];
    return NULL;
}

unsigned article_types_writable(void)
{
    unsigned bits = 0;
    for (size_t i = 0; i < COUNT_OF(table); i++)
        bits |= table[i]->bit;
    return bits;
}
