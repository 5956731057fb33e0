#include "service/jobs/job.h"

#include "service/domain/domain.h"
#include "write/params/params.h"

#include <stdio.h>
#include <time.h>

void job_init(struct job *job)
{
    pthread_mutex_init(&job->lock, NULL);
}

void job_destroy(struct job *job)
{
    pthread_mutex_destroy(&job->lock);
}

void job_open(struct job *job, const struct article *article, const char *worker)
{
    pthread_mutex_lock(&job->lock);
    snprintf(job->article_id, sizeof job->article_id, "%s", article->id);
    snprintf(job->account_id, sizeof job->account_id, "%s", article->account_id);
    snprintf(job->worker, sizeof job->worker, "%s", worker);
    job->attempt = article->attempt;
    job->renewed_at = clock_now_ms();
    job->has_progress = job->lost = false;
    job->fraction = article->progress;
    atomic_store(&job->cancel, article->cancel_requested);
    job->open = true;
    pthread_mutex_unlock(&job->lock);
}

void job_close(struct job *job)
{
    pthread_mutex_lock(&job->lock);
    job->open = false;
    pthread_mutex_unlock(&job->lock);
}

struct lease job_lease(const struct job *job)
{
    return (struct lease){job->article_id, job->worker, job->attempt};
}

bool job_set_progress(struct job *job, double fraction, const char *detail)
{
    pthread_mutex_lock(&job->lock);
    if (fraction > job->fraction)
        job->fraction = fraction;
    snprintf(job->detail, sizeof job->detail, "%s", detail);
    job->has_progress = true;
    bool lost = job->lost;
    pthread_mutex_unlock(&job->lock);
    return !lost;
}

bool job_cancel(struct job *job, const char *article_id)
{
    pthread_mutex_lock(&job->lock);
    bool is_meant = job->open && (!article_id || strcmp(job->article_id, article_id) == 0);
    if (is_meant)
        atomic_store(&job->cancel, true);
    pthread_mutex_unlock(&job->lock);
    return is_meant;
}

bool job_is_open(struct job *job)
{
    pthread_mutex_lock(&job->lock);
    bool open = job->open;
    pthread_mutex_unlock(&job->lock);
    return open;
}

/* --- for the heartbeat --- */

/* Also when the clock was set back: the lease then ends earlier than it was meant to. */
static bool renewal_is_due(const struct job *job, int64_t now, int64_t renew_ms)
{
    return now - job->renewed_at >= renew_ms || now < job->renewed_at;
}

static bool has_update(const struct job *job, int64_t now, int64_t renew_ms)
{
    return job->open && !job->lost && (job->has_progress || renewal_is_due(job, now, renew_ms));
}

bool job_has_update(struct job *job, int64_t now, int64_t renew_ms)
{
    pthread_mutex_lock(&job->lock);
    bool has = has_update(job, now, renew_ms);
    pthread_mutex_unlock(&job->lock);
    return has;
}

bool job_needs_renewal(struct job *job, int64_t now, int64_t renew_ms)
{
    pthread_mutex_lock(&job->lock);
    bool needs = job->open && !job->lost && renewal_is_due(job, now, renew_ms);
    pthread_mutex_unlock(&job->lock);
    return needs;
}

bool job_take_update(struct job *job, int64_t now, int64_t renew_ms, struct job_update *update)
{
    pthread_mutex_lock(&job->lock);
    bool has = has_update(job, now, renew_ms);
    if (has) {
        update->renew = renewal_is_due(job, now, renew_ms);
        update->has_progress = job->has_progress;
        update->fraction = job->fraction;
        memcpy(update->detail, job->detail, sizeof update->detail);
        memcpy(update->article_id, job->article_id, sizeof update->article_id);
        memcpy(update->account_id, job->account_id, sizeof update->account_id);
        memcpy(update->worker, job->worker, sizeof update->worker);
        update->lease = (struct lease){update->article_id, update->worker, job->attempt};
        job->has_progress = false;
        if (update->renew)
            job->renewed_at = now;
    }
    pthread_mutex_unlock(&job->lock);
    return has;
}

void job_lose(struct job *job, const struct job_update *update)
{
    pthread_mutex_lock(&job->lock);
    if (job->open && job->attempt == update->lease.attempt && strcmp(job->article_id, update->article_id) == 0) {
        job->lost = true;
        atomic_store(&job->cancel, true);
    }
    pthread_mutex_unlock(&job->lock);
}

enum { TRIES = 5, RETRY_MS = 1000, STEP_MS = 50 };

static void pause_until(const atomic_bool *stops, int64_t ms)
{
    const struct timespec step = {.tv_nsec = STEP_MS * 1000000L};
    for (int64_t until = clock_mono_ms() + ms; clock_mono_ms() < until && !atomic_load(stops);)
        nanosleep(&step, NULL);
}

/* The same for what uses the store in its own way. what: "read", for the log: "article ID cannot be read: ...". */
static enum status job_try(job_attempt attempt, void *argument, const char *what, const char *id,
                           const atomic_bool *stops, struct error *err)
{
    struct error why;
    for (int try = 1;; try++) {
        enum status status = attempt(argument, &why);
        if (status != E_IO || try == TRIES || atomic_load(stops)) {
            if (status && err)
                *err = why;
            return status;
        }
        log_line(LOG_ERROR, "article %s cannot be %s: %s", id, what, why.message);
        pause_until(stops, RETRY_MS);
    }
}

struct job_store_passage {
    enum status (*way)(struct store *store, store_work work, void *argument, struct error *err);
    struct store *store;
    store_work work;
    void *argument;
};

static enum status pass(void *argument, struct error *err)
{
    const struct job_store_passage *passage = argument;
    return passage->way(passage->store, passage->work, passage->argument, err);
}

enum status job_store(struct store *store, store_work work, void *argument, const char *id, const atomic_bool *stops,
                      struct error *err)
{
    struct job_store_passage passage = {store_write, store, work, argument};
    return job_try(pass, &passage, "stored", id, stops, err);
}

enum status job_read(struct store *store, store_work work, void *argument, const char *id, const atomic_bool *stops,
                     struct error *err)
{
    struct job_store_passage passage = {store_read, store, work, argument};
    return job_try(pass, &passage, "read", id, stops, err);
}

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
    if (status && err)
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
    if (!status) {
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
