#include "service/jobs/job.h"

#include "base/codes.h"
#include "service/domain/indexes.h"
#include "service/http/waiters.h"
#include "service/internal.h"
#include "service/jobs/workers.h"
#include "write/params/params.h"
#include "write/write.h"

#include <stdlib.h>

enum { MAX_ATTEMPTS = 20 }; /* an article that ends the process each time must not do so forever */

/* --- the slot --- */

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
    snprintf(job->worker, sizeof job->worker, "%s", worker);
    job->attempt = article->attempt;
    job->renewed_at = clock_now_ms();
    job->fresh = job->lost = false;
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

bool job_cancel(struct job *job, const char *article_id)
{
    pthread_mutex_lock(&job->lock);
    bool mine = job->open && (!article_id || strcmp(job->article_id, article_id) == 0);
    if (mine)
        atomic_store(&job->cancel, true);
    pthread_mutex_unlock(&job->lock);
    return mine;
}

bool job_is_open(struct job *job)
{
    pthread_mutex_lock(&job->lock);
    bool open = job->open;
    pthread_mutex_unlock(&job->lock);
    return open;
}

static bool renewal_is_due(const struct job *job, int64_t now, int64_t renew_ms)
{
    return now - job->renewed_at >= renew_ms || now < job->renewed_at;
}

bool job_has_news(struct job *job, int64_t now, int64_t renew_ms)
{
    pthread_mutex_lock(&job->lock);
    bool news = job->open && !job->lost && (job->fresh || renewal_is_due(job, now, renew_ms));
    pthread_mutex_unlock(&job->lock);
    return news;
}

bool job_take_news(struct job *job, int64_t now, int64_t renew_ms, struct job_news *news)
{
    if (!job_has_news(job, now, renew_ms))
        return false;
    pthread_mutex_lock(&job->lock);
    news->renew = renewal_is_due(job, now, renew_ms);
    news->progress = job->fresh;
    news->fraction = job->fraction;
    memcpy(news->detail, job->detail, sizeof news->detail);
    memcpy(news->article_id, job->article_id, sizeof news->article_id);
    memcpy(news->worker, job->worker, sizeof news->worker);
    news->lease = (struct lease){news->article_id, news->worker, job->attempt};
    job->fresh = false;
    if (news->renew)
        job->renewed_at = now;
    pthread_mutex_unlock(&job->lock);
    return true;
}

void job_lose(struct job *job, const struct job_news *news)
{
    pthread_mutex_lock(&job->lock);
    if (job->open && job->attempt == news->lease.attempt && strcmp(job->article_id, news->article_id) == 0) {
        job->lost = true;
        atomic_store(&job->cancel, true);
    }
    pthread_mutex_unlock(&job->lock);
}

/* --- what the writer calls --- */

struct job_context {
    struct job *job;
    struct service *service;
    const char *account_id;
};

static enum status on_progress(void *context, double fraction, const char *detail, struct error *err)
{
    struct job *job = ((struct job_context *)context)->job;
    pthread_mutex_lock(&job->lock);
    if (fraction > job->fraction)
        job->fraction = fraction;
    snprintf(job->detail, sizeof job->detail, "%s", detail);
    job->fresh = true;
    bool lost = job->lost;
    pthread_mutex_unlock(&job->lock);
    return lost ? error_set(err, E_CONFLICT, "lease_lost", "another worker has the article") : OK;
}

struct step {
    struct lease lease;
    const char *name;
    struct arena *arena;
    struct str *output;
};

static enum status load(struct db *db, void *argument, struct error *err)
{
    struct step *step = argument;
    return step_get(db, step->arena, step->lease.article_id, step->name, step->output, err);
}

static enum status save(struct db *db, void *argument, struct error *err)
{
    struct step *step = argument;
    return step_put(db, &step->lease, step->name, *step->output, err);
}

static enum status on_load_step(void *context, struct arena *arena, const char *name, struct str *output,
                                struct error *err)
{
    struct job_context *own = context;
    struct step step = {job_lease(own->job), name, arena, output};
    return store_read(own->service->store, load, &step, err);
}

static enum status on_save_step(void *context, const char *name, struct str output, struct error *err)
{
    struct job_context *own = context;
    struct step step = {job_lease(own->job), name, NULL, &output};
    return store_write(own->service->store, save, &step, err);
}

static enum status on_open_index(void *context, const char *domain_id, struct link_index **index, struct error *err)
{
    struct job_context *own = context;
    return sites_open_own(own->service->sites, own->account_id, domain_id, index, err);
}

/* --- the result --- */

