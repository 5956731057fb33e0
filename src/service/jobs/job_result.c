#include "service/jobs/job_result.h"

#include <stdlib.h>

/* JSON text of a value, in the arena; NULL when memory ran out. */
static const char *dump(struct arena *arena, const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_PRESERVE_ORDER);
    const char *copy = text ? arena_copy(arena, text) : NULL;
    free(text);
    return copy;
}

enum status job_result_finished(struct article *article, const struct write_result *result, struct arena *arena,
                                struct error *err)
{
    const char *sources = dump(arena, result->sources);
    if (!sources)
        return error_memory(err);
    article->state = ARTICLE_FINISHED;
    article->detail = "Finished";
    article->progress = 1;
    article->title = result->title;
    article->slug = result->slug;
    article->meta_description = result->meta_description;
    article->html = result->html;
    article->sources = sources;
    article->words_charged = result->words;
    return OK;
}

bool job_result_notes(struct article *article, const json_t *notes, struct arena *arena)
{
    const char *joined = NULL;
    json_t *all = json_loads(article->notes ? article->notes : "[]", 0, NULL);
    if (all && (json_array_size(notes) == 0 || json_array_extend(all, (json_t *)notes) == 0))
        joined = dump(arena, all);
    json_decref(all);
    if (joined)
        article->notes = joined;
    return joined != NULL;
}

void job_result_failed(struct article *article, const char *code, const char *message)
{
    article->state = ARTICLE_FAILED;
    article->error_code = code;
    article->error = message;
    article->detail = message;
    article->words_charged = 0;
}

/* The record's word for a failure of the writer; NULL when the record has none. */
static const char *record_code(const char *code)
{
    static const char *const known[] = {"insufficient_words", "no_sources", "model_unavailable", "source_unreachable",
                                        "no_captions"};
    for (size_t i = 0; code && i < COUNT_OF(known); i++)
        if (strcmp(known[i], code) == 0)
            return known[i];
    return NULL;
}

const char *job_result_fault(struct article *article, const struct error *err, struct arena *arena)
{
    const char *code = record_code(err->code);
    const char *message = arena_copy(arena, err->message);
    job_result_failed(article, code ? code : "internal",
                      code && message ? message : "Something went wrong while the article was written; try again.");
    if (code)
        return NULL;
    return message ? message : status_name(err->status);
}
