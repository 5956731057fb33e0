/*
 * A job: the article that a worker writes or polishes, its lease, whether it was cancelled, and the progress that the
 * heartbeat has yet to store. Each worker has one slot for all its articles, one after the other; the heartbeat and
 * whoever cancels look into it from other threads. Every function may be called from any thread unless it says
 * otherwise; none calls anything while the lock is held.
 */
#ifndef COPYDESK_SERVICE_JOBS_JOB_H
#define COPYDESK_SERVICE_JOBS_JOB_H

#include "service/jobs/jobs.h"
#include "write/write.h"

#include <pthread.h>
#include <stdatomic.h>

/* --- reads and writes that must not be lost to a passing fault of the disk, or of the way to the database --- */

/*
 * Like store_write, but tries again for some seconds while the disk fails (E_IO), until *stops becomes true. id: of the
 * article, for the log. E_IO afterwards: it could not be stored in that time.
 */
enum status job_store(struct store *store, store_work work, void *argument, const char *id, const atomic_bool *stops,
                      struct error *err);

/* Like store_read, in the same way. */
enum status job_read(struct store *store, store_work work, void *argument, const char *id, const atomic_bool *stops,
                     struct error *err);

typedef enum status (*job_attempt)(void *argument, struct error *err);

/* --- the slot --- */

enum { DETAIL_MAX = 256, WORKER_NAME_MAX = 64 };

struct job {
    pthread_mutex_t lock; /* guards all but `cancel` */
    bool open;            /* there is an article in it */
    char article_id[UUID_LENGTH + 1], worker[WORKER_NAME_MAX], account_id[ACCOUNT_ID_MAX + 1];
    int attempt;
    int64_t renewed_at;
    bool has_progress; /* that is not stored yet */
    double fraction;
    char detail[DETAIL_MAX];
    bool lost;          /* the lease: nothing may be stored any more */
    atomic_bool cancel; /* the writer stops soon */
};

void job_init(struct job *job);
void job_destroy(struct job *job);

/* The worker of that name has claimed this article. For the worker's own thread, as is closing. */
void job_open(struct job *job, const struct article *article, const char *worker);
void job_close(struct job *job);

/* The lease of the open job; its texts live in the job. For the worker's own thread and those that it writes with. */
struct lease job_lease(const struct job *job);

/* Keeps the progress for the heartbeat; a fraction that is smaller than the one before is left out. False: the lease
 * is lost. */
bool job_set_progress(struct job *job, double fraction, const char *detail);

/* Cancels the writing when the job is open with this article (NULL: with any). True: it was. */
bool job_cancel(struct job *job, const char *article_id);

bool job_is_open(struct job *job);

/* --- for the heartbeat --- */

/* What is to be stored of a job. */
struct job_update {
    struct lease lease; /* points into this struct */
    char article_id[UUID_LENGTH + 1], worker[WORKER_NAME_MAX], account_id[ACCOUNT_ID_MAX + 1];
    bool renew;        /* the lease is older than renew_ms */
    bool has_progress; /* fraction and detail are set */
    double fraction;
    char detail[DETAIL_MAX];
};

bool job_has_update(struct job *job, int64_t now, int64_t renew_ms);

/* Is its lease older than renew_ms? */
bool job_needs_renewal(struct job *job, int64_t now, int64_t renew_ms);

/* Takes what is to be stored; it counts as stored afterwards. False: there is nothing. */
bool job_take_update(struct job *job, int64_t now, int64_t renew_ms, struct job_update *update);

/* The lease of the update was refused: the article is no longer this worker's. */
void job_lose(struct job *job, const struct job_update *update);

/* --- what the writer of an article gets, and what it calls back --- */

/* Where the calls go; it outlives the writing, and but for the last nothing in it changes meanwhile. */
struct job_calls {
    struct job *job; /* open */
    const struct jobs_options *options;
    const char *account_id;
    atomic_bool is_cut_off; /* the store failed for so long that a step could not be saved, or something not be read */
};

/* The job for a config, with the model that its modelVersion leads to. Its functions may be called by several threads
 * at once. */
struct write_job job_callbacks(struct job_calls *calls, const json_t *config);

#endif
