#include "store/delivery/delivery.h"

#include "store/db/db.h"

#include <stdio.h>

static const char *const STATES[] = {
    [DELIVERY_PENDING] = "pending",
    [DELIVERY_DELIVERED] = "delivered",
    [DELIVERY_FAILED] = "failed",
};

const char *delivery_state_name(enum delivery_state state)
{
    return STATES[state];
}

const char *delivery_state_word(size_t i)
{
    return i < COUNT_OF(STATES) ? STATES[i] : NULL;
}

static const struct db_column COLUMNS[] = {
    COLUMN(struct delivery, id, COLUMN_READ),
    COLUMN(struct delivery, account_id, COLUMN_READ),
    COLUMN(struct delivery, article_id, COLUMN_READ),
    COLUMN(struct delivery, integration_id, COLUMN_READ),
    COLUMN(struct delivery, url, COLUMN_READ),
    COLUMN(struct delivery, event, COLUMN_READ),
    COLUMN_ENUM(struct delivery, state, STATES, COLUMN_READ),
    COLUMN(struct delivery, attempts, COLUMN_READ),
    COLUMN(struct delivery, next_at, COLUMN_READ),
    COLUMN(struct delivery, claim, COLUMN_READ),
    COLUMN(struct delivery, last_status, COLUMN_READ),
    COLUMN(struct delivery, last_error, COLUMN_READ),
    COLUMN(struct delivery, remote_url, COLUMN_READ),
    COLUMN(struct delivery, progress, COLUMN_READ),
    COLUMN(struct delivery, busy_until, COLUMN_READ),
    COLUMN(struct delivery, created_at, COLUMN_READ),
    COLUMN(struct delivery, updated_at, COLUMN_READ),
};
static const struct db_table DELIVERIES = {TABLE_OF(struct delivery, COLUMNS)};

/* With what it is called at both ends. */
#define NAMES                                                                                                          \
    ARTICLE_NAME("delivery.article_id")                                                                                \
    ", (SELECT name FROM integration WHERE integration.id = delivery.integration_id)"

static void read_delivery_names(struct db_row *row, void *out)
{
    struct delivery *delivery = out;
    delivery->article_title = row_article_name(row);
    delivery->integration_name = row_text(row);
}

static const struct db_table NAMED = {TABLE_OF(struct delivery, COLUMNS), .read_more = read_delivery_names};

/* --- queueing and reading --- */

enum status delivery_insert(struct db *db, const struct delivery *delivery, int64_t now, char *id, struct error *err)
{
    char fresh[UUID_LENGTH + 1];
    const char *found = NULL;
    const char *target = delivery->integration_id ? delivery->integration_id : delivery->url;
    uuid_v7_at(now, fresh);
    enum status status =
        db_run(db,
               "INSERT INTO delivery (id, account_id, article_id, integration_id, target, url, event, state, next_at, "
               "created_at, updated_at) SELECT $1, account_id, id, $3, $4, $5, $6, 'pending', $7, $7, $7 FROM article "
               "WHERE id = $2 ON CONFLICT (article_id, target) DO NOTHING",
               DB_BIND(db_text(fresh), db_text(delivery->article_id), db_text(delivery->integration_id),
                       db_text(target), db_text(delivery->url), db_text(delivery->event), db_int(now)),
               NULL, err);
    if (status)
        return status;
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    status = db_string(db, "SELECT id FROM delivery WHERE article_id = $1 AND target = $2",
                       DB_BIND(db_text(delivery->article_id), db_text(target)), arena, &found, err);
    if (!status && id)
        snprintf(id, UUID_LENGTH + 1, "%s", found);
    arena_free(arena);
    return no_row(status, "article", delivery->article_id, err);
}

enum status delivery_get(struct db *db, struct arena *arena, const char *account_id, const char *id,
                         struct delivery *delivery, struct error *err)
{
    enum status status = table_one(db, &NAMED, "SELECT $*, " NAMES " FROM delivery WHERE id = $1 AND account_id = $2",
                                   DB_BIND(db_text(id), db_text(account_id)), arena, delivery, err);
    return no_row(status, "delivery", id, err);
}

#define LIST(condition)                                                                                                \
    "SELECT $*, " NAMES " FROM delivery WHERE account_id = $1 AND " condition                                          \
    " AND (CAST($3 AS TEXT) IS NULL OR id < $3) ORDER BY id DESC LIMIT $4"

enum status delivery_list(struct db *db, struct arena *arena, const char *account_id, const char *article_id,
                          const char *integration_id, const char *before, size_t limit, struct delivery **deliveries,
                          size_t *count, struct error *err)
{
    return table_all(db, &NAMED, article_id ? LIST("article_id = $2") : LIST("integration_id = $2"),
                     DB_BIND(db_text(account_id), db_text(article_id ? article_id : integration_id), db_text(before),
                             db_int((int64_t)limit)),
                     arena, deliveries, count, err);
}

