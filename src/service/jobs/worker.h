/*
 * One worker: a thread that claims articles and has them written, one after the other; or the place of one more, which
 * a thread of a pool takes for an account of which nothing is under way.
 */
#ifndef COPYDESK_SERVICE_JOBS_WORKER_H
#define COPYDESK_SERVICE_JOBS_WORKER_H

#include "service/jobs/job.h"
#include "service/jobs/jobs.h"
#include "service/jobs/work_signal.h"

struct write_services;

/* Everything it points to outlives its thread. */
struct worker {
    const struct jobs_options *options;
    const struct write_services *services; /* without a library, which each article has of its own */
    struct work_signal *signal;
    struct job *job;
    char name[WORKER_NAME_MAX]; /* that its leases are held by; no other worker has it */
    pthread_t thread;
};

/* E_MEMORY: no more threads can be made. */
enum status worker_start(struct worker *worker, struct error *err);

/* Claims one article and has it written, in this thread. E_NOT_FOUND: there is none; otherwise the status of the claim,
 * with a line in the log. claimed: called before the writing. */
enum status worker_take(struct worker *worker, enum claim_from from, void (*claimed)(void *context), void *context);

/* Waits for the end of the thread, which comes soon after the signal was closed and the job was cancelled. */
void worker_join(struct worker *worker);

#endif
