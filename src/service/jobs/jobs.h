/*
 * jobs: articles are jobs. Worker threads claim them under a lease, write them, and store what came of it. A finished
 * article that is to be polished is a job as well.
 *
 *   jobs.h          this file: what the workers are started with, the counters
 *   workers.h       all workers: start, wake, cancel, stop
 *   worker.h        one worker's thread: claims an article, has it written, ends it or gives it back
 *   job_claim.h     claims an article that is to be polished or can be written now, of the account whose turn it is
 *   job.h           the slot of a worker: which article it writes, its lease, its progress, whether it was cancelled
 *   job_write.h     writes the claimed article, unless it may not be written at all
 *   job_polish.h    polishes it
 *   job_calls.h     what the writer gets, and what it calls back: progress, steps, linking indexes
 *   job_result.h    what came of the writing, as the article is to be stored
 *   job_store.h     writes that must not be lost to a passing fault of the disk
 *   job_end.h       stores the end of an article, logs and counts it, and announces it to those who wait
 *   heartbeat.h     the thread that renews the leases and stores the progress of all jobs
 *   work_signal.h   where idle workers wait
 *   article_log.h   the log lines about articles
 *
 * Outside this folder only workers.h and article_log.h are used.
 *
 * A lease and its fencing number (struct lease, store.h) make sure that an article which was claimed anew, cancelled or
 * deleted is not written by its former worker any more: every write of that worker is refused with E_CONFLICT. A worker
 * that ends with the process loses nothing: the lease runs out, and another one goes on behind the last finished step.
 *
 * Threads: each worker has one, with a small stack, and the heartbeat has one. A worker that waits for a language model
 * costs little, so that there can be hundreds. The writer may start further ones for an article: what it calls back
 * may be called by several at once. No more of them compute at a time than there are processors: they take turns
 * (write.h), so that the answers of 200 articles which come at once delay no one else. No lock is held while one waits
 * for its turn.
 *
 * Accounts take turns: the one with the fewest articles under way comes first, then the one whose article has waited
 * longest. `workers` is how many articles of all accounts are written side by side. When all of them are busy, an
 * account of which nothing is under way gets one of sixteen extra places nevertheless, in a thread that is made for it;
 * so nobody waits for the articles of somebody else, and nobody has more than one of these places by queueing more.
 *
 * An idle worker sleeps until it is woken: one by each article that is queued, one by each worker that has claimed
 * (there may be more), one by the heartbeat every second, which finds what nobody announces: a lease that ran out, an
 * article that was postponed. On a database that other nodes use, whoever wakes them looks first (has_lookout), and so
 * does a worker before it claims, since a transaction that writes holds up all nodes.
 *
 * Locks: one for each job (job.h), that of the work signal, and that of the extra places. While one of them is held no
 * other lock is taken: no store, no writer, no callback.
 *
 * Several nodes on one database share the articles: leases are measured by the clock of the database, and a lease of
 * another node is left alone until it runs out, or the node is forgotten (store/node/node.h). workers_wake and
 * workers_cancel reach the workers of this process; what other nodes announce calls them, too (service/changes). A
 * worker whose article was cancelled elsewhere, and that nobody tells, learns it when its lease is renewed. `changed`
 * and `delivers` are called for what this process did.
 */
#ifndef COPYDESK_SERVICE_JOBS_H
#define COPYDESK_SERVICE_JOBS_H

#include "base/system/tally.h"
#include "research/search/search.h"

#include <stdatomic.h>

enum { MAX_WORKERS = 1024 };

/* Counted since the start, for whoever shows the figures. */
struct jobs_counters {
    atomic_ulong finished, failed; /* articles */
    atomic_ulong words;            /* charged for finished articles */
    struct tally *steps;           /* seconds, by the kind of step; NULL here and below: not counted */
    struct tally *calls;           /* of models, by model and how they ended: "done", "failed" */
    struct tally *tokens;          /* by model and direction: "input", "output" */
};

struct brand;
struct images;
struct index_cache;
struct models;
struct net;
struct places;
struct plans;
struct products;
struct reader;
struct store;
struct videos;

/* All of it outlives the workers. */
struct jobs_options {
    int workers;          /* 0 to MAX_WORKERS; 0: none, articles stay queued. Extra places come on top */
    const char *folder;   /* the data folder, for indexes of libraries; NULL: they are not kept */
    long least_words;     /* as in the configuration */
    const char *library;  /* the configured one, which is indexed from the start; NULL: none */
    const char *instance; /* this run of the process, a UUID: the leases of its workers begin with it */
    struct store *store;
    const struct plans *plans; /* what accounts are given by month */
    struct net *net;
    struct reader *reader;       /* of the pages that articles draw from */
    const struct models *models; /* write the articles */
    struct products *products;   /* what articles are about or show; NULL: there are none */
    struct places *places;
    struct videos *videos;
    struct images *images;
    struct search_place *search[SEARCH_KINDS]; /* where pages are looked for; NULL: it is not configured */
    struct index_cache *indexes;               /* for internal links */
    /* Appends a brand as the interface shows it, for the writer. */
    void (*write_brand)(struct buf *out, const struct brand *brand);
    /* Called after a change of an article of the account was stored; by workers and the heartbeat, also at the same
     * time. */
    void (*changed)(void *context, const char *account_id, const char *article_id);
    /* Called after an article has ended that goes somewhere. NULL: nobody delivers. */
    void (*delivers)(void *context);
    void *context;
    bool has_lookout;            /* somebody else wakes a worker for what nobody announces: the heartbeat does not */
    const atomic_bool *stopping; /* true: nothing more is claimed. Set before workers_stop is called, and never reset */
    struct jobs_counters *counters;
};

#endif
