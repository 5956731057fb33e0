#include "service/api/keys.h"

#include "service/api/fields/reading.h"

enum { KEY_NAME_MAX = 100 };

struct key_lookup {
    struct request *request;
    struct api_key *keys;
    size_t count;
};

/* A key as answers show it. */
struct shown_key {
    struct api_key key;
    const char *text; /* of the key itself; NULL: not shown */
};

static void write_used(struct buf *out, const void *object, const void *field)
{
    int64_t at = *(const int64_t *)field;
    write_amount(out, object, at > 0 ? field : &(int64_t){-1});
}

#define SHOWN(member) offsetof(struct shown_key, member)

static const struct member of_key[] = {
    {"keyId", "string", "Identifier of the key.", write_text, SHOWN(key.id)},
    {"name", "string", "What people call it.", write_text, SHOWN(key.name)},
    {"prefix", "string", "How the key begins.", write_text, SHOWN(key.prefix)},
    {"createdAt", "integer", "When it was made, in milliseconds since 1970.", write_integer, SHOWN(key.created_at)},
    {"lastUsedAt", "integer?", "When it was used last, to the minute.", write_used, SHOWN(key.last_used_at)},
    {"key", "string?", "The key itself; shown once, when it is made.", write_text, SHOWN(text), .optional = true},
};

const struct members key_members = {"Key", "A key of the account.", of_key, COUNT_OF(of_key)};

struct given_key {
    const char *name;
};

static const struct field of_new_key[] = {
    {"name", FIELD_TEXT, offsetof(struct given_key, name), .maximum = KEY_NAME_MAX, .summary = "What people call it."},
};

const struct fields key_fields = {"KeyRequest", "Makes a key of the account.", of_new_key, COUNT_OF(of_new_key),
                                  sizeof(struct given_key)};

static void write_key(struct buf *out, const struct api_key *key, const char *text)
{
    members_write(out, &key_members, &(struct shown_key){*key, text});
}

static enum status list(struct db *db, void *argument, struct error *err)
{
    struct key_lookup *l = argument;
    return key_list(db, l->request->arena, caller_of(l->request)->account_id, &l->keys, &l->count, err);
}

void keys_list(struct request *request)
{
    struct error err;
    struct key_lookup lookup = {.request = request};
    if (!read_nothing(request))
        return;
    if (store_read(api_of(request)->store, list, &lookup, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    struct buf *out = &request->answer.body;
    list_open(out);
    for (size_t i = 0; i < lookup.count; i++) {
        list_next(out, i);
        write_key(out, &lookup.keys[i], NULL);
    }
    list_close(out, NULL);
    answer_json(request, 200);
}

struct new_key {
    const struct request *request;
    struct api_key key;
    char id[UUID_LENGTH + 1], text[KEY_LENGTH + 1], prefix[KEY_PREFIX_LENGTH + 1];
};

static enum status insert(struct db *db, void *argument, struct error *err)
{
    struct new_key *fresh = argument;
    unsigned char hash[KEY_HASH_SIZE];
    key_hash(fresh->text, hash);
    enum status status = key_insert(db, &fresh->key, hash, err);
    if (status != OK)
        return status;
    return bound_check(db, api_of(fresh->request)->bounds, BOUND_KEYS, fresh->key.account_id, err);
}

static void create(struct request *request, const char *name)
{
    struct error err;
    struct new_key fresh = {.request = request};
    uuid_v7(fresh.id);
    key_generate(fresh.text);
    memcpy(fresh.prefix, fresh.text, KEY_PREFIX_LENGTH);
    fresh.prefix[KEY_PREFIX_LENGTH] = '\0';
    fresh.key = (struct api_key){
        .id = fresh.id,
        .account_id = caller_of(request)->account_id,
        .name = name ? name : "",
        .prefix = fresh.prefix,
        .created_at = clock_now_ms(),
        .scopes = SCOPE_ALL,
    };
    if (store_write(api_of(request)->store, insert, &fresh, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    key_log_made(fresh.id, fresh.key.account_id);
    write_key(&request->answer.body, &fresh.key, fresh.text);
    answer_json(request, 201);
}

void keys_create(struct request *request)
{
    struct given_key given = {NULL};
    json_t *body;
    if (!read_request(request, &given, &body))
        return;
    create(request, given.name);
    json_decref(body);
}

static enum status delete_key(struct db *db, void *argument, struct error *err)
{
    const struct request *request = argument;
    enum status status = key_delete(db, caller_of(request)->account_id, request->id, err);
    if (status == E_NOT_FOUND)
        return error_set(err, status, NULL, "There is no key with this id.");
    if (status == E_CONFLICT)
        return error_set(err, status, NULL, "This is the account's last key: make another one first.");
    return status;
}

void keys_delete(struct request *request)
{
    struct error err;
    if (store_write(api_of(request)->store, delete_key, request, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    key_log_deleted(request->id, caller_of(request)->account_id);
    auth_forget(api_of(request)->auth, request->id);
    answer_empty(request, 204);
}
