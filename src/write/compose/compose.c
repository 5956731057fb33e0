#include "write/compose/compose.h"

/* How much of the progress each part is: reading and outlining end at 0.3, finishing begins at 0.84. */
static const double first_part = 0.3, last_part = 0.84;

/* --- what is composed with --- */

/* The headings whose text may come from anywhere, as the sources' sections are assigned to them. */
static enum status assign_by_title(struct composer *composer)
{
    struct writing *writing = composer->writing;
    struct str *titles = ARENA_ARRAY(writing->arena, composer->plan->count + 1, struct str);
    if (!titles)
        return error_memory(writing->err);
    for (size_t i = 0; i < composer->plan->count; i++) {
        const struct planned *heading = &composer->plan->headings[i];
        titles[i] = heading->is_of_brand || heading->section ? STR("") : heading->title;
    }
    return passages_assign(&writing->corpus, writing->brief.subject, titles, composer->plan->count,
                           composer->heading_of, writing->err);
}

/* A section that the plan names goes to its heading, with those inside it that have none of their own; what works an
 * example is no part of the text around it. */
static void assign_by_plan(struct composer *composer)
{
    const struct corpus *corpus = &composer->writing->corpus;
    const struct article_plan *plan = composer->plan;
    for (size_t i = 0; i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        int above = section->parent == NO_SECTION ? -1 : composer->heading_of[section->parent];
        if (above >= 0 && (size_t)above < plan->count && plan->headings[above].section && !section->is_example)
            composer->heading_of[i] = above;
        for (size_t j = 0; j < plan->count; j++)
            if (plan->headings[j].section == i + 1)
                composer->heading_of[i] = (int)j;
    }
}

static bool is_planned(const struct article_plan *plan, size_t section)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->headings[i].section == section + 1)
            return true;
    return false;
}

/* Which heading the text of each section of the sources belongs to. What answers a question is kept for the FAQ, and
 * what the customer says of its brand for the sections that are about its service (compose_role.c). */
static enum status assign_sections(struct composer *composer)
{
    struct writing *writing = composer->writing;
    const struct corpus *corpus = &writing->corpus;
    composer->heading_of = ARENA_ARRAY(writing->arena, corpus->section_count + 1, int);
    enum status status = composer->heading_of ? assign_by_title(composer) : error_memory(writing->err);
    if (status)
        return status;
    assign_by_plan(composer);
    for (size_t i = 0; i < corpus->section_count && config_bool(writing->config, "includeFaq"); i++)
        if (corpus->sections[i].is_question && !is_planned(composer->plan, i))
            composer->heading_of[i] = SECTION_KEPT_BACK;
    for (size_t i = 0; i < corpus->section_count && writing->has_brand_page; i++)
        if (corpus->sections[i].page + 1 == writing->page_count)
            composer->heading_of[i] = SECTION_KEPT_BACK;
    return OK;
}

enum status compose_begin(struct composer *composer)
{
    enum status status = compose_subject(composer->writing);
    return status ? status : assign_sections(composer);
}

enum status compose_report(struct composer *composer, const char *what)
{
    double share = (double)composer->done++ / (double)(composer->plan->count + 2);
    return writing_progress(composer->writing, first_part + (last_part - first_part) * share, "%s", what);
}

/* --- texts --- */

static void mark_used(struct writing *writing, const struct model_text *text)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++) {
            long id = text->blocks[i].sentences[j].id;
            if (corpus_sentence(&writing->corpus, id))
                used_add(&writing->used, (size_t)id);
        }
}

enum status compose_status(struct writing *writing, enum status status)
{
    if (status == E_INVALID)
        writing->err->code = code_name(CODE_MODEL_UNAVAILABLE);
    return status;
}

enum status compose_text(struct writing *writing, const struct passage *const *passages, size_t count,
                         struct model_text *text)
{
    struct builtin_passage *made = ARENA_ARRAY(writing->arena, count + 1, struct builtin_passage);
    if (!made)
        return error_memory(writing->err);
    size_t filled = 0;
    for (size_t i = 0; i < count; i++) {
        made[filled] = compose_passage(writing, passages[i]);
        if (!made[filled].sentences)
            return error_memory(writing->err);
        filled += made[filled].count > 0;
    }
    enum status status = builtin_text(made, filled, writing->arena, text, writing->err);
    if (!status)
        mark_used(writing, text);
    return status;
}
