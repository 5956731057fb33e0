/* A service page: what the client has from it, how it goes, what proves it, and the call to action. */
#include "write/compose/compose.h"
#include "write/prompted/prompted.h"
#include "write/types/types.h"

static const enum article_part parts[] = {ARTICLE_INTRODUCTION, ARTICLE_SECTIONS, ARTICLE_CALL, ARTICLE_SOURCES};

enum { ROLES = ROLE_PROOF - ROLE_BENEFITS + 1 }; /* they follow each other */

static const enum plan_form forms[PLAN_ROLES] = {[ROLE_PROCESS] = FORM_STEPS};

/* --- with the headings of the article's language --- */

/* Without anything that proves it there is no section with proof, whoever writes. */
static enum status add_role(struct writing *writing, struct article_plan *plan, enum plan_role role, const char *title)
{
    bool fits = true;
    enum status status = role == ROLE_PROOF ? compose_fits_role(writing, role, &fits) : OK;
    if (status)
        return status;
    if (!fits)
        return writing_note(writing, "\"%s\" was left out: the sources say nothing that belongs there.", title);
    plan->headings[plan->count++] =
        (struct planned){.title = str_from(title), .level = 2, .role = role, .form = forms[role]};
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

/* --- with a language model --- */

struct outlining {
    struct article_plan *plan;
    struct prompted_digest digest;
};

/* The section of a role, where the answer has one that can be used. Where there is material, it must be drawn on. */
static enum status read_role(struct writing *writing, struct outlining *outlining, const json_t *sections,
                             enum plan_role role, size_t shown)
{
    for (size_t i = 0; i < json_array_size(sections); i++) {
        const json_t *entry = json_array_get(sections, i), *name = json_object_get(entry, "role");
        if (plan_role_find((struct str){json_string_value(name), json_string_length(name)}) != role)
            continue;
        struct planned planned = {.title = prompted_heading(writing, entry, "heading"),
                                  .covers = prompted_heading(writing, entry, "covers"),
                                  .level = 2,
                                  .role = role,
                                  .form = forms[role]};
        if (!planned.title.data || !planned.covers.data)
            return error_memory(writing->err);
        enum status status =
            prompted_chosen(writing, &outlining->digest, json_object_get(entry, "passages"), shown, &planned.material);
        if (status)
            return status;
        bool is_drawn = planned.material.count > 0 || (!shown && role != ROLE_PROOF);
        if (!planned.title.len || !is_drawn)
            continue;
        outlining->plan->headings[outlining->plan->count++] = planned;
        return OK;
    }
    return OK;
}

static enum status read_plan(struct writing *writing, const struct question *question, const struct reply *reply,
                             struct str *fault)
{
    struct outlining *outlining = question->context;
    const json_t *sections = json_object_get(reply->value, "sections");
    enum status status = OK;
    outlining->plan->count = 0;
    outlining->plan->headings = ARENA_ARRAY(writing->arena, ROLES, struct planned);
    if (!outlining->plan->headings)
        return error_memory(writing->err);
    for (enum plan_role role = ROLE_BENEFITS; role <= ROLE_PROOF && !status; role++)
        status = read_role(writing, outlining, sections, role, reply->shown);
    if (!plan_count_role(outlining->plan, ROLE_BENEFITS) || !plan_count_role(outlining->plan, ROLE_PROCESS))
        *fault = STR("it must have a section of role \"benefits\" and one of role \"process\", each with passages");
    return status;
}

static enum status ask(struct writing *writing, struct article_plan *plan)
{
    const struct article_plan nothing = {.count = 0};
    struct outlining outlining = {.plan = plan};
    enum status status = writing->excerpts.count ? prompted_digest(writing, &nothing, &outlining.digest) : OK;
    const struct question question = {.prompt = PROMPT_SERVICE_PLAN,
                                      .step = "outline",
                                      .material = MATERIAL_DIGEST,
                                      .excerpts = outlining.digest.shown,
                                      .excerpt_count = outlining.digest.count,
                                      .check = read_plan,
                                      .context = &outlining};
    return status ? status : question_ask(writing, &question);
}

static enum status plan_service(struct writing *writing, struct article_plan *plan)
{
    if (!writing->model)
        return plan_with_labels(writing, plan);
    enum status status = ask(writing, plan);
    if (!status && !plan_count_role(plan, ROLE_PROOF))
        status = writing_note(writing, "There is no section with proof: no certificate, figure, reference or case was "
                                       "found.");
    if (!status)
        status = plan_put_keyword(writing, plan);
    return status ? status : prompted_assign(writing, plan);
}

const struct article_type type_service_page = {
    .name = "service_page",
    .bit = TYPE_SERVICE_PAGE,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .needs = NEEDS_SOURCES,
    .always_calls = true,
    .draws_on_brand = true,
    .plan = plan_service,
    .plan_instead = plan_with_labels,
};
