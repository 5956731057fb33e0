#include "store/session.h"

#include "store/db/db.h"

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
