/*
 * store: everything that must survive. One small database interface (db.h), a driver per database, one set of SQL
 * (schema.sql and a file per aggregate).
 *
 * Writing: one thread owns the only writing connection and commits in groups; a write that was answered OK is on the
 * disk.
 * Reading: any thread, on a connection of its own from a small pool.
 * Strings in rows live in the arena that was passed. Times are Unix milliseconds. Identifiers are UUIDs (version 7).
 */
#ifndef COPYDESK_STORE_H
#define COPYDESK_STORE_H

#include "base/base.h"

struct db; /* a connection inside a transaction: see db.h */
struct store;

/* Opens (and makes, and migrates) the database in `folder`: folder/copydesk.db, readable by its owner alone.
 * E_CONFLICT when another process has it open. */
enum status store_open(const char *folder, struct store **store, struct error *err);

/* Finishes what was submitted, checkpoints, closes. NULL is allowed. */
void store_close(struct store *store);

/* --- transactions --- */

/* Work inside a transaction. Anything but OK undoes this work, and only this. May run in another thread. It must not
 * call store_write (refused: E_INTERNAL) or store_read. */
typedef enum status (*store_work)(struct db *db, void *argument, struct error *err);

/*
 * Can the store be written? OK while no write has failed on the disk; after one that has, another is tried. E_IO
 * says why not, with the code "disk_full" or "data_gone" (the database file was removed: nothing is written any
 * more) where that is known.
 */
enum status store_check(struct store *store, struct error *err);

/*
 * Runs work in the writer and waits until it is durable. Work runs, and is answered, in the order in which it was
 * submitted. When the group it was committed with could not be written (E_IO: see store_check, E_MEMORY), nothing of
 * it was saved.
 */
enum status store_write(struct store *store, store_work work, void *argument, struct error *err);

/*
 * The same without waiting: `done` is called from the writer's thread once it is durable or has failed. It must be
 * quick and must not call store_write. E_MEMORY or E_CANCELLED (closing) when it could not be queued; `done` is not
 * called then.
 */
typedef void (*store_done)(void *argument, enum status status, const struct error *err);
enum status store_submit(struct store *store, store_work work, void *argument, store_done done, struct error *err);

/* Runs work in a read transaction on a pooled connection, in this thread. */
enum status store_read(struct store *store, store_work work, void *argument, struct error *err);

/* For the only process on a database, at its start: every held lease runs out at once (attempt stays), and
 * idempotency keys that are still running are forgotten, for the process that held them is gone. */
enum status store_recover(struct db *db, int64_t now, struct error *err);

/* --- accounts and keys --- */

struct account {
    const char *id;
    const char *plan; /* its name */
    int64_t words_left, credits_left; /* -1: unlimited */
    int64_t words_used, credits_used;
};

struct api_key {
    const char *id, *account_id, *name;
    const char *prefix; /* what may be shown of it */
    int64_t created_at, last_used_at;
};

enum { KEY_HASH_SIZE = 32 }; /* SHA-256 of the whole key */

/* Makes the account when it does not exist, with this plan and these amounts (-1: unlimited). One that exists gets
 * the plan, and what is left of these amounts after all that it has used; 0 when that is more. */
enum status account_ensure(struct db *db, const char *id, const char *plan, int64_t words, int64_t credits,
                           struct error *err);
enum status account_get(struct db *db, struct arena *arena, const char *id, struct account *account, struct error *err);
enum status key_insert(struct db *db, const struct api_key *key, const unsigned char hash[KEY_HASH_SIZE],
                       struct error *err);
/* E_NOT_FOUND when no such key lives. */
enum status key_find(struct db *db, struct arena *arena, const unsigned char hash[KEY_HASH_SIZE], struct api_key *key,
                     struct error *err);
enum status key_list(struct db *db, struct arena *arena, const char *account_id, struct api_key **keys, size_t *count,
                     struct error *err);
/* Notes that the key was used; call it now and then (a minute is fine enough), not for each request. */
enum status key_touch(struct db *db, const char *id, int64_t now, struct error *err);
/* E_NOT_FOUND; E_CONFLICT when it is the account's last one. */
enum status key_delete(struct db *db, const char *account_id, const char *id, struct error *err);

/* --- articles --- */

enum article_state { ARTICLE_QUEUED, ARTICLE_PROCESSING, ARTICLE_FINISHED, ARTICLE_FAILED };

const char *article_state_name(enum article_state state); /* "queued", ... */
bool article_state_parse(const char *name, enum article_state *state);

