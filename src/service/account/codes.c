#include "service/account/codes.h"

#include "service/account/sessions.h"
#include "store/db/db.h"

enum { MOST_OF_A_KEY = 64 };

static enum status codes_insert(struct db *db, void *argument, struct error *err)
{
    struct sign_in_code *code = argument;
    code->ends_at = db_now(db) + CODE_SECONDS * 1000;
    return sign_in_code_insert(db, code, MOST_OF_A_KEY, err);
}

enum status codes_add(struct store *store, const char *key_id, struct new_code *fresh, struct error *err)
{
    unsigned char random[CODE_LENGTH / 2];
    struct sign_in_code code = {.id = fresh->id, .key_id = key_id};
    random_bytes(random, sizeof random);
    hex_encode(random, sizeof random, fresh->text);
    uuid_v7(fresh->id);
    session_hash(fresh->text, code.hash);
    enum status status = store_write(store, codes_insert, &code, err);
    fresh->ends_at = code.ends_at;
    return status;
}

struct code_lookup {
    struct arena *arena;
    const char *account_id, *id, *key_id;
    unsigned char hash[SESSION_HASH_SIZE];
    bool waits;
};

static enum status codes_look(struct db *db, void *argument, struct error *err)
{
    struct code_lookup *lookup = argument;
    return sign_in_code_waits(db, lookup->account_id, lookup->id, &lookup->waits, err);
}

enum status codes_wait(struct store *store, const char *account_id, const char *id, bool *waits, struct error *err)
{
    struct code_lookup lookup = {.account_id = account_id, .id = id};
    enum status status = store_read(store, codes_look, &lookup, err);
    *waits = lookup.waits;
    return status;
}

static enum status codes_find(struct db *db, void *argument, struct error *err)
{
    struct code_lookup *lookup = argument;
    return sign_in_code_find(db, lookup->arena, lookup->hash, &lookup->key_id, err);
}

static enum status take_codes(struct db *db, void *argument, struct error *err)
{
    const struct code_lookup *lookup = argument;
    return sign_in_code_take(db, lookup->hash, err);
}

enum status codes_take(struct store *store, struct arena *arena, const char *text, const char **key_id,
                       struct error *err)
{
    struct code_lookup lookup = {.arena = arena};
    session_hash(text, lookup.hash);
    enum status status = store_read(store, codes_find, &lookup, err);
    if (status == OK)
        status = store_write(store, take_codes, &lookup, err);
    *key_id = lookup.key_id;
    return status;
}
