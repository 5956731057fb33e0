#include "service/jobs/job_calls.h"

#include "service/domain/indexes.h"
#include "write/params/params.h"

static enum status on_progress(void *context, double fraction, const char *detail, struct error *err)
{
    struct job_calls *calls = context;
    if (job_set_progress(calls->job, fraction, detail))
        return OK;
    return error_set(err, E_CONFLICT, "lease_lost", "another worker has the article");
}

/* --- steps --- */

struct loading {
    const char *article_id, *name;
    int version;
    struct arena *arena;
    struct str *output;
};

static enum status load(struct db *db, void *argument, struct error *err)
{
    const struct loading *loading = argument;
    return step_get(db, loading->arena, loading->article_id, loading->name, loading->version, loading->output, err);
}

static enum status on_load_step(void *context, struct arena *arena, const char *name, int version, struct str *output,
                                struct error *err)
{
    struct job_calls *calls = context;
    struct loading loading = {job_lease(calls->job).article_id, name, version, arena, output};
    return store_read(calls->options->store, load, &loading, err);
}

struct saving {
    struct lease lease;
    struct article_step step;
};

static enum status save(struct db *db, void *argument, struct error *err)
{
    const struct saving *saving = argument;
    return step_put(db, &saving->lease, &saving->step, err);
}

static enum status on_save_step(void *context, const struct write_step *step, struct error *err)
{
    struct job_calls *calls = context;
    struct saving saving = {
        .lease = job_lease(calls->job),
        .step = {.name = step->name,
                 .version = step->version,
                 .model = step->model,
                 .started_at = step->started_at,
                 .seconds = step->seconds,
                 .input_tokens = step->usage.input,
                 .output_tokens = step->usage.output,
                 .is_done = step->is_done,
                 .status = step->status    ? step->status
                           : step->is_done ? "done"
                                           : "failed",
                 .output = step->output},
    };
    return store_write(calls->options->store, save, &saving, err);
}

/* --- linking indexes --- */

static enum status on_open_index(void *context, const char *domain_id, struct link_index **index, struct error *err)
{
    struct job_calls *calls = context;
    return indexes_open(calls->options->indexes, calls->account_id, domain_id, index, err);
}

/* --- all of it --- */

struct write_services job_services(const struct jobs_options *options, const char *library)
{
    return (struct write_services){
        .net = options->net,
        .products = options->products,
        .places = options->places,
        .videos = options->videos,
        .library = library,
    };
}

struct write_job job_callbacks(struct job_calls *calls, const json_t *config)
{
    return (struct write_job){
        .config = config,
        .model = models_find(calls->options->models, config_string(config, "modelVersion")),
        .cancel = &calls->job->cancel,
        .context = calls,
        .progress = on_progress,
        .load_step = on_load_step,
        .save_step = on_save_step,
        .open_index = on_open_index,
    };
}
