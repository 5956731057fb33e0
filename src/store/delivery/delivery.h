/*
 * delivery: articles that ended, on their way to an integration or to the webhookUrl of the request.
 *
 *   delivery.c      deliveries, queued, claimed, ended
 *   integration.c   where they go: the sites and webhooks of an account
 */
#ifndef COPYDESK_STORE_DELIVERY_DELIVERY_H
#define COPYDESK_STORE_DELIVERY_DELIVERY_H

#include "base/base.h"

struct db;

enum delivery_state { DELIVERY_PENDING, DELIVERY_DELIVERED, DELIVERY_FAILED };

const char *delivery_state_name(enum delivery_state state); /* "pending", "delivered", "failed" */
const char *delivery_state_word(size_t i);                  /* in the order of the enum; NULL behind the last */

struct delivery {
    const char *id, *account_id, *article_id;
    const char *integration_id; /* NULL: to the webhookUrl of the request */
    const char *url;            /* where it goes, without what is secret in it */
    const char *event;          /* "article.finished", "article.failed" */
    enum delivery_state state;
    int attempts;           /* that were begun */
    int64_t next_at;        /* when the next attempt is due; of one that is under way: when its lease runs out */
    int claim;              /* fencing number of the present lease; above 1: somebody has begun an attempt before */
    int last_status;        /* HTTP status, 0 when there was no answer */
    const char *last_error; /* NULL when none */
    const char *remote_url; /* where the receiver shows it, NULL: not known */
    const char *progress;   /* JSON object: what earlier attempts have done at the receiver; NULL: nothing */
    int64_t busy_until;     /* an attempt that timed out: until then the receiver may still be at work on it; 0: none */
    int64_t created_at, updated_at;
    /* Of delivery_get and delivery_list alone. */
    const char *article_title;    /* row_article_name */
    const char *integration_name; /* NULL: to the webhookUrl of the request */
};

/*
 * Queues a delivery of an article that has ended: reads article_id, integration_id, url and event of it. A second one
 * of the same article to the same integration or url does nothing; *id (may be NULL; UUID_LENGTH + 1 bytes) gets the
 * one that there is. E_NOT_FOUND: no such article.
 */
enum status delivery_insert(struct db *db, const struct delivery *delivery, int64_t now, char *id, struct error *err);

/* E_NOT_FOUND, also for the delivery of another account. */
enum status delivery_get(struct db *db, struct arena *arena, const char *account_id, const char *id,
                         struct delivery *delivery, struct error *err);

/* The newest first, of an article or of an integration (the other NULL), at most limit. before: id of the last one of
 * the page before, NULL for the first page. */
enum status delivery_list(struct db *db, struct arena *arena, const char *account_id, const char *article_id,
                          const char *integration_id, const char *before, size_t limit, struct delivery **deliveries,
                          size_t *count, struct error *err);

/* The time of the next delivery that is pending, which may be past. E_NOT_FOUND, and INT64_MAX: there is none. */
enum status delivery_soonest(struct db *db, int64_t *next_at, struct error *err);

/* Who claims, and whose turn it is. */
struct delivery_turn {
    const char *node;  /* this node's id */
    int most;          /* leases that an account may hold of it */
    const char *after; /* the account that had its turn last; "": none has */
};

/*
 * Claims a due delivery until now + lease_ms: claim and attempts grow by one, so that an attempt counts even when its
 * process does not live to see the end of it. Accounts are served fairly: the one that holds the fewest leases of this
 * node comes first, among those in turn the next one behind `after`, and one that holds `most` of them waits; within an
 * account what has been due longest. Leases of other nodes do not count: it is this node's threads that are shared out,
 * and what a dead one holds is in nobody's way. E_NOT_FOUND when there is none; *next_at (may be NULL) then gets the
 * time of the next one that is not due yet, INT64_MAX when there is none. What is due at an account that waits becomes
 * free when one of its leases ends. Nodes compare next_at by the clock of the database: now is db_now(db), here and
 * below.
 */
enum status delivery_claim(struct db *db, struct arena *arena, int64_t now, int64_t lease_ms,
                           const struct delivery_turn *turn, struct delivery *delivery, int64_t *next_at,
                           struct error *err);

