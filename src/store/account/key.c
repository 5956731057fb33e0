#include "store/account/account.h"
#include "store/db/db.h"

static struct db_value key_hash_value(const unsigned char hash[KEY_HASH_SIZE])
{
    return db_blob((struct str){(const char *)hash, KEY_HASH_SIZE});
}

#define KEY_COLUMNS "id, account_id, name, prefix, created_at, last_used_at, scopes, expires_at"

static void key_read_key(struct db_row *row, void *out)
{
    struct api_key *key = out;
    key->id = row_text(row);
    key->account_id = row_text(row);
    key->name = row_text(row);
    key->prefix = row_text(row);
    key->created_at = row_int(row);
    key->last_used_at = row_int(row);
    key->scopes = (unsigned)row_int(row);
    key->expires_at = row_int(row);
}

enum status key_insert(struct db *db, const struct api_key *key, const unsigned char hash[KEY_HASH_SIZE],
                       struct error *err)
{
    return db_run(db, "INSERT INTO api_key (" KEY_COLUMNS ", hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                  DB_BIND(db_text(key->id), db_text(key->account_id), db_text(key->name), db_text(key->prefix),
                          db_int(key->created_at), db_int(key->last_used_at), db_int(key->scopes),
                          db_int(key->expires_at), key_hash_value(hash)),
                  NULL, err);
}

enum status key_was_configured(struct db *db, const unsigned char hash[KEY_HASH_SIZE], bool *was, struct error *err)
{
    return db_exists(db, "SELECT 1 FROM configured_key WHERE hash = $1", DB_BIND(key_hash_value(hash)), was, err);
}

enum status key_note_configured(struct db *db, const char *account_id, const unsigned char hash[KEY_HASH_SIZE],
                                struct error *err)
{
    return db_run(db, "INSERT INTO configured_key (hash, account_id) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING",
                  DB_BIND(key_hash_value(hash), db_text(account_id)), NULL, err);
}

enum status key_find(struct db *db, struct arena *arena, const unsigned char hash[KEY_HASH_SIZE], struct api_key *key,
                     struct error *err)
{
    enum status status = db_one(db, "SELECT " KEY_COLUMNS " FROM api_key WHERE hash = $1",
                                DB_BIND(key_hash_value(hash)), arena, key_read_key, key, err);
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "there is no such key") : status;
}

enum status key_list(struct db *db, struct arena *arena, const char *account_id, struct api_key **keys, size_t *count,
                     struct error *err)
{
    struct db_list list = {.arena = arena, .read = key_read_key, .size = sizeof(struct api_key)};
    enum status status = db_all(db, "SELECT " KEY_COLUMNS " FROM api_key WHERE account_id = $1 ORDER BY id",
                                DB_BIND(db_text(account_id)), &list, err);
    *keys = list.items;
    *count = list.count;
    return status;
}

static enum status key_missing(const char *id, struct error *err)
{
    return error_set(err, E_NOT_FOUND, NULL, "there is no key %s", id);
}

enum status key_get(struct db *db, struct arena *arena, const char *account_id, const char *id, struct api_key *key,
                    struct error *err)
{
    enum status status = db_one(db, "SELECT " KEY_COLUMNS " FROM api_key WHERE id = $1 AND account_id = $2",
                                DB_BIND(db_text(id), db_text(account_id)), arena, key_read_key, key, err);
    return status == E_NOT_FOUND ? key_missing(id, err) : status;
}

