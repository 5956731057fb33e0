#include "service/jobs/job_write.h"

#include "service/account/account.h"
#include "write/params/params.h"

/* Sets texts, sources and words of a finished article. E_MEMORY. */
static enum status job_result_finished(struct article *article, const struct write_result *result, struct arena *arena,
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

/* Sets the sources that were looked at and the searches for them, also of an article that failed; each may be NULL.
 * False: memory ran out, and there are none. */
static bool job_result_run(struct article *article, json_t *run, json_t *searches, struct arena *arena)
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

/* Sets a failure that the record explains; message tells the user what to do about it. */
static void job_result_failed(struct article *article, enum code code, const char *message)
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

/* --- writing --- */

static void compose(struct job_calls *calls, const struct write_services *common, const json_t *config,
                    struct arena *arena, struct article *article, struct job_outcome *outcome)
{
    struct write_services services = *common;
    struct write_job job = job_callbacks(calls, config);
    job.engine = article->engine;
    services.library = article->library;
    struct write_result result = {0};
    struct error err = {0};
    enum status status = write_article(&services, &job, arena, &result, &err);
    outcome->ended = status != E_CONFLICT && !(status && atomic_load(&calls->job->cancel)) &&
                     !(status && atomic_load(&calls->is_cut_off));
    bool is_told =
        job_result_notes(article, result.notes, arena) && job_result_run(article, result.run, result.searches, arena);
    if (!status)
        status = is_told ? job_result_finished(article, &result, arena, &err) : error_memory(&err);
    if (status && outcome->ended)
        outcome->fault = job_result_fault(article, &err, arena);
    json_decref(result.sources);
    json_decref(result.notes);
    json_decref(result.run);
    json_decref(result.searches);
    json_decref(result.seo);
}

/* --- what must not be written --- */

/* True: the article has failed already. */
static bool is_refused(const struct jobs_options *options, struct arena *arena, struct article *article)
{
    struct account account;
    if (article->attempt > MAX_ATTEMPTS) {
        job_result_failed(article, CODE_INTERRUPTED, code_sentence(CODE_INTERRUPTED));
        return true;
    }
    enum status status = renewal_read(options->store, options->plans, arena, article->account_id, &account, NULL, NULL);
    if (!status && account.has_words && account.words_left <= 0) {
        job_result_failed(article, CODE_INSUFFICIENT_WORDS, code_sentence(CODE_INSUFFICIENT_WORDS));
        return true;
    }
    return false;
}

void job_write(struct job *job, const struct jobs_options *options, const struct write_services *services,
               struct arena *arena, struct article *article, struct job_outcome *outcome)
{
    struct job_calls calls = {.job = job, .options = options, .account_id = article->account_id};
    struct error err;
    *outcome = (struct job_outcome){.ended = true};
    json_t *config = json_loads(article->config, 0, NULL);
    if (!config) {
        code_error(&err, E_CORRUPT, CODE_INTERNAL, "its config cannot be read");
        outcome->fault = job_result_fault(article, &err, arena);
        return;
    }
    if (!is_refused(options, arena, article))
        compose(&calls, services, config, arena, article, outcome);
    json_decref(config);
}

/* The article's config with what is asked of the polishing in the place of what its own request had said of that. NULL:
 * no memory, or it cannot be read. */
static json_t *polish_config(const struct article *article)
{
    json_t *config = json_loads(article->config, 0, NULL), *asked = json_loads(article->polish, 0, NULL);
    json_object_del(config, "polishSettings");
    json_object_del(config, "polishCustomInstructions");
    bool complete = config && asked && json_object_update(config, asked) == 0;
    json_decref(asked);
    if (complete)
        return config;
    json_decref(config);
    return NULL;
}

#define FAILED  "The article could not be polished: "
#define REFUSED "Polishing refused "
#define UNUSED  "The instructions for polishing were without effect: "

static bool is_of_polishing(struct str note)
{
    static const char *const openings[] = {FAILED, REFUSED, UNUSED, PARAMS_POLISH_LEFT};
    for (size_t i = 0; i < COUNT_OF(openings); i++)
        if (str_starts(note, str_from(openings[i])))
            return true;
    return false;
}

/* Takes out what was noted of earlier polishings: the last one counts. Without memory the notes stay as they are. */
static void drop_notes(struct article *article, struct arena *arena)
{
    json_t *notes = json_loads(article->notes, 0, NULL);
    for (size_t i = json_array_size(notes); i-- > 0;) {
        const char *note = json_string_value(json_array_get(notes, i));
        if (note && is_of_polishing(str_from(note)))
            json_array_remove(notes, i);
    }
    const char *rest = notes ? params_dump(arena, notes) : NULL;
    article->notes = rest ? rest : article->notes;
    json_decref(notes);
}

/* Without memory there is no note, and the log says why. */
static void add_note(struct article *article, const char *opening, const char *rest, struct arena *arena)
{
    json_t *notes = json_pack("[s+]", opening, rest);
    if (notes)
        job_result_notes(article, notes, arena);
    json_decref(notes);
}

/* What of the wishes only a language model can do, when none polished. */
static void note_left(struct article *article, const json_t *config, struct arena *arena)
{
    json_t *notes = json_array();
    if (notes && params_polish_left(config, notes) && json_array_size(notes))
        job_result_notes(article, notes, arena);
    json_decref(notes);
    if (config_string(config, "polishCustomInstructions"))
        add_note(article, UNUSED, "only a language model can follow them.", arena);
}

/* Why it could not be polished, for people. What happened on our side is for the log alone. */
static void job_polish_explain(struct article *article, const struct error *err, struct arena *arena,
                               struct job_outcome *outcome)
{
    bool is_ours = code_find(err->code) == CODE_INTERNAL;
    const char *message = arena_copy(arena, err->message);
    const char *ours = "something went wrong on our side; try again.";
    outcome->problem = is_ours || !message ? ours : message;
    outcome->fault = is_ours ? message ? message : status_name(err->status) : NULL;
    add_note(article, FAILED, outcome->problem, arena);
}

static bool is_by_language_model(const struct jobs_options *options, const json_t *config)
{
    return model_is_language(models_find(options->models, config_string(config, "modelVersion")));
}

void job_polish(struct job *job, const struct jobs_options *options, const struct write_services *services,
                struct arena *arena, struct article *article, struct job_outcome *outcome)
{
    struct job_calls calls = {.job = job, .options = options, .account_id = article->account_id};
    struct error err = {0};
    const char *polished = NULL, *refused = NULL;
    enum status status = OK;
    json_t *config = polish_config(article);
    *outcome = (struct job_outcome){.ended = true};
    article->polished_html = NULL;
    drop_notes(article, arena);
    if (!config) {
        status = code_error(&err, E_CORRUPT, CODE_INTERNAL, "its config cannot be read");
    } else if (article->polish_attempts > MAX_ATTEMPTS) {
        status = code_error(&err, E_LIMIT, CODE_INTERRUPTED, "it was interrupted too many times.");
    } else {
        const struct write_job write = job_callbacks(&calls, config);
        status = write_polish(services, &write, arena, article->html, &polished, &refused, &err);
        outcome->ended = status != E_CONFLICT && !(status && atomic_load(&job->cancel));
    }
    if (!status && !is_by_language_model(options, config))
        note_left(article, config, arena);
    if (!status && refused)
        add_note(article, REFUSED, refused, arena);
    if (!status)
        article->polished_html = polished;
    else if (outcome->ended)
        job_polish_explain(article, &err, arena, outcome);
    json_decref(config);
}