/* --- attempts --- */

enum status delivery_soonest(struct db *db, int64_t *next_at, struct error *err)
{
    *next_at = INT64_MAX;
    enum status status = db_number(db, "SELECT next_at FROM delivery WHERE state = 'pending' ORDER BY next_at LIMIT 1",
                                   DB_NOTHING, next_at, err);
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "no delivery is pending") : status;
}

/* No delivery is due: finds the time of the next one. */
static enum status find_next(struct db *db, int64_t now, int64_t *next_at, struct error *err)
{
    int64_t time = INT64_MAX;
    enum status status =
        db_number(db, "SELECT next_at FROM delivery WHERE state = 'pending' AND next_at > $1 ORDER BY next_at LIMIT 1",
                  DB_BIND(db_int(now)), &time, err);
    if (status && status != E_NOT_FOUND)
        return status;
    if (next_at)
        *next_at = time;
    return error_set(err, E_NOT_FOUND, NULL, "no delivery is due");
}

/*
 * Whose turn it is: of the accounts with something due that hold the fewest leases of this node, the next after the one
 * that had its turn last (by id), or else the first. $1: the time; $2: the node. A lease that is held has its next_at
 * in the future.
 *
 * Accounts are walked by the index, one row of the recursion for each, only as far as to the first with something due
 * that holds no lease. When there is none, those remain that hold leases, which are no more than there are attempts
 * side by side.
 */
#define PENDING "FROM delivery d WHERE d.state = 'pending' AND "
#define LEASED  PENDING "d.lease_until > 0 AND d.lease_until > $1 AND d.node = $2"
/* The order is that of the index by account: PostgreSQL 17 would look for the least next_at in that of all accounts. */
#define IS_DUE                                                                                                         \
    "(SELECT a.state FROM account a WHERE a.id = owner.id) = 'active' AND (SELECT d.next_at " PENDING                  \
    "d.account_id = owner.id ORDER BY d.next_at, d.id LIMIT 1) <= $1"
#define CALMEST(after)                                                                                                 \
    "WITH RECURSIVE owner (id) AS (SELECT MIN(d.account_id) " PENDING "d.account_id > " after                          \
    " UNION ALL SELECT (SELECT MIN(d.account_id) " PENDING                                                             \
    "d.account_id > owner.id) FROM owner WHERE owner.id IS NOT NULL) SELECT id FROM owner WHERE id IS NOT NULL "       \
    "AND " IS_DUE " AND (SELECT d.id " LEASED " AND d.account_id = owner.id LIMIT 1) IS NULL LIMIT 1"

/* $3: whose turn it was last; $4: accounts that hold as many leases are passed over. */
#define FAIREST                                                                                                        \
    "SELECT id FROM (SELECT d.account_id AS id, COUNT(*) AS held " LEASED " GROUP BY d.account_id) owner "             \
    "WHERE held < $4 AND " IS_DUE " ORDER BY held, CASE WHEN id > $3 THEN 0 ELSE 1 END, id LIMIT 1"

static enum status choose_account(struct db *db, struct arena *arena, int64_t now, const struct delivery_turn *turn,
                                  const char **account_id, struct error *err)
{
    enum status status = db_string(db, CALMEST("$3"), DB_BIND(db_int(now), db_text(turn->node), db_text(turn->after)),
                                   arena, account_id, err);
    if (status == E_NOT_FOUND && turn->after[0])
        status = db_string(db, CALMEST("''"), DB_BIND(db_int(now), db_text(turn->node)), arena, account_id, err);
    if (status != E_NOT_FOUND)
        return status;
    return db_string(db, FAIREST, DB_BIND(db_int(now), db_text(turn->node), db_text(turn->after), db_int(turn->most)),
                     arena, account_id, err);
}

enum status delivery_claim(struct db *db, struct arena *arena, int64_t now, int64_t lease_ms,
                           const struct delivery_turn *turn, struct delivery *delivery, int64_t *next_at,
                           struct error *err)
{
    char sql[800];
    bool is_due = false;
    const char *account_id = NULL;
    enum status status = db_exists(db, "SELECT 1 FROM delivery WHERE state = 'pending' AND next_at <= $1",
                                   DB_BIND(db_int(now)), &is_due, err);
    if (status || !is_due)
        return status ? status : find_next(db, now, next_at, err);
    snprintf(
        sql, sizeof sql,
        "UPDATE delivery SET next_at = $1, lease_until = $1, claim = claim + 1, attempts = attempts + 1, node = $4 "
        "WHERE id = (SELECT id FROM delivery WHERE state = 'pending' AND next_at <= $2 AND account_id = $3 "
        "ORDER BY next_at, id LIMIT 1%s) RETURNING $*",
        db->driver->skip_locked);
    status = choose_account(db, arena, now, turn, &account_id, err);
    if (!status)
        status = table_one(db, &DELIVERIES, sql,
                           DB_BIND(db_int(now + lease_ms), db_int(now), db_text(account_id), db_text(turn->node)),
                           arena, delivery, err);
    return status == E_NOT_FOUND ? find_next(db, now, next_at, err) : status;
}

