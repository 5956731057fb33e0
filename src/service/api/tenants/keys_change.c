#include "service/api/fields/reading.h"
#include "service/api/tenants/keys.h"

enum { DAY_MS = 86400000 };

/* A request about one key, for the transactions below. */
struct keys_change_change {
    struct request *request;
    const json_t *body;
    struct given_key given;
    unsigned scopes; /* that were given */
    int64_t now, grace_ms;
    struct api_key key;
    struct new_key fresh;
};

enum { SECOND_MS = 1000 };

/* --- new keys --- */

void keys_new(struct new_key *fresh, const char *account_id, const char *name, unsigned scopes, int64_t expires_at)
{
    uuid_v7(fresh->id);
    key_generate(fresh->text);
    memcpy(fresh->prefix, fresh->text, KEY_PREFIX_LENGTH);
    fresh->prefix[KEY_PREFIX_LENGTH] = '\0';
    fresh->key = (struct api_key){
        .id = fresh->id,
        .account_id = account_id,
        .name = name ? name : "",
        .prefix = fresh->prefix,
        .scopes = scopes,
        .created_at = clock_now_ms(),
        .expires_at = expires_at,
    };
}

enum status keys_insert(struct db *db, const struct bounds *bounds, const struct new_key *fresh, struct error *err)
{
    unsigned char hash[KEY_HASH_SIZE];
    const struct api_key *key = &fresh->key;
    int64_t most = bounds->most[BOUND_KEYS];
    enum status status = account_check_there(db, key->account_id, err);
    if (status == OK && most)
        status = key_make_room(db, key->account_id, most, key->created_at, err);
    if (status == E_LIMIT)
        return bound_refuse(bounds, BOUND_KEYS, err);
    key_hash(fresh->text, hash);
    return status == OK ? key_insert(db, key, hash, err) : status;
}

/* Shows the new key, with its text, when it is stored; the problem otherwise. */
static void answer_new(struct keys_change_change *change, enum status status, const struct error *err)
{
    struct request *request = change->request;
    const struct new_key *fresh = &change->fresh;
    if (status == E_DENIED) {
        answer_problem(request, PROBLEM_NO_SCOPE, "%s", err->message);
    } else if (status != OK) {
        answer_error(request, err);
    } else {
        key_log_made(fresh->id, fresh->key.account_id);
        keys_write(&request->answer.body, &fresh->key, fresh->text);
        answer_json(request, 201);
    }
}

/* --- what is given --- */

/* E_DENIED: they are more than the caller has. */
static enum status check_scopes(const struct request *request, unsigned scopes, struct error *err)
{
    char lacking[SCOPES_TEXT_MAX];
    unsigned more = scopes & ~caller_of(request)->scopes;
    if (!more)
        return OK;
    return error_set(err, E_DENIED, NULL, "A key can give no scope that it has not itself: %s.",
                     scopes_text(more, ", ", lacking));
}

/* The table lets only words of scopes pass. */
static unsigned scopes_of(const struct field_list *list)
{
    const char *const *words = list->items;
    unsigned scopes = 0;
    for (size_t i = 0; i < list->count; i++) {
        enum scope scope;
        if (scope_parse(words[i], &scope))
            scopes |= (unsigned)scope;
    }
    return scopes;
}

static const struct fault *fault_of(const struct keys_change_change *change)
{
    static const struct fault past = {"/expiresAt", "expiresAt must be a time to come, in milliseconds since 1970."};
    static const struct fault both = {"/expiresInDays", "Only one of expiresAt and expiresInDays can be given."};
    static const struct fault none = {"/scopes", "scopes must name one at least."};
    const struct given_key *given = &change->given;
    bool is_change = change->request->route->takes->partial;
    if (given->expires_at && given->expires_in_days)
        return &both;
    if (given->expires_at && given->expires_at <= change->now)
        return &past;
    return is_change && json_object_get(change->body, "scopes") && !given->scopes.count ? &none : NULL;
}

/* False: a problem was answered. */
static bool read_change(struct keys_change_change *change, json_t **body)
{
    struct error err;
    struct request *request = change->request;
    if (!read_request(request, &change->given, body))
        return false;
    change->body = *body;
    change->now = clock_now_ms();
    change->scopes = scopes_of(&change->given.scopes);
    const struct fault *fault = fault_of(change);
    if (fault)
        answer_faults(request, fault, 1);
    else if (check_scopes(request, change->scopes, &err) != OK)
        answer_problem(request, PROBLEM_NO_SCOPE, "%s", err.message);
    else
        return true;
    json_decref(*body);
    return false;
}

