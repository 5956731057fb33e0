#include "store/store.h"

/*
 * RUNNING_MS: a request whose key could not be given up, since the database was away, or that does not know whether it
 * has one, since the answer to its COMMIT was lost, leaves a key that nobody runs. One that takes longer than that
 * loses nothing to another: both wait for the same index, and whoever has the key is charged.
 */
enum { KEPT_MS = 24 * 60 * 60 * 1000, RUNNING_MS = 5 * 60 * 1000 };

/* Each new key removes a few old ones, so that no request has to remove those of a whole day. */
#define REMOVED_AT_ONCE "16"

static struct db_value hash_value(const unsigned char hash[KEY_HASH_SIZE])
{
    return db_blob((struct str){(const char *)hash, KEY_HASH_SIZE});
}

static void idempotency_read_answer(struct db_row *row, void *out)
{
    struct idempotent *found = out;
    struct str hash = row_blob(row);
    if (hash.len == KEY_HASH_SIZE)
        memcpy(found->body_hash, hash.data, KEY_HASH_SIZE);
    else if (!row->status)
        row->status = E_CORRUPT;
    found->status = (int)row_int(row);
    found->content_type = row_text(row);
    found->location = row_text(row);
    found->body = row_blob(row);
    found->is_bounded = row_bool(row);
}

static enum status remove_old(struct db *db, int64_t cutoff, struct error *err)
{
    return db_run(db,
                  "DELETE FROM idempotency WHERE (account_id, key) IN (SELECT account_id, key FROM idempotency "
                  "WHERE created_at <= $1 ORDER BY created_at LIMIT " REMOVED_AT_ONCE ")",
                  DB_BIND(db_int(cutoff)), NULL, err);
}

/* The key of a request that has run for too long, or on another node, which is dead. $6: the node that asks; $7: when
 * the dead were seen last; $8: when those that ran too long began. */
#define LEFT_BEHIND                                                                                                    \
    "(idempotency.status = 0 AND (idempotency.created_at <= $8 OR (idempotency.node <> '' AND idempotency.node <> $6 " \
    "AND NOT EXISTS (SELECT 1 FROM node n WHERE n.id = idempotency.node AND n.seen_at > $7))))"

enum status idempotent_begin(struct db *db, struct arena *arena, struct idempotent_key *key,
                             const unsigned char body_hash[KEY_HASH_SIZE], int64_t now, struct idempotent *found,
                             struct error *err)
{
    int64_t cutoff = now - KEPT_MS;
    enum status status = remove_old(db, cutoff, err);
    if (status)
        return status;
    int64_t taken = 0;
    status = db_run(db,
                    "INSERT INTO idempotency (account_id, key, body_hash, created_at, node) "
                    "VALUES ($1, $2, $3, $4, $6) "
                    "ON CONFLICT (account_id, key) DO UPDATE SET body_hash = excluded.body_hash, "
                    "created_at = excluded.created_at, status = 0, content_type = NULL, location = NULL, body = NULL, "
                    "is_bounded = 0, node = excluded.node "
                    "WHERE idempotency.created_at <= $5 OR " LEFT_BEHIND,
                    DB_BIND(db_text(key->account_id), db_text(key->key), hash_value(body_hash), db_int(now),
                            db_int(cutoff), db_text(key->node), db_int(now - NODE_DEAD_MS), db_int(now - RUNNING_MS)),
                    &taken, err);
    if (status)
        return status;
    if (taken) {
        key->taken_at = now;
        return error_set(err, E_NOT_FOUND, NULL, "the idempotency key is new");
    }
    return db_one(db,
                  "SELECT body_hash, status, content_type, location, body, is_bounded FROM idempotency "
                  "WHERE account_id = $1 AND key = $2",
                  DB_BIND(db_text(key->account_id), db_text(key->key)), arena, idempotency_read_answer, found, err);
}

#define HAS_BODY "account_id = $1 AND is_bounded = 1 AND body IS NOT NULL"

/* One that came within the millisecond of the oldest that is kept is kept too. */
static enum status drop_bodies(struct db *db, const char *account_id, struct error *err)
{
    return db_run(db,
                  "UPDATE idempotency SET body = NULL WHERE " HAS_BODY " AND created_at < "
                  "(SELECT created_at FROM idempotency WHERE " HAS_BODY " ORDER BY created_at DESC LIMIT 1 OFFSET $2)",
                  DB_BIND(db_text(account_id), db_int(IDEMPOTENT_BODIES - 1)), NULL, err);
}

/* The key is still that of the request which took it. */
#define IS_MINE "account_id = $1 AND key = $2 AND node = $3 AND created_at = $4 AND status = 0"
#define MINE(taken)                                                                                                    \
    db_text((taken)->account_id), db_text((taken)->key), db_text((taken)->node), db_int((taken)->taken_at)

enum status idempotent_finish(struct db *db, const struct idempotent_key *key, const struct idempotent *answer,
                              struct error *err)
{
    int64_t changed = 0;
    bool is_kept = !answer->is_bounded || answer->body.len <= IDEMPOTENT_BODY;
    enum status status =
        db_run(db,
               "UPDATE idempotency SET status = $5, content_type = $6, location = $7, body = $8, is_bounded = $9 "
               "WHERE " IS_MINE,
               DB_BIND(MINE(key), db_int(answer->status), db_text(answer->content_type), db_text(answer->location),
                       is_kept ? db_blob(answer->body) : db_text(NULL), db_int(answer->is_bounded)),
               &changed, err);
    if (!status && !changed)
        return error_set(err, E_CONFLICT, "key_lost", "the idempotency key is no longer this request's");
    return status || !answer->is_bounded || !is_kept ? status : drop_bodies(db, key->account_id, err);
}

enum status idempotent_abandon(struct db *db, const struct idempotent_key *key, struct error *err)
{
    return db_run(db, "DELETE FROM idempotency WHERE " IS_MINE, DB_BIND(MINE(key)), NULL, err);
}
