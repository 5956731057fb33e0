#include "service/jobs/job.h"

#include <stdio.h>

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
