#include "write/write.h"

#include "write/assemble.h"
#include "write/brief.h"
#include "write/parts.h"
#include "write/sources.h"

/* Sentences this long are where easy reading ends. */
enum { EASY_SENTENCE_WORDS = 18 };

static enum status gather_sources(struct writing *writing)
{
    struct corpus_options options = {.language = writing->brief.language, .cancel = writing->job->cancel};
    if (writing->wishes.is_easy)
        options.max_sentence_words = EASY_SENTENCE_WORDS;
    enum status status = sources_gather(writing);
    if (!status)
        status =
            corpus_build(writing->arena, writing->pages, writing->page_count, &options, &writing->corpus, writing->err);
    if (status || writing->corpus.passage_count)
        return status;
    const char *language = writing->brief.language->name;
    return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                      "none of the %zu sources has sentences in %s that an article could draw on; add sources in %s",
                      writing->page_count, language, language);
}

/* What a type may need, and how it is got. */
static const struct {
    unsigned need;
    enum status (*gather)(struct writing *writing);
} needs[] = {
    {NEEDS_SOURCES, gather_sources},
};

static enum status gather(struct writing *writing, const struct article_type *type)
{
    enum status status = OK;
    for (size_t i = 0; i < COUNT_OF(needs) && !status; i++)
        if (type->needs & needs[i].need)
            status = needs[i].gather(writing);
    return status;
}

static enum status write_type(struct writing *writing, const struct article_type *type, struct write_result *result)
{
    struct article_outline outline = {0};
    struct draft draft = {0};
    enum status status = brief_read(writing);
    if (!status)
        status = gather(writing, type);
    if (!status)
        status = brief_phrase(writing);
    if (!status)
        status = type->plan ? type->plan(writing, &outline) : outline_make(writing, &outline);
    if (!status)
        status = parts_draft(writing, type, &outline, &draft);
    if (!status)
        status = writing_progress(writing, 0.92, "Putting the article together");
    return status ? status : assemble(writing, &outline, &draft, result);
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
    struct writing writing = {
        .services = services, .job = job, .config = job->config, .arena = arena, .err = err, .notes = result->notes};
    enum status status = write_type(&writing, type, result);
    result->usage = writing.usage;
    return status;
}
