/*
 * jobs: articles are jobs. Worker threads claim them under a lease, write them, and store what came of it. A finished
 * article that is to be polished is a job as well.
 *
 *   workers.c       all workers: start, wake, cancel, stop; the heartbeat, which renews leases and stores progress
 *   worker.h        one worker's thread: claims an article, has it written, ends it or gives it back
 *   job.h           the slot of a worker: which article it writes, its lease, its progress; what the writer calls back
 *   job_write.h     writes or polishes the claimed article, and what came of it as it is to be stored
 *   changes.c       who is told of what has changed, on this node and on others
 *   housekeeping.c  what a store needs beside requests and articles
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
 * another node is left alone until it runs out, or the node is forgotten (store.h). workers_wake and
 * workers_cancel reach the workers of this process; what other nodes announce calls them, too (changes_receive). A
 * worker whose article was cancelled elsewhere, and that nobody tells, learns it when its lease is renewed. `changed`
 * and `delivers` are called for what this process did.
 */
#ifndef COPYDESK_SERVICE_JOBS_JOBS_H
#define COPYDESK_SERVICE_JOBS_JOBS_H

#include "base/system/system.h"
#include "research/search/search.h"
#include "store/store.h"

#include <stdatomic.h>

/* --- all workers, with the heartbeat: threads that write articles --- */

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

struct workers;

/* E_MEMORY, also when no more threads can be made. *workers may have been set nevertheless: workers_stop them. */
enum status workers_start(const struct jobs_options *options, struct workers **workers, struct error *err);

/* There is an article to claim. Any thread. NULL is allowed. */
void workers_wake(struct workers *workers);

/*
 * The article was cancelled or deleted, and that is stored: the worker that writes it stops soon, and writes the log
 * line about it. Any thread. False: no worker writes it, and there is no log line.
 */
bool workers_cancel(struct workers *workers, const char *article_id);

/* How many articles are being written. Any thread. */
int workers_busy(struct workers *workers);

/* Interrupts the articles under way, gives them back, ends the threads. NULL is allowed. */
void workers_stop(struct workers *workers);

/*
 * --- housekeeping: what a store needs beside the requests and the articles ---
 *
 * Done in small steps by one thread, so that nobody waits for it:
 *
 *   the index of articles (article_grams, store.h) gets those that an older program has written
 *   articles that are older than they are kept for are removed
 *   pages of a data folder's file that nothing is in any more are given back to the system
 */

struct housekeeping;

struct housekeeping_options {
    struct store *store; /* outlives it */
    /* Called in its thread for each article that was removed, when that is stored. */
    void (*on_removed)(void *context, const char *account_id, const char *article_id);
    void *context;
    int64_t keep_days[ARTICLE_ENDS]; /* 0: for ever */
};

/* E_MEMORY, also when no more threads can be made. */
enum status housekeeping_start(const struct housekeeping_options *options, struct housekeeping **housekeeping,
                               struct error *err);

/* NULL is allowed. */
void housekeeping_stop(struct housekeeping *housekeeping);

/* --- the log lines about articles --- */

struct logged_article {
    const char *id;
    const char *keyword; /* NULL: unknown */
    int64_t began_at;    /* clock_mono_ms when this worker began to write it; 0: no worker has */
};

/* The article's keyword, in the arena; NULL when its config has none, or memory ran out. */
const char *article_log_keyword(const struct article *article, struct arena *arena);

/* A request has made it, and that is stored. */
void article_log_queued(const struct article *article, const char *request_id);

/* Why an article was let go that was not written to its end. */
enum article_log_end { ARTICLE_LOG_CANCELLED, ARTICLE_LOG_DELETED, ARTICLE_LOG_INTERRUPTED, ARTICLE_LOG_LOST };
void article_log_left(const struct logged_article *article, enum article_log_end end);

/*
 * --- changes: whoever has stored one tells it to those whom it concerns, on this node and on the others ---
 *
 * On this node it is done at once, in the thread of whoever tells it. On the others it takes some milliseconds more,
 * in the thread of their notices (store/notices/notices.h), or longer while those do not come: then the lookout finds
 * it. Nothing depends on being told but how soon something happens; what remembers stored things in memory, and is
 * wrong until it is told, forgets them by itself after a time (auth_find) or asks the store (record_cache_get).
 *
 * What every node finds in the store when it needs it is not told: brands, integrations, pages and their index.
 */

struct auth;
struct crawler;
struct notices;
struct sender;
struct waiters;

enum change_kind {
    CHANGE_SHOWN,    /* something that requests wait for: an article, a domain, the queue of an account; its id */
    CHANGE_WORK,     /* there is an article to claim */
    CHANGE_ENDED,    /* an article was cancelled or deleted; its id */
    CHANGE_DELIVERY, /* there is something to deliver */
    CHANGE_CRAWL,    /* there is a domain to crawl */
    CHANGE_REMOVED,  /* a domain was deleted; its id */
    CHANGE_KEY,      /* a key was changed or deleted; its id */
    CHANGE_ACCOUNT,  /* an account was; its id */
    CHANGE_SESSION,  /* somebody signed out */
    CHANGES
};

/* Whom it concerns. Made by the composition (service/service.c); what is not there yet is NULL, and not told. */
struct changes {
    struct waiters *waiters;
    struct workers *workers;
    struct sender *sender;
    struct crawler *crawler;
    struct index_cache *indexes;
    struct auth *auth;
    struct notices *notices; /* to the other nodes; NULL: there can be none */
};

/* Here and elsewhere, after it is stored. id: "" where the change has none. Any thread. */
void changes_tell(const struct changes *changes, enum change_kind change, const char *id);

/* Elsewhere alone. */
void changes_send(const struct changes *changes, enum change_kind change, const char *id);

/* What another node told: `receive` of the notices, with the changes as its context. A kind that a newer program knows
 * is passed over. */
void changes_receive(void *changes, const char *kind, const char *id);

/*
 * --- lookout: one thread that looks for what nobody has told ---
 *
 * On a database that other nodes use there always is
 * something of the kind: a lease that ran out, an article that was postponed, and whatever changed while notices did
 * not come.
 *
 *                                          notices come    they do not
 *   an article to claim                    5 s             2 s            one statement
 *   a delivery                             15 s            2 s            one statement, the sender's
 *   what requests wait for                 15 s            2 s            one for a thousand articles and domains,
 *                                                                         none where nobody waits
 *
 * It only reads. A request that waits for something else than an article or a domain is told to look each time. The
 * crawler looks for crawls by itself.
 */

struct lookout;

enum { LOOKOUT_UNTOLD_MS = 2000 };

/* All of it outlives the lookout. */
struct lookout_options {
    struct store *store;
    const struct changes *changes;
    bool has_workers;  /* false: nobody here claims articles */
    int64_t untold_ms; /* how often it looks while notices do not come */
};

/* E_MEMORY, also when no more threads can be made. */
enum status lookout_start(const struct lookout_options *options, struct lookout **lookout, struct error *err);

/* NULL is allowed. */
void lookout_stop(struct lookout *lookout);

#endif