/* The notes of the request, then those of the writing; NULL when memory ran out. */
static const char *join_notes(struct arena *arena, const char *before, const json_t *more)
{
    const char *joined = NULL;
    json_t *notes = json_loads(before ? before : "[]", 0, NULL);
    if (notes && (json_array_size(more) == 0 || json_array_extend(notes, (json_t *)more) == 0))
        joined = params_dump(arena, notes);
    json_decref(notes);
    return joined;
}

static void set_failure(struct article *article, enum code code, const char *message)
{
    article->state = ARTICLE_FAILED;
    article->error_code = code_name(code);
    article->error = message;
    article->detail = message;
    article->words_charged = 0;
}

static void set_success(struct article *article, const struct write_result *result)
{
    article->state = ARTICLE_FINISHED;
    article->detail = "Finished";
    article->progress = 1;
    article->title = result->title;
    article->slug = result->slug;
    article->meta_description = result->meta_description;
    article->html = result->html;
    article->words_charged = result->words;
}

/*
 * The record tells the user what the writer said when its code is one of the record's. Any other error is ours: its
 * message goes to the log alone.
 */
static void fail(struct article *article, const struct error *err, struct arena *arena, struct job_outcome *outcome)
{
    enum code code = code_find(err->code);
    const char *message = arena_copy(arena, err->message);
    if (code == CODE_INTERNAL)
        outcome->fault = message ? message : status_name(err->status);
    set_failure(article, code, code != CODE_INTERNAL && message ? message : code_sentence(CODE_INTERNAL));
}

static void compose(struct job_context *context, const json_t *config, struct arena *arena, struct article *article,
                    struct job_outcome *outcome)
{
    struct service *service = context->service;
    struct write_services services = {
        .net = service->net, .library = article->library, .libraries = workers_libraries(service->workers)};
    struct model model;
    struct write_job job = {
        .config = config,
        .model = &model,
        .cancel = &context->job->cancel,
        .context = context,
        .progress = on_progress,
        .load_step = on_load_step,
        .save_step = on_save_step,
        .open_index = on_open_index,
    };
    struct write_result result = {0};
    struct error err = {0};
    enum status status = model_open("builtin", NULL, &model, &err); /* the one that the configuration may name so far */
    if (!status)
        status = write_article(&services, &job, arena, &result, &err);
    model_close(&model);
    outcome->ended = status != E_CONFLICT && !(status != OK && atomic_load(&context->job->cancel));
    const char *notes = join_notes(arena, article->notes, result.notes);
    if (status == OK) {
        article->sources = params_dump(arena, result.sources);
        if (!notes || !article->sources)
            status = error_memory(&err);
    }
    if (notes)
        article->notes = notes;
    if (status == OK)
        set_success(article, &result);
    else if (outcome->ended)
        fail(article, &err, arena, outcome);
    json_decref(result.sources);
    json_decref(result.notes);
}

/* --- before it begins --- */

struct allowance {
    struct arena *arena;
    const char *account_id;
    struct account account;
};

static enum status read_account(struct db *db, void *argument, struct error *err)
{
    struct allowance *allowance = argument;
    return account_get(db, allowance->arena, allowance->account_id, &allowance->account, err);
}

/* Why the article must not be written at all; then it has failed. */
static bool is_refused(struct service *service, struct arena *arena, struct article *article)
{
    struct error err;
    struct allowance allowance = {.arena = arena, .account_id = article->account_id};
    if (article->attempt > MAX_ATTEMPTS) {
        set_failure(article, CODE_INTERRUPTED, code_sentence(CODE_INTERRUPTED));
        return true;
    }
    if (store_read(service->store, read_account, &allowance, &err) == OK && allowance.account.words_left == 0) {
        set_failure(article, CODE_INSUFFICIENT_WORDS, code_sentence(CODE_INSUFFICIENT_WORDS));
        return true;
    }
    return false;
}

const char *job_keyword(const struct article *article, struct arena *arena)
{
    json_t *config = json_loads(article->config, 0, NULL);
    const char *keyword = config ? config_string(config, "targetKeyword") : NULL;
    const char *copy = keyword ? arena_copy(arena, keyword) : NULL;
    json_decref(config);
    return copy;
}

void job_write(struct job *job, struct service *service, struct arena *arena, struct article *article,
               struct job_outcome *outcome)
{
    struct job_context context = {job, service, article->account_id};
    struct error err;
    *outcome = (struct job_outcome){.ended = true};
    json_t *config = json_loads(article->config, 0, NULL);
    if (!config) {
        code_error(&err, E_CORRUPT, CODE_INTERNAL, "its config cannot be read");
        fail(article, &err, arena, outcome);
        return;
    }
    const char *webhook = config_string(config, "webhookUrl");
    outcome->webhook = webhook ? arena_copy(arena, webhook) : NULL;
    if (!is_refused(service, arena, article))
        compose(&context, config, arena, article, outcome);
    json_decref(config);
}
