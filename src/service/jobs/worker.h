/*
 * One worker: a thread that claims articles and has them written, one after the other; or the place of one more, which
 * a thread of a pool takes for an account of which nothing is under way.
 */
#ifndef COPYDESK_SERVICE_JOBS_WORKER_H
#define COPYDESK_SERVICE_JOBS_WORKER_H

#include "service/jobs/job_write.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* --- the end of a job: its result is stored, or its article is let go; that is logged, counted and announced --- */

struct job_ending {
    const struct jobs_options *options;
    struct lease lease;
    struct arena *arena;
    struct article *article; /* with its result when outcome->ended; with `polish` set it was polished, else written */
    const struct job_outcome *outcome;
    struct logged_article logged;
};

/* --- where idle workers wait for an article to claim; any thread --- */

struct work_signal {
    pthread_mutex_t lock;
    pthread_cond_t work;
    unsigned long count; /* of signals so far */
    /* Called with each signal, without the lock; NULL: nobody is. Set before the first. */
    void (*raised)(void *context);
    void *context;
    bool closed;
};

void work_signal_init(struct work_signal *signal);
void work_signal_destroy(struct work_signal *signal);

/* There may be work: one worker looks. */
void work_signal_raise(struct work_signal *signal);

/* Nobody waits any more. */
void work_signal_close(struct work_signal *signal);

/*
 * Waits for a signal that is newer than *seen; *seen (0 at first) becomes the newest, so that one which comes while the
 * worker looks for work leaves out the next wait. False: closed.
 */
bool work_signal_wait(struct work_signal *signal, unsigned long *seen);

/* --- the worker --- */

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

/* --- claiming --- */

/*
 * A finished article that is to be polished, else an article that can be written now, gets a lease. Accounts of
 * which nothing is under way come before all others, then those with the least.
 *
 * Claims for the worker of that name, from any account or from those of which nothing is under way. Polishing comes
 * first: somebody waits for it, and it is short. An article that needs something which is not there now (its library
 * folder cannot be read) is postponed, its detail says why, and the next one is looked at. *article lives in the arena.
 * E_NOT_FOUND: there is nothing that can be written now; otherwise statuses of store_write.
 */
enum status job_claim(const struct jobs_options *options, const char *worker, enum claim_from from, struct arena *arena,
                      struct article *article, struct error *err);

#endif