static enum status run_held(struct db *db, const char *sql, struct db_values values, struct error *err)
{
    int64_t changed = 0;
    enum status status = db_run(db, sql, values, &changed, err);
    if (status || changed)
        return status;
    return error_set(err, E_CONFLICT, "lease_lost", "another attempt at this delivery was begun, or it was called off");
}

#define HELD "id = $1 AND claim = $2 AND state = 'pending' AND lease_until > 0"

enum status delivery_keep(struct db *db, const struct delivery *delivery, const char *progress, int64_t lease_until,
                          struct error *err)
{
    return run_held(
        db, "UPDATE delivery SET progress = COALESCE($3, progress), next_at = $4, lease_until = $4 WHERE " HELD,
        DB_BIND(db_text(delivery->id), db_int(delivery->claim), db_text(progress), db_int(lease_until)), err);
}

/* The time of its change grows, so that whoever watches it sees an attempt end that took no millisecond. */
enum status delivery_end(struct db *db, const struct delivery *delivery, int64_t now, struct error *err)
{
    return run_held(db,
                    "UPDATE delivery SET state = $3, attempts = $4, next_at = $5, last_status = $6, last_error = $7, "
                    "remote_url = $8, lease_until = 0, busy_until = $10, "
                    "updated_at = CASE WHEN updated_at < $9 THEN $9 ELSE updated_at + 1 END WHERE " HELD,
                    DB_BIND(db_text(delivery->id), db_int(delivery->claim), db_text(STATES[delivery->state]),
                            db_int(delivery->attempts), db_int(delivery->next_at), db_int(delivery->last_status),
                            db_text(delivery->last_error), db_text(delivery->remote_url), db_int(now),
                            db_int(delivery->busy_until)),
                    err);
}

/* A delivery whose attempt was broken off: a webhook is due, the lease of a draft runs out. */
#define DUE_AGAIN(now)                                                                                                 \
    "next_at = CASE WHEN " IS_WEBHOOK " THEN " now " ELSE next_at END, "                                               \
    "lease_until = CASE WHEN " IS_WEBHOOK " THEN 0 ELSE lease_until END "
#define IS_WEBHOOK                                                                                                     \
    "(integration_id IS NULL OR 'webhook' = (SELECT i.kind FROM integration i WHERE i.id = integration_id))"

enum status delivery_release(struct db *db, const struct delivery *delivery, int64_t now, struct error *err)
{
    return run_held(db, "UPDATE delivery SET attempts = attempts - 1, " DUE_AGAIN("$3") "WHERE " HELD,
                    DB_BIND(db_text(delivery->id), db_int(delivery->claim), db_int(now)), err);
}

enum status deliveries_recover(struct db *db, int64_t seen_before, int64_t *count, struct error *err)
{
    return db_run(db,
                  "UPDATE delivery SET next_at = $1, lease_until = 0 WHERE state = 'pending' AND lease_until > 0 "
                  "AND " IS_WEBHOOK " AND NOT EXISTS (SELECT 1 FROM node n WHERE n.id = delivery.node "
                  "AND n.seen_at > $2)",
                  DB_BIND(db_int(db_now(db)), db_int(seen_before)), count, err);
}

enum status delivery_resend(struct db *db, const char *account_id, const char *id, int64_t now, struct error *err)
{
    int64_t changed = 0;
    bool exists = false;
    enum status status =
        db_run(db,
               "UPDATE delivery SET state = 'pending', attempts = 0, next_at = $3, lease_until = 0, "
               "updated_at = $3 WHERE id = $1 AND account_id = $2 AND lease_until <= $3 AND busy_until <= $3",
               DB_BIND(db_text(id), db_text(account_id), db_int(now)), &changed, err);
    if (status || changed)
        return status;
    status = db_exists(db, "SELECT 1 FROM delivery WHERE id = $1 AND account_id = $2",
                       DB_BIND(db_text(id), db_text(account_id)), &exists, err);
    if (status)
        return status;
    return exists ? error_set(err, E_CONFLICT, NULL,
                              "An attempt at this delivery is under way, or its receiver may still be at work on one; "
                              "try again in a minute.")
                  : no_row(E_NOT_FOUND, "delivery", id, err);
}
