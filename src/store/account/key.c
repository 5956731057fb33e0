#include "store/account/account.h"
#include "store/db/db.h"

/* --- keys --- */

static struct str hash_bytes_of(const unsigned char hash[KEY_HASH_SIZE])
{
    return (struct str){(const char *)hash, KEY_HASH_SIZE};
}

static struct db_value hash_value(const unsigned char hash[KEY_HASH_SIZE])
{
    return db_blob(hash_bytes_of(hash));
}

/* A row of the table: a key, and the hash that nobody reads again. */
struct key_row {
    struct api_key key;
    struct str hash;
};

static const struct db_column KEY_COLUMNS[] = {
    COLUMN(struct api_key, id, COLUMN_KEY),           COLUMN(struct api_key, account_id, COLUMN_KEY),
    COLUMN(struct api_key, name, COLUMN_CHANGED),     COLUMN(struct api_key, prefix, COLUMN_FIXED),
    COLUMN(struct api_key, created_at, COLUMN_FIXED), COLUMN(struct api_key, last_used_at, COLUMN_FIXED),
    COLUMN(struct api_key, scopes, COLUMN_CHANGED),   COLUMN(struct api_key, expires_at, COLUMN_CHANGED),
    COLUMN(struct key_row, hash, COLUMN_WRITTEN),
};
static const struct db_table KEYS = {.name = "api_key", .thing = "key", TABLE_OF(struct api_key, KEY_COLUMNS)};

enum status key_insert(struct db *db, const struct api_key *key, const unsigned char hash[KEY_HASH_SIZE],
                       struct error *err)
{
    return table_insert(db, &KEYS, &(struct key_row){*key, hash_bytes_of(hash)}, err);
}

enum status key_was_configured(struct db *db, const unsigned char hash[KEY_HASH_SIZE], bool *was, struct error *err)
{
    return db_exists(db, "SELECT 1 FROM configured_key WHERE hash = $1", DB_BIND(hash_value(hash)), was, err);
}

enum status key_note_configured(struct db *db, const char *account_id, const unsigned char hash[KEY_HASH_SIZE],
                                struct error *err)
{
    return db_run(db, "INSERT INTO configured_key (hash, account_id) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING",
                  DB_BIND(hash_value(hash), db_text(account_id)), NULL, err);
}

enum status key_find(struct db *db, struct arena *arena, const unsigned char hash[KEY_HASH_SIZE], struct api_key *key,
                     struct error *err)
{
    enum status status =
        table_one(db, &KEYS, "SELECT $* FROM api_key WHERE hash = $1", DB_BIND(hash_value(hash)), arena, key, err);
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "there is no such key") : status;
}

enum status key_list(struct db *db, struct arena *arena, const char *account_id, struct api_key **keys, size_t *count,
                     struct error *err)
{
    return table_all(db, &KEYS, "SELECT $* FROM api_key WHERE account_id = $1 ORDER BY id",
                     DB_BIND(db_text(account_id)), arena, keys, count, err);
}

enum status key_get(struct db *db, struct arena *arena, const char *account_id, const char *id, struct api_key *key,
                    struct error *err)
{
    enum status status = table_one(db, &KEYS, "SELECT $* FROM api_key WHERE id = $1 AND account_id = $2",
                                   DB_BIND(db_text(id), db_text(account_id)), arena, key, err);
    return no_row(status, "key", id, err);
}

static enum status count_keys(struct db *db, const char *account_id, int64_t *count, struct error *err)
{
    return db_number(db, "SELECT COUNT(*) FROM api_key WHERE account_id = $1", DB_BIND(db_text(account_id)), count,
                     err);
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
    bool keeps_managing = !key->expires_at && (key->scopes & KEY_MANAGES);
    enum status status = keeps_managing ? OK : check_not_last(db, key->account_id, key->id, err);
    return status ? status : table_update(db, &KEYS, key, err);
}

enum status key_touch(struct db *db, const char *id, int64_t now, struct error *err)
{
    return db_run(db, "UPDATE api_key SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2",
                  DB_BIND(db_text(id), db_int(now)), NULL, err);
}

enum status key_delete(struct db *db, const char *account_id, const char *id, struct error *err)
{
    enum status status = check_not_last(db, account_id, id, err);
    return status ? status : table_delete(db, &KEYS, account_id, id, err);
}

/* --- sessions --- */

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
                        DB_BIND(hash_value(session->hash), db_text(session->key_id), db_int(session->created_at),
                                db_int(session->ends_at)),
                        NULL, err);
    return status;
}

static const struct db_table SESSION_KEYS = {
    QUERY_OF(struct api_key, READ_AS(struct api_key, id, "k.id"), READ_AS(struct api_key, account_id, "k.account_id"))};

enum status session_find_key(struct db *db, struct arena *arena, const unsigned char hash[SESSION_HASH_SIZE],
                             int64_t now, struct api_key *key, struct error *err)
{
    struct api_key found;
    enum status status = table_one(db, &SESSION_KEYS,
                                   "SELECT $* FROM session s JOIN api_key k ON k.id = s.key_id "
                                   "WHERE s.hash = $1 AND s.ends_at > $2",
                                   DB_BIND(hash_value(hash), db_int(now)), arena, &found, err);
    if (status == E_NOT_FOUND)
        return error_set(err, E_NOT_FOUND, NULL, "there is no such session");
    return status ? status : key_get(db, arena, found.account_id, found.id, key, err);
}

enum status session_delete(struct db *db, const unsigned char hash[SESSION_HASH_SIZE], struct error *err)
{
    return db_run(db, "DELETE FROM session WHERE hash = $1", DB_BIND(hash_value(hash)), NULL, err);
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
        status =
            db_run(db,
                   "INSERT INTO sign_in_code (hash, id, key_id, ends_at) "
                   "SELECT $1, $2, id, $4 FROM api_key WHERE id = $3",
                   DB_BIND(hash_value(code->hash), db_text(code->id), db_text(code->key_id), db_int(code->ends_at)),
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

enum status sign_in_code_find(struct db *db, struct arena *arena, const unsigned char hash[SESSION_HASH_SIZE],
                              const char **key_id, struct error *err)
{
    enum status status = db_string(db, "SELECT key_id FROM sign_in_code WHERE hash = $1 AND ends_at > $2",
                                   DB_BIND(hash_value(hash), db_int(db_now(db))), arena, key_id, err);
    return status == E_NOT_FOUND ? no_code(err) : status;
}

enum status sign_in_code_take(struct db *db, const unsigned char hash[SESSION_HASH_SIZE], struct error *err)
{
    int64_t taken = 0;
    enum status status = db_run(db, "DELETE FROM sign_in_code WHERE hash = $1 AND ends_at > $2",
                                DB_BIND(hash_value(hash), db_int(db_now(db))), &taken, err);
    return status || taken ? status : no_code(err);
}
