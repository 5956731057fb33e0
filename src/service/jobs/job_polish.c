#include "service/jobs/job_polish.h"

#include "base/codes.h"
#include "service/jobs/job_calls.h"
#include "service/jobs/job_result.h"
#include "write/params/params.h"

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
        outcome->ended = status != E_CONFLICT && !(status != OK && atomic_load(&job->cancel));
    }
    if (status == OK && !is_by_language_model(options, config))
        note_left(article, config, arena);
    if (status == OK && refused)
        add_note(article, REFUSED, refused, arena);
    if (status == OK)
        article->polished_html = polished;
    else if (outcome->ended)
        job_polish_explain(article, &err, arena, outcome);
    json_decref(config);
}
