#include "write/write.h"

#include "write/assemble.h"
#include "write/compose/compose.h"
#include "write/finish.h"
#include "write/media/media.h"
#include "write/parts.h"
#include "write/prompted/prompted.h"
#include "write/sources/sources.h"
#include "write/types/types.h"

/* --- what a type may need, and how it is got --- */

/* The excerpts that a language model is shown. Without sources it writes from what it knows. */
static enum status cut_excerpts(struct writing *writing)
{
    const struct excerpts_options options = {.language = writing->brief.language, .cancel = writing->job->cancel};
    if (!writing->page_count)
        return writing_note(writing, "There were no sources: the article is written from the language model's own "
                                     "knowledge, without citations. Check its facts.");
    size_t count = writing->page_count - writing->has_brand_page; /* what the brand says is shown as its own */
    enum status status =
        excerpts_build(writing->research, writing->pages, count, &options, &writing->excerpts, writing->err);
    return status ? status : fates_of_excerpts(writing);
}

static enum status gather_sources(struct writing *writing)
{
    enum status status = research_gather(writing);
    if (status)
        return status;
    return writing->model ? cut_excerpts(writing) : writing_corpus(writing);
}

static enum status gather_page(struct writing *writing)
{
    enum status status = sources_gather(writing, NULL);
    return status ? status : rewrite_open(writing);
}

static const struct {
    unsigned need;
    enum status (*gather)(struct writing *writing);
} needs[] = {
    {NEEDS_SOURCES, gather_sources},
    {NEEDS_PAGE, gather_page},
    {NEEDS_CAPTIONS, video_gather},
};

static enum status write_gather(struct writing *writing)
{
    enum status status = OK;
    for (size_t i = 0; i < COUNT_OF(needs) && !status; i++)
        if (writing->type->needs & needs[i].need)
            status = needs[i].gather(writing);
    return status;
}

/* --- the plan --- */

static enum status make_style(struct writing *writing)
{
    if (!config_is(writing->config, "toneOfVoiceProfile", "automatic"))
        return OK;
    return prompted_style(writing, &writing->wishes.style);
}

/* --- the article --- */

/* What a language model has written does not live in them, unlike the sentences of the corpus that may stand in it. */
static void let_sources_go(struct writing *writing)
{
    arena_free(writing->research);
    writing->research = NULL;
    writing->pages = NULL;
    writing->page_count = 0;
    writing->excerpts = (struct excerpts){0};
}

/* What is written from, and the headings that are there before it is: a language model plans while it writes. */
static enum status open_article(struct writing *writing, struct article_plan *plan)
{
    const struct article_type *type = writing->type;
    struct str title = config_text(writing->config, "title");
    *plan = (struct article_plan){.title = title, .title_is_given = title.len > 0};
    enum status status = write_gather(writing);
    if (!status)
        status = finish_find_terms(writing);
    if (!status)
        status = writing->model ? OK : brief_phrase(writing);
    if (!status)
        status = writing_progress(writing, 0.2, "Outlining");
    if (!status)
        status = plan_read_given(writing, plan);
    if (status)
        return status;
    if (!writing->model)
        return parts_plan(writing, plan);
    status = type->keep ? type->keep(writing, plan) : OK;
    return status ? status : make_style(writing);
}

/* Made of data, by the type itself. */
static enum status write_data(struct writing *writing, struct article_plan *plan, struct write_result *result)
{
    struct draft draft = {0};
    struct document document = {.arena = writing->arena};
    enum status status = writing->type->make(writing, plan, &draft, &document);
    return status ? status : assemble_document(writing, plan, &draft, &document, result);
}

static enum status write_type(struct writing *writing, struct article_plan *plan, struct write_result *result)
{
    struct draft draft = {0};
    enum status status = brief_read(writing);
    if (!status && writing->model)
        status = question_begin(writing);
    if (!status && writing->model)
        status = finish_labels(writing);
    if (!status && writing->type->make)
        return write_data(writing, plan, result);
    if (!status)
        status = open_article(writing, plan);
    if (status)
        return status;
    status = parts_draft(writing, plan, &draft);
    if (writing->model && !draft.is_composed)
        let_sources_go(writing);
    if (!status)
        status = finish_terms(writing, plan, &draft, &result->seo);
    if (!status)
        status = finish_brand(writing, plan, &draft);
    if (!status)
        status = keyword_heading(writing, plan, &draft);
    status = writing_end(writing, status); /* pictures are paid for */
    if (!status)
        status = media_illustrate(writing, &draft, &result->picture_words);
    if (!status)
        status = writing_progress(writing, 0.92, "Putting the article together");
    return status ? status : assemble(writing, plan, &draft, result);
}

/* The article stands when the model fails only now. What polishing does is part of the article, and not charged. */
static enum status polish(struct writing *writing, struct write_result *result)
{
    struct polished polished = {NULL, NULL};
    if (!config_bool(writing->config, "autoPolish"))
        return OK;
    enum status status = writing_progress(writing, 0.96, "Polishing");
    if (!status)
        status = polished_make(writing, result->html, &result->polished_html, &polished);
    if (!status && polished.problem)
        status = writing_note(writing, "The article was polished by rules alone where the model failed: %s.",
                              polished.problem);
    if (!status && polished.refused)
        status = writing_note(writing, "Polishing refused %s.", polished.refused);
    return status;
}

/* The sources are told also when the article failed, whose error stays. */
static enum status tell_fates(struct writing *writing, const struct write_result *result, enum status failure)
{
    if (!failure)
        return fates_end(writing, result->sources);
    struct error err = *writing->err;
    fates_end(writing, result->sources);
    *writing->err = err;
    return failure;
}

enum status write_article(const struct write_services *services, const struct write_job *job, struct arena *arena,
                          struct write_result *result, struct error *err)
{
    struct writing_shared shared;
    struct writing writing;
    struct article_plan plan = {0};
    *result = (struct write_result){.sources = json_array()};
    enum status status = opening_begin(&writing, &shared, services, job, arena, err);
    result->notes = json_incref(writing.notes);
    result->run = json_incref(writing.run);
    result->searches = json_incref(writing.searches);
    if (!status && !result->sources)
        status = error_memory(err);
    if (!status && writing.model)
        question_settle(&writing);
    if (!status)
        status = write_type(&writing, &plan, result);
    if (!status)
        status = polish(&writing, result);
    status = tell_fates(&writing, result, writing_end(&writing, status));
    result->usage = writing.usage;
    opening_end(&writing);
    return status;
}
