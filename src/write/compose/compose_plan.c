/* Headings from those of the sources, and the title. */
#include "write/compose/compose.h"

/* A page is about the keyword's whole subject when its title covers this share of the keyword. */
static const double whole_subject = 0.8;

static enum status collect_headings(struct writing *writing, struct builtin_outline_request *request)
{
    const struct corpus *corpus = &writing->corpus;
    struct vector keyword;
    struct builtin_heading *headings = ARENA_ARRAY(writing->arena, corpus->section_count + 1, struct builtin_heading);
    double *relevance = ARENA_ARRAY(writing->arena, corpus->section_count + 1, double);
    if (!headings || !relevance)
        return error_memory(writing->err);
    enum status status = corpus_vector(&writing->corpus, writing->brief.subject, &keyword, writing->err);
    if (!status)
        status = corpus_relevance(&writing->corpus, writing->brief.subject, relevance, writing->err);
    if (status)
        return status;
    bool has_faq = config_bool(writing->config, "includeFaq"), is_subtopic = false;
    double pages = (double)writing->page_count;
    for (size_t i = 0; i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        if (section->is_boilerplate || (section->is_question && has_faq) || !section->title.len)
            continue;
        if (section->depth == 0)
            is_subtopic = vector_coverage(&keyword, &section->vector) < whole_subject;
        headings[request->count++] = (struct builtin_heading){
            .text = section->title,
            .source = (int)section->page,
            .depth = section->depth,
            .is_subtopic = is_subtopic,
            .position = is_subtopic ? ((double)section->page + section->position) / pages : section->position,
            .relevance = relevance[i],
            .words = section->words,
            .total_words = section->total_words};
    }
    request->headings = headings;
    return OK;
}

static enum status append(struct writing *writing, const struct builtin_section *sections, size_t count, int level,
                          struct article_plan *plan)
{
    enum status status = OK;
    for (size_t i = 0; i < count && !status; i++) {
        plan->headings[plan->count++] = (struct planned){.title = sections[i].title, .level = level};
        status = append(writing, sections[i].subsections, sections[i].count, level + 1, plan);
    }
    return status;
}

static enum status flatten(struct writing *writing, const struct builtin_outline *outline, struct article_plan *plan)
{
    size_t count = 0;
    for (size_t i = 0; i < outline->count; i++)
        count += 1 + outline->sections[i].count;
    plan->headings = ARENA_ARRAY(writing->arena, count + 1, struct planned);
    plan->count = 0;
    return plan->headings ? append(writing, outline->sections, outline->count, 2, plan) : error_memory(writing->err);
}

enum status compose_outline(struct writing *writing, size_t least, size_t most, struct article_plan *plan)
{
    struct builtin_outline_request request = {.min_sections = least, .max_sections = most};
    struct builtin_outline outline;
    enum status status = collect_headings(writing, &request);
    if (!status)
        status = builtin_outline(&writing->brief, &request, writing->arena, &outline, writing->err);
    return status ? status : flatten(writing, &outline, plan);
}

/* The outline as the built-in writer knows it: its main headings are enough for a title. */
enum status compose_title(struct writing *writing, struct article_plan *plan)
{
    struct builtin_outline outline = {.sections = ARENA_ARRAY(writing->arena, plan->count + 1, struct builtin_section)};
    if (!outline.sections)
        return error_memory(writing->err);
    for (size_t i = 0; i < plan->count; i++)
        if (plan->headings[i].level == 2)
            outline.sections[outline.count++].title = plan->headings[i].title;
    const struct builtin_title_request request = {.outline = &outline};
    return builtin_title(&writing->brief, &request, writing->arena, &plan->title, writing->err);
}

enum status compose_plan(struct writing *writing, struct article_plan *plan)
{
    size_t least, most;
    enum status status = writing_corpus(writing);
    plan_bounds(writing->config, &least, &most);
    if (!status && !plan->is_given)
        status = compose_outline(writing, least, most, plan);
    if (!status && !plan->title.len)
        status = compose_title(writing, plan);
    if (!status && !plan->is_given)
        status = plan_put_keyword(writing, plan);
    if (!status)
        status = plan_put_brand(writing, plan);
    if (status == E_INVALID)
        writing->err->code = code_name(CODE_MODEL_UNAVAILABLE);
    return status;
}