static void key_read_count(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

static enum status count_keys(struct db *db, const char *account_id, int64_t *count, struct error *err)
{
    return db_one(db, "SELECT COUNT(*) FROM api_key WHERE account_id = $1", DB_BIND(db_text(account_id)), NULL,
                  key_read_count, count, err);
}

enum status key_make_room(struct db *db, const char *account_id, int64_t most, int64_t now, struct error *err)
{
    int64_t count = 0;
    enum status status = count_keys(db, account_id, &count, err);
    if (status || count < most)
        return status;
    status = db_run(db, "DELETE FROM api_key WHERE account_id = $1 AND expires_at > 0 AND expires_at <= $2",
                    DB_BIND(db_text(account_id), db_int(now)), NULL, err);
    if (!status)
        status = count_keys(db, account_id, &count, err);
    if (status || count < most)
        return status;
    return error_set(err, E_LIMIT, NULL, "the account has %lld keys", (long long)count);
}

/* E_CONFLICT: the account has no other key that works for good and can make others. */
static enum status check_not_last(struct db *db, const char *account_id, const char *id, struct error *err)
{
    bool is_last = false;
    enum status status =
        db_exists(db,
                  "SELECT 1 FROM api_key WHERE account_id = $1 AND id = $2 AND expires_at = 0 AND (scopes & $3) <> 0 "
                  "AND NOT EXISTS (SELECT 1 FROM api_key AS other WHERE other.account_id = $1 AND other.id <> $2 AND "
                  "other.expires_at = 0 AND (other.scopes & $3) <> 0)",
                  DB_BIND(db_text(account_id), db_text(id), db_int(KEY_MANAGES)), &is_last, err);
    if (status || !is_last)
        return status;
    return error_set(err, E_CONFLICT, NULL,
                     "an account keeps its last key that works for good: make another one first");
}

enum status key_update(struct db *db, const struct api_key *key, struct error *err)
{
    int64_t changed = 0;
    enum status status = OK;
    if (key->expires_at || !(key->scopes & KEY_MANAGES))
        status = check_not_last(db, key->account_id, key->id, err);
    if (!status)
        status =
            db_run(db, "UPDATE api_key SET name = $3, scopes = $4, expires_at = $5 WHERE id = $1 AND account_id = $2",
                   DB_BIND(db_text(key->id), db_text(key->account_id), db_text(key->name), db_int(key->scopes),
                           db_int(key->expires_at)),
                   &changed, err);
    return status || changed ? status : key_missing(key->id, err);
}

enum status key_touch(struct db *db, const char *id, int64_t now, struct error *err)
{
    return db_run(db, "UPDATE api_key SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2",
                  DB_BIND(db_text(id), db_int(now)), NULL, err);
}

enum status key_delete(struct db *db, const char *account_id, const char *id, struct error *err)
{
    int64_t deleted = 0;
    enum status status = check_not_last(db, account_id, id, err);
    if (!status)
        status = db_run(db, "DELETE FROM api_key WHERE account_id = $1 AND id = $2",
                        DB_BIND(db_text(account_id), db_text(id)), &deleted, err);
    return status || deleted ? status : key_missing(id, err);
}

static struct db_value session_hash_value(const unsigned char hash[SESSION_HASH_SIZE])
{
    return db_blob((struct str){(const char *)hash, SESSION_HASH_SIZE});
}

/* Room for one more. */
static enum status drop_oldest(struct db *db, const char *key_id, int64_t most, struct error *err)
{
    return db_run(db,
                  "DELETE FROM session WHERE key_id = $1 AND hash NOT IN "
                  "(SELECT hash FROM session WHERE key_id = $1 ORDER BY created_at DESC LIMIT $2)",
                  DB_BIND(db_text(key_id), db_int(most - 1)), NULL, err);
}

enum status session_insert(struct db *db, const struct session *session, int64_t most, struct error *err)
{
    enum status status =
        db_run(db, "DELETE FROM session WHERE ends_at <= $1", DB_BIND(db_int(session->created_at)), NULL, err);
    if (!status)
        status = drop_oldest(db, session->key_id, most, err);
    if (!status)
        status = db_run(db, "INSERT INTO session (hash, key_id, created_at, ends_at) VALUES ($1, $2, $3, $4)",
                        DB_BIND(session_hash_value(session->hash), db_text(session->key_id),
                                db_int(session->created_at), db_int(session->ends_at)),
                        NULL, err);
    return status;
}

static void read_key_id(struct db_row *row, void *out)
{
    struct api_key *key = out;
    key->id = row_text(row);
    key->account_id = row_text(row);
}

enum status session_find_key(struct db *db, struct arena *arena, const unsigned char hash[SESSION_HASH_SIZE],
                             int64_t now, struct api_key *key, struct error *err)
{
    struct api_key found;
    enum status status = db_one(db,
                                "SELECT k.id, k.account_id FROM session s JOIN api_key k ON k.id = s.key_id "
                                "WHERE s.hash = $1 AND s.ends_at > $2",
                                DB_BIND(session_hash_value(hash), db_int(now)), arena, read_key_id, &found, err);
    if (status == E_NOT_FOUND)
        return error_set(err, E_NOT_FOUND, NULL, "there is no such session");
    return status ? status : key_get(db, arena, found.account_id, found.id, key, err);
}

enum status session_delete(struct db *db, const unsigned char hash[SESSION_HASH_SIZE], struct error *err)
{
    return db_run(db, "DELETE FROM session WHERE hash = $1", DB_BIND(session_hash_value(hash)), NULL, err);
}

/* --- codes --- */

enum status sign_in_code_insert(struct db *db, const struct sign_in_code *code, int64_t most, struct error *err)
{
    enum status status =
        db_run(db, "DELETE FROM sign_in_code WHERE ends_at <= $1", DB_BIND(db_int(db_now(db))), NULL, err);
    if (!status)
        status = db_run(db,
                        "DELETE FROM sign_in_code WHERE key_id = $1 AND hash NOT IN "
                        "(SELECT hash FROM sign_in_code WHERE key_id = $1 ORDER BY ends_at DESC LIMIT $2)",
                        DB_BIND(db_text(code->key_id), db_int(most - 1)), NULL, err);
    int64_t added = 0;
    if (!status)
        status = db_run(
            db,
            "INSERT INTO sign_in_code (hash, id, key_id, ends_at) "
            "SELECT $1, $2, id, $4 FROM api_key WHERE id = $3",
            DB_BIND(session_hash_value(code->hash), db_text(code->id), db_text(code->key_id), db_int(code->ends_at)),
            &added, err);
    return status || added ? status : error_set(err, E_NOT_FOUND, NULL, "There is no key with this id.");
}

enum status sign_in_code_waits(struct db *db, const char *account_id, const char *id, bool *waits, struct error *err)
{
    return db_exists(db,
                     "SELECT 1 FROM sign_in_code c JOIN api_key k ON k.id = c.key_id "
                     "WHERE c.id = $1 AND k.account_id = $2 AND c.ends_at > $3",
                     DB_BIND(db_text(id), db_text(account_id), db_int(db_now(db))), waits, err);
}

static enum status no_code(struct error *err)
{
    return error_set(err, E_NOT_FOUND, NULL, "there is no such code that waits to be used");
}

static void session_read_text(struct db_row *row, void *out)
{
    *(const char **)out = row_text(row);
}

enum status sign_in_code_find(struct db *db, struct arena *arena, const unsigned char hash[SESSION_HASH_SIZE],
                              const char **key_id, struct error *err)
{
    enum status status =
        db_one(db, "SELECT key_id FROM sign_in_code WHERE hash = $1 AND ends_at > $2",
               DB_BIND(session_hash_value(hash), db_int(db_now(db))), arena, session_read_text, key_id, err);
    return status == E_NOT_FOUND ? no_code(err) : status;
}

enum status sign_in_code_take(struct db *db, const unsigned char hash[SESSION_HASH_SIZE], struct error *err)
{
    int64_t taken = 0;
    enum status status = db_run(db, "DELETE FROM sign_in_code WHERE hash = $1 AND ends_at > $2",
                                DB_BIND(session_hash_value(hash), db_int(db_now(db))), &taken, err);
    return status || taken ? status : no_code(err);
}
