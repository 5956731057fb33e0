#include "write/write.h"

#include "write/assemble.h"
#include "write/compose/compose.h"
#include "write/finish/finish.h"
#include "write/parts.h"
#include "write/prompted/prompted.h"
#include "write/sources.h"
#include "write/types/types.h"
#include "write/writing/brief.h"
#include "write/writing/pipeline.h"

/* --- what a type may need, and how it is got --- */

/* The excerpts that a language model is shown. Without sources it writes from what it knows. */
static enum status cut_excerpts(struct writing *writing)
{
    const struct excerpts_options options = {.language = writing->brief.language, .cancel = writing->job->cancel};
    if (!writing->page_count)
        return writing_note(writing, "There were no sources: the article is written from the language model's own "
                                     "knowledge, without citations. Check its facts.");
    return excerpts_build(writing->research, writing->pages, writing->page_count, &options, &writing->excerpts,
                          writing->err);
}

static enum status gather_sources(struct writing *writing)
{
    enum status status = sources_gather(writing);
    if (status)
        return status;
    return writing->model ? cut_excerpts(writing) : writing_corpus(writing);
}

static const struct {
    unsigned need;
    enum status (*gather)(struct writing *writing);
} needs[] = {
    {NEEDS_SOURCES, gather_sources},
};

static enum status gather(struct writing *writing)
{
    enum status status = OK;
    for (size_t i = 0; i < COUNT_OF(needs) && !status; i++)
        if (writing->type->needs & needs[i].need)
            status = needs[i].gather(writing);
    return status;
}

/* --- the plan --- */

/* What the built-in writer makes of the sources stands in when the model has no outline. */
static enum status plan_without_model(struct writing *writing, struct article_plan *plan)
{
    const char *problem = arena_copy(writing->arena, writing->err->message);
    if (!problem)
        return error_memory(writing->err);
    if (!writing->page_count)
        return E_CORRUPT;
    enum status status = compose_plan(writing, plan);
    if (status)
        return code_error(writing->err, E_UPSTREAM, CODE_MODEL_UNAVAILABLE, "%s", problem);
    if (!plan->title_is_given)
        plan->title = STR("");
    status = writing_note(writing, "The headings are those of the sources: %s.", problem);
    return status ? status : prompted_assign(writing, plan);
}

/* A weak model makes no outline: the headings are those of the sources. */
static enum status plan_plainly(struct writing *writing, struct article_plan *plan)
{
    enum status status = compose_plan(writing, plan);
    if (status == E_NOT_FOUND || status == E_INVALID)
        return prompted_plan(writing, plan);
    if (!plan->title_is_given)
        plan->title = STR("");
    return status ? status : prompted_assign(writing, plan);
}

static enum status plan_with_model(struct writing *writing, struct article_plan *plan)
{
    if (writing->is_plain && !writing->type->plan && !plan->is_given && writing->page_count)
        return plan_plainly(writing, plan);
    enum status status = writing->type->plan ? writing->type->plan(writing, plan) : prompted_plan(writing, plan);
    return status == E_CORRUPT ? plan_without_model(writing, plan) : status;
}

static enum status make_plan(struct writing *writing, struct article_plan *plan)
{
    struct str title = config_text(writing->config, "title");
    *plan = (struct article_plan){.title = title, .title_is_given = title.len > 0};
    enum status status = writing_progress(writing, 0.2, "Outlining");
    if (!status)
        status = plan_read_given(writing, plan);
    if (!status && writing->model)
        status = plan_with_model(writing, plan);
    else if (!status)
        status = writing->type->plan ? writing->type->plan(writing, plan) : compose_plan(writing, plan);
    if (!status)
        status = plan_save(writing, plan);
    /* Read back: the excerpts of the stored plan do not live in the sources, which go now. */
    return status || !writing->model ? status : plan_load(writing, plan);
}

static enum status make_style(struct writing *writing, const struct article_plan *plan)
{
    if (!writing->model || !config_is(writing->config, "toneOfVoiceProfile", "automatic"))
        return OK;
    return prompted_style(writing, plan, &writing->wishes.style);
}

/* --- the article --- */

/* With a language model the sources are not needed any more: their excerpts are in the plan. */
static void let_sources_go(struct writing *writing)
{
    if (!writing->model)
        return;
    arena_free(writing->research);
    writing->research = NULL;
    writing->pages = NULL;
    writing->page_count = 0;
    writing->excerpts = (struct excerpts){0};
    writing->has_corpus = false;
}

/* Planned by an earlier attempt, or now. */
static enum status plan_article(struct writing *writing, struct article_plan *plan)
{
    enum status status = plan_load(writing, plan);
    bool is_planned = status == OK;
    if (status && status != E_NOT_FOUND)
        return status;
    status = is_planned && writing->model ? sources_gather(writing) : gather(writing);
    if (!status)
        status = finish_find_terms(writing);
    if (!status && !writing->model)
        status = brief_phrase(writing);
    if (!status && !is_planned)
        status = make_plan(writing, plan);
    return status ? status : make_style(writing, plan);
}

static enum status write_type(struct writing *writing, struct write_result *result)
{
    struct article_plan plan = {0};
    struct draft draft = {0};
    enum status status = brief_read(writing);
    if (!status && writing->model)
        status = question_begin(writing);
    if (!status && writing->model)
        status = finish_labels(writing);
    if (!status)
        status = plan_article(writing, &plan);
    if (status)
        return status;
    let_sources_go(writing);
    status = parts_draft(writing, &plan, &draft);
    if (!status)
        status = finish_terms(writing, &plan, &draft, &result->seo);
    if (!status)
        status = finish_brand(writing, &plan, &draft);
    if (!status)
        status = writing_progress(writing, 0.92, "Putting the article together");
    return status ? status : assemble(writing, &plan, &draft, result);
}

enum status write_article(const struct write_services *services, const struct write_job *job, struct arena *arena,
                          struct write_result *result, struct error *err)
{
    *result = (struct write_result){.notes = json_array(), .sources = json_array(), .run = json_array()};
    if (!result->notes || !result->sources || !result->run)
        return error_memory(err);
    const char *name = config_string(job->config, "articleType");
    const struct article_type *type = article_type_find(name ? name : "blog_post");
    if (!type)
        return code_error(err, E_INVALID, CODE_INTERNAL, "articles of type \"%s\" cannot be written yet", name);
    struct writing_shared shared;
    struct writing writing = {
        .services = services,
        .job = job,
        .config = job->config,
        .arena = arena,
        .err = err,
        .notes = result->notes,
        .run = result->run,
        .type = type,
        .model = job->model && model_is_language(job->model) ? job->model : NULL,
        .research = arena_new(),
        .pipeline = pipeline_find(job->engine),
    };
    enum status status = writing_open(&writing, &shared);
    if (!status && !writing.research)
        status = error_memory(err);
    if (!status && writing.model)
        question_settle(&writing);
    if (!status)
        status = write_type(&writing, result);
    result->usage = writing.usage;
    arena_free(writing.research);
    writing_close(&writing);
    return status;
}