struct article {
    const char *id, *account_id;
    int engine;          /* 1 or 2 */
    const char *config;  /* JSON object: the accepted parameters */
    const char *library; /* absolute path of the folder that it may draw from; NULL: none. Not in lists */
    enum article_state state;
    const char *detail;                          /* statusDetail, "" at least */
    double progress;                             /* 0-1, never falls */
    const char *error, *error_code;              /* NULL when none */
    const char *title, *slug, *meta_description; /* NULL until known */
    const char *html, *polished_html;            /* NULL until finished */
    const char *sources;                         /* JSON array of {url,title} */
    const char *notes;                           /* JSON array of strings */
    int64_t words_charged;
    int64_t created_at, updated_at;
    int64_t version; /* grows with each change; for ETag and waiting */
    int attempt;     /* fencing number of the present lease, 0 before the first */
    bool cancel_requested;
    bool taken_over; /* article_claim: whoever had it before never gave it back */
};

/* Queues it: takes id, account_id, engine, config, detail, sources, notes (NULL: empty) and created_at. E_NOT_FOUND:
 * no such account. */
enum status article_insert(struct db *db, const struct article *article, struct error *err);

/* E_NOT_FOUND also for another account's. account_id NULL: any. */
enum status article_get(struct db *db, struct arena *arena, const char *account_id, const char *id,
                        struct article *article, struct error *err);

/* Newest first. state -1: all. before: id of the last one of the page before, or NULL. Without html and
 * polished_html. */
enum status article_list(struct db *db, struct arena *arena, const char *account_id, int state, const char *before,
                         size_t limit, struct article **articles, size_t *count, struct error *err);

/* Cancels: a queued one becomes failed/cancelled at once; a processing one too, and its worker loses its lease.
 * Idempotent for a cancelled one; E_CONFLICT for one that ended otherwise. */
enum status article_cancel(struct db *db, const char *account_id, const char *id, int64_t now, struct error *err);

/* Removes it with its steps and deliveries; the ledger keeps its row. E_NOT_FOUND. */
enum status article_delete(struct db *db, const char *account_id, const char *id, struct error *err);

/* Claims the oldest article that is queued, or processing with a lease that ran out, for `worker` until now +
 * lease_ms; attempt grows by one. E_NOT_FOUND when there is nothing to do. */
enum status article_claim(struct db *db, struct arena *arena, const char *worker, int64_t now, int64_t lease_ms,
                          struct article *article, struct error *err);

/* What identifies a held lease; every write of a worker is fenced by it and gives E_CONFLICT when the lease is lost. */
struct lease {
    const char *article_id, *worker;
    int attempt;
};

enum status article_renew(struct db *db, const struct lease *lease, int64_t until, struct error *err);

/* Gives an unfinished article back, at once claimable (a worker that shuts down). */
enum status article_release(struct db *db, const struct lease *lease, int64_t now, struct error *err);

/*
 * Gives a claimed article back in the transaction that claimed it: what it needs is not there now. It is as it was
 * before, but for its detail, and is claimed again from `until` on.
 */
enum status article_postpone(struct db *db, const struct lease *lease, const char *detail, int64_t until,
                             struct error *err);

enum status article_progress(struct db *db, const struct lease *lease, double progress, const char *detail, int64_t now,
                             struct error *err);

/* Ends it: finished or failed, with the results set in `article`, and the ledger row (kind "article", amount
 * words_charged) and the account's words in the same transaction. */
enum status article_end(struct db *db, const struct lease *lease, const struct article *article, int64_t now,
                        struct error *err);

/* Outputs of finished steps: a resumed article does not pay twice. They go when it ends. E_NOT_FOUND: the step was
 * not done. */
enum status step_put(struct db *db, const struct lease *lease, const char *step, struct str output, struct error *err);
enum status step_get(struct db *db, struct arena *arena, const char *article_id, const char *step, struct str *output,
                     struct error *err);

/* --- ledger --- */

/*
 * One row per (subject, kind); a second one is E_CONFLICT. Takes `words` and `credits` off the account; E_LIMIT when
 * it has not that many credits. Words never refuse: their number is known when the work is done; words_left stops at
 * 0.
 */
enum status ledger_add(struct db *db, const char *account_id, const char *subject, const char *kind, int64_t words,
                       int64_t credits, int64_t now, struct error *err);

/* --- idempotency --- */