/* Keeps what was done at the receiver so far (NULL: as it was), and renews the lease. E_CONFLICT "lease_lost": another
 * claim was made, or it was sent again, or its integration was deleted. */
enum status delivery_keep(struct db *db, const struct delivery *delivery, const char *progress, int64_t lease_until,
                          struct error *err);

/* Writes the outcome of an attempt: state, attempts, next_at, busy_until, last_status, last_error, remote_url; the
 * lease ends. E_CONFLICT as above. */
enum status delivery_end(struct db *db, const struct delivery *delivery, int64_t now, struct error *err);

/*
 * Gives back a delivery whose attempt was broken off: it does not count. A webhook is due again at once, since its
 * receiver tells repeats by their id. Of a draft the lease runs out first: a site may still be at work on what was sent
 * to it, and whoever looks for the draft before it is there would make a second one. E_CONFLICT as above.
 */
enum status delivery_release(struct db *db, const struct delivery *delivery, int64_t now, struct error *err);

/*
 * Webhooks that are held by nodes which have no row, or were not seen since `seen_before`, are due again at once; their
 * attempts count, and what such a node still writes about them is refused. The leases of drafts run out, as above.
 * *count (may be NULL): how many there were.
 */
enum status deliveries_recover(struct db *db, int64_t seen_before, int64_t *count, struct error *err);

/* Makes it due at once, as if it had never been tried, with what was done at the receiver. E_NOT_FOUND; E_CONFLICT: an
 * attempt is under way, or the receiver may still be at work on one. */
enum status delivery_resend(struct db *db, const char *account_id, const char *id, int64_t now, struct error *err);

/* --- integrations --- */

enum integration_state { INTEGRATION_ACTIVE, INTEGRATION_DISABLED };

const char *integration_state_name(enum integration_state state); /* "active", "disabled" */
const char *integration_state_word(size_t i);                     /* in the order of the enum; NULL behind the last */

struct integration {
    const char *id, *account_id;
    const char *kind; /* "webhook", a row of deliver/targets.c */
    const char *name;
    enum integration_state state;
    const char *problem;   /* why the service disabled it; NULL: it did not */
    const char *settings;  /* JSON object, without what is secret */
    struct str secrets;    /* a JSON object, sealed (deliver/secrets.c); empty: there are none */
    int64_t failing_since; /* when the first attempt failed since one was accepted; 0: the last one was accepted */
    int64_t created_at, updated_at;
};

/* updated_at becomes created_at. E_CONFLICT: the id is taken; E_NOT_FOUND: no such account. */
enum status integration_insert(struct db *db, const struct integration *integration, struct error *err);

/* account_id NULL: of any account. E_NOT_FOUND, also for the integration of another account. */
enum status integration_get(struct db *db, struct arena *arena, const char *account_id, const char *id,
                            struct integration *integration, struct error *err);

/* The oldest first, at most limit. account_id NULL: of all accounts. after: id of the last one of the page before, NULL
 * for the first page. */
enum status integration_list(struct db *db, struct arena *arena, const char *account_id, const char *after,
                             size_t limit, struct integration **integrations, size_t *count, struct error *err);

/* Writes name, state, problem, settings, secrets and failing_since; updated_at becomes `now`. E_NOT_FOUND. */
enum status integration_update(struct db *db, const struct integration *integration, int64_t now, struct error *err);

/* Its deliveries stay; those that are pending fail. E_NOT_FOUND. */
enum status integration_delete(struct db *db, const char *account_id, const char *id, int64_t now, struct error *err);

/* --- what its deliveries came to --- */

/* A delivery was accepted: it has not been failing. */
enum status integration_worked(struct db *db, const char *id, struct error *err);

/* An attempt failed: *since gets when the first one did since one was accepted. E_NOT_FOUND: it was deleted. */
enum status integration_failed(struct db *db, const char *id, int64_t now, int64_t *since, struct error *err);

/* Disables an active one, and says why: the deliveries that wait for it fail with that sentence; attempts that are
 * under way go on. */
enum status integration_disable(struct db *db, const char *id, const char *problem, int64_t now, struct error *err);

#endif
