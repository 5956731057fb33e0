#include "service/jobs/job_calls.h"

#include "service/domain/indexes.h"
#include "service/jobs/job_store.h"
#include "write/params/params.h"

static enum status on_progress(void *context, double fraction, const char *detail, struct error *err)
{
    struct job_calls *calls = context;
    if (job_set_progress(calls->job, fraction, detail))
        return OK;
    return error_set(err, E_CONFLICT, "lease_lost", "another worker has the article");
}

/* What the store has. When it fails for long, that is no fault of the article. */
static enum status read_store(struct job_calls *calls, store_work work, void *argument, struct error *err)
{
    enum status status =
        job_read(calls->options->store, work, argument, job_lease(calls->job).article_id, &calls->job->cancel, err);
    if (status == E_IO)
        atomic_store(&calls->is_cut_off, true);
    return status;
}

/* --- steps --- */

struct loading {
    const char *article_id, *name;
    int version;
    struct arena *arena;
    struct str *output;
};

static enum status job_calls_load(struct db *db, void *argument, struct error *err)
{
    const struct loading *loading = argument;
    return step_get(db, loading->arena, loading->article_id, loading->name, loading->version, loading->output, err);
}

static enum status on_load_step(void *context, struct arena *arena, const char *name, int version, struct str *output,
                                struct error *err)
{
    struct job_calls *calls = context;
    struct loading loading = {job_lease(calls->job).article_id, name, version, arena, output};
    return read_store(calls, job_calls_load, &loading, err);
}

struct saving {
    struct lease lease;
    struct article_step step;
    const struct write_picture *picture; /* NULL: the step has none */
};

static enum status save(struct db *db, void *argument, struct error *err)
{
    const struct saving *saving = argument;
    const struct write_picture *given = saving->picture;
    enum status status = OK;
    if (given) {
        const struct stored_picture picture = {.id = given->id, .type = given->type, .bytes = given->data};
        status = picture_put(db, &saving->lease, &picture, err);
    }
    return status ? status : step_put(db, &saving->lease, &saving->step, err);
}

/* "section" of "section-3/verify". */
static void count_step(const struct jobs_counters *counters, const struct write_step *step)
{
    char kind[TALLY_LABEL_SIZE];
    size_t length = strcspn(step->name, "/");
    if (str_ends(str_from(step->name), STR("/refused"))) /* it tells of a call that was counted */
        return;
    while (length > 0 && strchr("0123456789-", step->name[length - 1]))
        length--;
    snprintf(kind, sizeof kind, "%.*s", (int)length, step->name);
    tally_add(counters->steps, kind, NULL, step->seconds);
    if (!step->model)
        return;
    tally_add(counters->calls, step->model, step->is_done ? "done" : "failed", 0);
    tally_add(counters->tokens, step->model, "input", (double)step->usage.input);
    tally_add(counters->tokens, step->model, "output", (double)step->usage.output);
}

static enum status save_both(struct job_calls *calls, const struct write_step *step,
                             const struct write_picture *picture, struct error *err)
{
    struct saving saving = {
        .lease = job_lease(calls->job),
        .picture = picture,
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
    enum status status =
        job_store(calls->options->store, save, &saving, saving.lease.article_id, &calls->job->cancel, err);
    if (status == E_IO)
        atomic_store(&calls->is_cut_off, true);
    count_step(calls->options->counters, step);
    return status;
}

static enum status on_save_step(void *context, const struct write_step *step, struct error *err)
{
    return save_both(context, step, NULL, err);
}

static enum status on_save_picture(void *context, const struct write_step *step, const struct write_picture *picture,
                                   struct error *err)
{
    return save_both(context, step, picture, err);
}

/* --- linking indexes --- */

struct opening {
    struct job_calls *calls;
    const char *domain_id;
    struct link_index **index;
};

static enum status open_once(void *argument, struct error *err)
{
    const struct opening *opening = argument;
    const struct job_calls *calls = opening->calls;
    return indexes_open(calls->options->indexes, calls->account_id, opening->domain_id, opening->index, err);
}

/* An index that cannot be made although the database is there fails the article in the end. */
static enum status on_open_index(void *context, const char *domain_id, struct link_index **index, struct error *err)
{
    struct error why = {0};
    struct job_calls *calls = context;
    struct opening opening = {calls, domain_id, index};
    enum status status =
        job_try(open_once, &opening, "linked", job_lease(calls->job).article_id, &calls->job->cancel, &why);
    if (status == E_IO && why.code && strcmp(why.code, "database_gone") == 0)
        atomic_store(&calls->is_cut_off, true);
    if (status != OK && err)
        *err = why;
    return status;
}

/* --- brands --- */

struct brand_lookup {
    struct arena *arena;
    const char *account_id, *brand_id;
    struct brand brand;
};

static enum status read_brand(struct db *db, void *argument, struct error *err)
{
    struct brand_lookup *lookup = argument;
    return brand_get(db, lookup->arena, lookup->account_id, lookup->brand_id, &lookup->brand, err);
}

static enum status on_load_brand(void *context, const char *brand_id, json_t **brand, struct error *err)
{
    struct job_calls *calls = context;
    struct buf text = {0};
    struct brand_lookup lookup = {.arena = arena_new(), .account_id = calls->account_id, .brand_id = brand_id};
    *brand = NULL;
    if (!lookup.arena)
        return error_memory(err);
    enum status status = read_store(calls, read_brand, &lookup, err);
    if (status == OK) {
        calls->options->write_brand(&text, &lookup.brand);
        *brand = text.failed ? NULL : json_loadb(text.data, text.len, 0, NULL);
        status = *brand ? OK : error_memory(err); /* what is shown is always valid JSON */
    }
    buf_free(&text);
    arena_free(lookup.arena);
    return status;
}

/* --- all of it --- */

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
        .save_picture = on_save_picture,
        .load_brand = on_load_brand,
        .open_index = on_open_index,
    };
}
