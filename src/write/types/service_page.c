/* A service page: what the client has from it, how it goes, what proves it, and the call to action. */
#include "write/compose/compose.h"
#include "write/prompted/prompted.h"
#include "write/types/types.h"

static const enum article_part parts[] = {ARTICLE_INTRODUCTION, ARTICLE_SECTIONS, ARTICLE_CALL, ARTICLE_SOURCES};

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

const struct article_type type_service_page = {
    .name = "service_page",
    .bit = TYPE_SERVICE_PAGE,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .needs = NEEDS_SOURCES,
    .kind_plan = PROMPT_SERVICE_PLAN,
    .kind_write = PROMPT_SERVICE_WRITE,
    .always_calls = true,
    .draws_on_brand = true,
    .plan = plan_with_labels,
};