struct idempotent {
    unsigned char body_hash[KEY_HASH_SIZE];
    int status; /* of the stored answer; 0: still running */
    const char *content_type, *location;
    struct str body;
};

/* E_NOT_FOUND when the key is new (or older than 24 h): then it is taken, still running, in this transaction. OK:
 * *found holds it. */
enum status idempotent_begin(struct db *db, struct arena *arena, const char *account_id, const char *key,
                             const unsigned char body_hash[KEY_HASH_SIZE], int64_t now, struct idempotent *found,
                             struct error *err);
enum status idempotent_finish(struct db *db, const char *account_id, const char *key, const struct idempotent *answer,
                              struct error *err);
/* Forgets a key whose request failed, so that it can be tried again. */
enum status idempotent_abandon(struct db *db, const char *account_id, const char *key, struct error *err);

/* --- domains and their pages --- */

enum domain_state { DOMAIN_EMPTY, DOMAIN_CRAWLING, DOMAIN_READY, DOMAIN_FAILED };

const char *domain_state_name(enum domain_state state); /* "empty", ... */

struct domain {
    const char *id, *account_id, *name, *start_url, *sitemap_url; /* URLs NULL when absent */
    enum domain_state state;
    const char *problem; /* what was left out or went wrong, NULL when nothing */
    int64_t page_count, pages_version, created_at, updated_at;
};

struct domain_page {
    const char *url, *title, *language; /* title and language "" when unknown */
    struct str html;
    bool pushed; /* sent by the account, not found by a crawl; stays so once it was */
};

enum status domain_insert(struct db *db, const struct domain *domain, struct error *err);
enum status domain_get(struct db *db, struct arena *arena, const char *account_id, const char *id,
                       struct domain *domain, struct error *err);
enum status domain_list(struct db *db, struct arena *arena, const char *account_id, struct domain **domains,
                        size_t *count, struct error *err);
/* The account's oldest domain of that name. */
enum status domain_find(struct db *db, struct arena *arena, const char *account_id, const char *name,
                        struct domain *domain, struct error *err);
/* Name, start_url, sitemap_url, state, problem. */
enum status domain_update(struct db *db, const struct domain *domain, int64_t now, struct error *err);
enum status domain_delete(struct db *db, const char *account_id, const char *id, struct error *err);
/* Adds or replaces pages by URL; page_count follows, and pages_version grows when a page is new or not what it was. */
enum status domain_put_pages(struct db *db, const char *domain_id, const struct domain_page *pages, size_t count,
                             int64_t now, struct error *err);
/* Removes the pages that no put since `since` has touched (after a complete crawl), but for pushed ones. */
enum status domain_drop_older(struct db *db, const char *domain_id, int64_t since, struct error *err);
/* Pages ordered by URL, at most limit, after the URL `after` (NULL: from the start). */
enum status domain_pages(struct db *db, struct arena *arena, const char *domain_id, const char *after, size_t limit,
                         struct domain_page **pages, size_t *count, struct error *err);
/* Domains in state DOMAIN_CRAWLING, of all accounts, by identifier. */
enum status domain_crawling(struct db *db, struct arena *arena, struct domain **domains, size_t *count,
                            struct error *err);

/* --- deliveries --- */

enum delivery_state { DELIVERY_PENDING, DELIVERY_DELIVERED, DELIVERY_FAILED };

struct delivery {
    const char *id, *article_id, *url;
    enum delivery_state state;
    int attempts;
    int64_t next_at;        /* when the next attempt is due */
    int last_status;        /* HTTP status, 0 when there was no answer */
    const char *last_error; /* NULL when none */
};

/* Queues one; a second one for the same article and url does nothing. */
enum status delivery_insert(struct db *db, const char *article_id, const char *url, int64_t now, struct error *err);
/* Takes the delivery that is due longest and pushes its next_at to now + lease_ms. E_NOT_FOUND when none is due;
 * *next_at (may be NULL) then gets the time of the next one, INT64_MAX when there is none. */
enum status delivery_claim(struct db *db, struct arena *arena, int64_t now, int64_t lease_ms, struct delivery *delivery,
                           int64_t *next_at, struct error *err);
/* Writes the outcome of an attempt: state, attempts, next_at, last_status, last_error. */
enum status delivery_update(struct db *db, const struct delivery *delivery, struct error *err);
enum status delivery_list(struct db *db, struct arena *arena, const char *article_id, struct delivery **deliveries,
                          size_t *count, struct error *err);

#endif
