/*
 * An article in a worker's hands: its lease, whether it was called off, and the progress that the pulse has yet to store.
 * A worker has one slot for all its articles; the pulse and whoever cancels look into it from other threads.
 */
#ifndef COPYDESK_SERVICE_JOBS_JOB_H
#define COPYDESK_SERVICE_JOBS_JOB_H

#include "store/store.h"

#include <pthread.h>
#include <stdatomic.h>

struct service;

enum { DETAIL_MAX = 256, WORKER_NAME_MAX = 64 };

struct job {
    pthread_mutex_t lock;
    bool open;
    char article_id[UUID_LENGTH + 1], worker[WORKER_NAME_MAX];
    int attempt;
    int64_t renewed_at;
    bool fresh; /* progress that is not stored yet */
    double fraction;
    char detail[DETAIL_MAX];
    atomic_bool cancel; /* the writer stops soon */
    bool lost;          /* the lease: nothing may be stored any more */
};

void job_init(struct job *job);
void job_destroy(struct job *job);

/* The worker has claimed this article. */
void job_open(struct job *job, const struct article *article, const char *worker);
void job_close(struct job *job);

/* Its lease; the text lives in the job. For the worker's own thread. */
struct lease job_lease(const struct job *job);

/* Calls it off when it is this article (NULL: any). True: it was. */
bool job_cancel(struct job *job, const char *article_id);

struct job_outcome {
    bool ended; /* finished or failed: `article` has the result. Otherwise it was called off, or the lease is lost */
    const char *webhook; /* where the record goes, NULL: nowhere */
    const char *fault;   /* what went wrong on our side, for the log alone; NULL: nothing */
};

/* The article's keyword, in the arena; NULL when there is none. */
const char *job_keyword(const struct article *article, struct arena *arena);

/* Writes the article and puts the result into it. Blocks for as long as that takes. */
void job_write(struct job *job, struct service *service, struct arena *arena, struct article *article,
               struct job_outcome *outcome);

/* --- for the pulse --- */

struct job_news {
    struct lease lease; /* points into this struct */
    char article_id[UUID_LENGTH + 1], worker[WORKER_NAME_MAX];
    bool renew, progress;
    double fraction;
    char detail[DETAIL_MAX];
};

bool job_is_open(struct job *job);
bool job_has_news(struct job *job, int64_t now, int64_t renew_ms);

/* What is to be stored now; it counts as stored afterwards. False: nothing. */
bool job_take_news(struct job *job, int64_t now, int64_t renew_ms, struct job_news *news);

/* The lease of the news was lost. */
void job_lose(struct job *job, const struct job_news *news);

#endif