static int64_t expires_at(const struct keys_change_change *change)
{
    const struct given_key *given = &change->given;
    return given->expires_in_days ? change->now + (int64_t)given->expires_in_days * DAY_MS : given->expires_at;
}

/* --- create --- */

static enum status keys_change_insert(struct db *db, void *argument, struct error *err)
{
    const struct keys_change_change *change = argument;
    return keys_insert(db, api_of(change->request)->bounds, &change->fresh, err);
}

void keys_create(struct request *request)
{
    struct error err;
    struct keys_change_change change = {.request = request};
    json_t *body;
    if (!read_change(&change, &body))
        return;
    const struct caller *caller = caller_of(request);
    unsigned scopes = change.scopes ? change.scopes : caller->scopes;
    keys_new(&change.fresh, caller->account_id, change.given.name, scopes, expires_at(&change));
    answer_new(&change, store_write(api_of(request)->store, keys_change_insert, &change, &err), &err);
    json_decref(body);
}

/* --- update --- */

static enum status keys_change_get(struct db *db, struct keys_change_change *change, struct error *err)
{
    const struct request *request = change->request;
    enum status status = key_get(db, request->arena, caller_of(request)->account_id, request->id, &change->key, err);
    return status == E_NOT_FOUND ? error_set(err, status, NULL, "There is no key with this id.") : status;
}

static enum status keys_change_update(struct db *db, void *argument, struct error *err)
{
    struct keys_change_change *change = argument;
    enum status status = keys_change_get(db, change, err);
    if (status != OK)
        return status;
    struct api_key *key = &change->key;
    if (json_object_get(change->body, "name"))
        key->name = change->given.name ? change->given.name : "";
    if (json_object_get(change->body, "expiresAt") || json_object_get(change->body, "expiresInDays"))
        key->expires_at = expires_at(change);
    key->scopes = change->scopes ? change->scopes : key->scopes;
    status = key_update(db, key, err);
    if (status == E_CONFLICT)
        return error_set(err, status, NULL,
                         "This is the account's last key that works for good and has the scope manage, and stays so: "
                         "make another one first.");
    return status;
}

void keys_update(struct request *request)
{
    struct error err;
    struct keys_change_change change = {.request = request};
    json_t *body;
    if (!read_change(&change, &body))
        return;
    if (store_write(api_of(request)->store, keys_change_update, &change, &err) == OK) {
        changes_tell(api_of(request)->changes, CHANGE_KEY, request->id);
        keys_write(&request->answer.body, &change.key, NULL);
        answer_json(request, 200);
    } else {
        answer_error(request, &err);
    }
    json_decref(body);
}

/* --- rotate --- */

/* How long a new key works: as long as the old one was to work. */
static int64_t renewed_end(const struct api_key *old, int64_t now)
{
    return old->expires_at ? now + (old->expires_at - old->created_at) : 0;
}

static enum status rotate(struct db *db, void *argument, struct error *err)
{
    struct keys_change_change *change = argument;
    struct api_key *old = &change->key;
    enum status status = keys_change_get(db, change, err);
    if (status == OK)
        status = check_scopes(change->request, old->scopes, err);
    if (status == OK && old->expires_at && old->expires_at <= change->now)
        status = error_set(err, E_CONFLICT, NULL, "This key has expired: make a new one.");
    if (status != OK)
        return status;
    keys_new(&change->fresh, old->account_id, old->name, old->scopes, renewed_end(old, change->now));
    status = keys_insert(db, api_of(change->request)->bounds, &change->fresh, err);
    /* Connections to a database differ by some milliseconds in what they take for its time. */
    int64_t end = change->now + (change->grace_ms ? change->grace_ms : -SECOND_MS);
    if (!old->expires_at || old->expires_at > end)
        old->expires_at = end;
    return status == OK ? key_update(db, old, err) : status;
}

void keys_rotate(struct request *request)
{
    struct error err;
    struct given_rotation given = {GRACE_DEFAULT};
    struct keys_change_change change = {.request = request, .now = clock_now_ms()};
    json_t *body = NULL;
    if (request->body.len && !read_request(request, &given, &body))
        return;
    json_decref(body);
    change.grace_ms = (int64_t)given.grace_seconds * 1000;
    enum status status = store_write(api_of(request)->store, rotate, &change, &err);
    if (status == OK)
        changes_tell(api_of(request)->changes, CHANGE_KEY, request->id);
    answer_new(&change, status, &err);
}
