#include "service/handlers.h"
#include "service/internal.h"
#include "service/json.h"

enum { KEY_NAME_MAX = 100 };

struct lookup {
    struct request *request;
    struct account account;
    struct api_key *keys;
    size_t count;
};

/* --- the account --- */

static enum status get(struct db *db, void *argument, struct error *err)
{
    struct lookup *lookup = argument;
    return account_get(db, lookup->request->arena, lookup->request->caller.account_id, &lookup->account, err);
}

/* null: unlimited */
static void write_amount(struct buf *out, const char *name, int64_t left, int64_t used)
{
    buf_printf(out, ",\"%s\":{\"left\":", name);
    if (left < 0)
        buf_str(out, "null");
    else
        buf_printf(out, "%lld", (long long)left);
    buf_printf(out, ",\"used\":%lld}", (long long)used);
}

void account_show(struct request *request)
{
    static const char *const plans[] = {
        [PLAN_FREE] = "free", [PLAN_STARTER] = "starter", [PLAN_PROFESSIONAL] = "professional"};
    struct error err;
    struct lookup lookup = {.request = request};
    if (store_read(request->service->store, get, &lookup, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    const struct account *account = &lookup.account;
    struct buf *out = &request->answer.body;
    buf_str(out, "{\"accountId\":");
    json_text(out, account->id);
    buf_printf(out, ",\"plan\":\"%s\"", plans[account->plan]);
    write_amount(out, "words", account->words_left, account->words_used);
    write_amount(out, "credits", account->credits_left, account->credits_used);
    buf_char(out, '}');
    answer_json(request, 200);
}

/* --- keys --- */

static void write_key(struct buf *out, const struct api_key *key, const char *secret)
{
    buf_str(out, "{\"keyId\":");
    json_text(out, key->id);
    buf_str(out, ",\"name\":");
    json_text(out, key->name);
    buf_str(out, ",\"prefix\":");
    json_text(out, key->prefix);
    buf_printf(out, ",\"createdAt\":%lld,\"lastUsedAt\":", (long long)key->created_at);
    if (key->last_used_at > 0)
        buf_printf(out, "%lld", (long long)key->last_used_at);
    else
        buf_str(out, "null");
    if (secret) {
        buf_str(out, ",\"key\":");
        json_text(out, secret);
    }
    buf_char(out, '}');
}

static enum status list(struct db *db, void *argument, struct error *err)
{
    struct lookup *l = argument;
    return key_list(db, l->request->arena, l->request->caller.account_id, &l->keys, &l->count, err);
}

void keys_list(struct request *request)
{
    struct error err;
    struct lookup lookup = {.request = request};
    if (store_read(request->service->store, list, &lookup, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    struct buf *out = &request->answer.body;
    buf_str(out, "{\"data\":[");
    for (size_t i = 0; i < lookup.count; i++) {
        if (i)
            buf_char(out, ',');
        write_key(out, &lookup.keys[i], NULL);
    }
    buf_str(out, "]}");
    answer_json(request, 200);
}

struct new_key {
    struct api_key key;
    char id[UUID_LENGTH + 1], text[KEY_LENGTH + 1], prefix[KEY_PREFIX_LENGTH + 1];
};

static enum status insert(struct db *db, void *argument, struct error *err)
{
    struct new_key *fresh = argument;
    unsigned char hash[KEY_HASH_SIZE];
    key_hash(fresh->text, hash);
    return key_insert(db, &fresh->key, hash, err);
}

static void create(struct request *request, const char *name)
{
    struct error err;
    struct new_key fresh;
    uuid_v7(fresh.id);
    key_generate(fresh.text);
    memcpy(fresh.prefix, fresh.text, KEY_PREFIX_LENGTH);
    fresh.prefix[KEY_PREFIX_LENGTH] = '\0';
    fresh.key = (struct api_key){
        .id = fresh.id,
        .account_id = request->caller.account_id,
        .name = name ? name : "",
        .prefix = fresh.prefix,
        .created_at = clock_now_ms(),
    };
    if (store_write(request->service->store, insert, &fresh, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    write_key(&request->answer.body, &fresh.key, fresh.text);
    answer_json(request, 201);
}

void keys_create(struct request *request)
{
    struct fields fields;
    json_t *body;
    if (!request_json(request, &body))
        return;
    fields_init(&fields, body, request->arena);
    const char *name = fields_text(&fields, "name", false, KEY_NAME_MAX);
    if (fields.count)
        answer_faults(request, fields.faults, fields.count);
    else
        create(request, name);
    json_decref(body);
}

static enum status delete (struct db *db, void *argument, struct error *err) {
    const struct request *request = argument;
    enum status status = key_delete(db, request->caller.account_id, request->id, err);
    if (status == E_NOT_FOUND) return error_set(err, status, NULL, "There is no key with this id.");
    if (status == E_CONFLICT) return error_set(err, status, NULL,
                                               "This is the account's last key: make another one first.");
    return status;
}

void keys_delete(struct request *request)
{
    struct error err;
    if (store_write(request->service->store, delete, request, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    auth_forget(request->service->auth, request->id);
    answer_empty(request, 204);
}
