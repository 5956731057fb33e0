#include "service/jobs/job_result.h"

#include "write/params/params.h"

enum status job_result_finished(struct article *article, const struct write_result *result, struct arena *arena,
                                struct error *err)
{
    const char *sources = params_dump(arena, result->sources);
    const char *seo = result->seo ? params_dump(arena, result->seo) : NULL;
    if (!sources || (result->seo && !seo))
        return error_memory(err);
    article->state = ARTICLE_FINISHED;
    article->detail = "Finished";
    article->progress = 1;
    article->title = result->title;
    article->slug = result->slug;
    article->meta_description = result->meta_description;
    article->html = result->html;
    article->polished_html = result->polished_html;
    article->sources = sources;
    article->seo = seo;
    article->words_charged = result->words + result->picture_words;
    return OK;
}

bool job_result_run(struct article *article, json_t *run, json_t *searches, struct arena *arena)
{
    json_t *both = json_pack("{s:O*,s:O*}", "sources", run, "searches", searches);
    article->run = both ? params_dump(arena, both) : NULL;
    json_decref(both);
    return article->run != NULL;
}

bool job_result_notes(struct article *article, const json_t *notes, struct arena *arena)
{
    const char *joined = NULL;
    json_t *all = json_loads(article->notes ? article->notes : "[]", 0, NULL);
    if (all && (json_array_size(notes) == 0 || json_array_extend(all, (json_t *)notes) == 0))
        joined = params_dump(arena, all);
    json_decref(all);
    if (joined)
        article->notes = joined;
    return joined != NULL;
}

void job_result_failed(struct article *article, enum code code, const char *message)
{
    article->state = ARTICLE_FAILED;
    article->error_code = code_name(code);
    article->error = message;
    article->detail = message;
    article->words_charged = 0;
}

const char *job_result_fault(struct article *article, const struct error *err, struct arena *arena)
{
    enum code code = code_find(err->code);
    const char *message = arena_copy(arena, err->message);
    bool is_ours = code == CODE_INTERNAL;
    job_result_failed(article, code, !is_ours && message ? message : code_sentence(CODE_INTERNAL));
    if (!is_ours)
        return NULL;
    return message ? message : status_name(err->status);
}
