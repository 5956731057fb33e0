#include "service/jobs/worker.h"

#include "base/system/thread.h"
#include "service/jobs/job_claim.h"
#include "service/jobs/job_end.h"
#include "service/jobs/job_polish.h"
#include "service/jobs/job_write.h"

static void run_job(struct worker *worker, struct arena *arena, struct article *article)
{
    const struct jobs_options *options = worker->options;
    struct job *job = worker->job;
    struct job_outcome outcome;
    struct job_ending ending = {
        .options = options,
        .arena = arena,
        .article = article,
        .outcome = &outcome,
        .logged = {article->id, article_log_keyword(article, arena), clock_mono_ms()},
    };
    article_log_begun(&ending.logged, article);
    job_open(job, article, worker->name);
    if (atomic_load(options->stopping)) /* workers_stop may have cancelled all jobs before this one was open */
        job_cancel(job, NULL);
    options->changed(options->context, article->account_id, article->id);
    ending.lease = job_lease(job);
    if (article->polish)
        job_polish(job, options, worker->services, arena, article, &outcome);
    else
        job_write(job, options, worker->services, arena, article, &outcome);
    job_end(&ending);
    job_close(job);
}

enum status worker_take(struct worker *worker, enum claim_from from, void (*claimed)(void *context), void *context)
{
    struct error err;
    struct article article;
    struct arena *arena = arena_new();
    if (!arena)
        return E_MEMORY;
    enum status status = job_claim(worker->options, worker->name, from, arena, &article, &err);
    if (status == OK) {
        claimed(context);
        run_job(worker, arena, &article);
    } else if (status != E_NOT_FOUND && status != E_CANCELLED) {
        log_line(LOG_ERROR, "no article can be claimed: %s", err.message);
    }
    arena_free(arena);
    return status;
}

/* There may be more: another one looks. */
static void pass_on(void *context)
{
    work_signal_raise(context);
}

static void *worker_run(void *argument)
{
    struct worker *worker = argument;
    unsigned long seen = 0;
    while (work_signal_wait(worker->signal, &seen))
        while (!atomic_load(worker->options->stopping) &&
               worker_take(worker, CLAIM_FROM_ANY, pass_on, worker->signal) == OK)
            continue;
    return NULL;
}

enum status worker_start(struct worker *worker, struct error *err)
{
    return thread_start_small(&worker->thread, worker_run, worker, err);
}

void worker_join(struct worker *worker)
{
    pthread_join(worker->thread, NULL);
}
