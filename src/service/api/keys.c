#include "service/api/fields.h"

enum { KEY_NAME_MAX = 100, DAYS_MAX = 3650 };

static const double LATEST = 253402300799999; /* the end of the year 9999 */

/* --- what requests say and answers show ----------------------------------------------------------------------------
 */

#define GIVEN(member) offsetof(struct given_key, member)

static const struct field of_given_key[] = {
    {"name", FIELD_TEXT, GIVEN(name), .maximum = KEY_NAME_MAX, .summary = "What people call it."},
    {"scopes", FIELD_TEXTS, GIVEN(scopes), .word = scope_word,
     .summary = "What it may be used for, within what the key that makes it may; with none named, all of that."},
    {"expiresAt", FIELD_INTEGER, GIVEN(expires_at), .minimum = 1, .maximum = LATEST,
     .summary = "When it stops working, in milliseconds since 1970; without it, never."},
    {"expiresInDays", FIELD_INTEGER, GIVEN(expires_in_days), .minimum = 1, .maximum = DAYS_MAX,
     .summary = "Days from now after which it stops working; without it, never."},
};

const struct fields key_fields = {"KeyRequest", "Makes a key of the account.", of_given_key, COUNT_OF(of_given_key),
                                  sizeof(struct given_key)};

const struct fields key_change_fields = {"KeyChange",
                                         "Changes a key: what is absent stays, null takes away the end and the name.",
                                         of_given_key,
                                         COUNT_OF(of_given_key),
                                         sizeof(struct given_key),
                                         .partial = true};

static const struct field of_rotation[] = {
    {"graceSeconds", FIELD_INTEGER, offsetof(struct given_rotation, grace_seconds), .fallback = GRACE_DEFAULT,
     .maximum = GRACE_MAX, .summary = "How long the old key goes on working."},
};

const struct fields key_rotation_fields = {"KeyRotation", "Makes a key anew; the old one works a while longer.",
                                           of_rotation, COUNT_OF(of_rotation), sizeof(struct given_rotation)};

/* A key as answers show it. */
struct shown_key {
    struct api_key key;
    const char *text;
};

/* Milliseconds since 1970; 0: null. */
static void write_time(struct buf *out, const void *object, const void *field)
{
    int64_t at = *(const int64_t *)field;
    write_amount(out, object, at > 0 ? field : &(int64_t){-1});
}

static void write_scopes(struct buf *out, const void *object, const void *field)
{
    unsigned scopes = *(const unsigned *)field;
    bool is_first = true;
    (void)object;
    buf_char(out, '[');
    for (size_t i = 0; scope_word(i); i++) {
        enum scope scope;
        if (!scope_parse(scope_word(i), &scope) || !(scopes & (unsigned)scope))
            continue;
        buf_str(out, is_first ? "" : ",");
        json_text(out, scope_word(i));
        is_first = false;
    }
    buf_char(out, ']');
}

#define SHOWN(member) offsetof(struct shown_key, member)

static const struct member of_key[] = {
    {"keyId", "string", "Identifier of the key.", write_text, SHOWN(key.id)},
    {"name", "string", "What people call it.", write_text, SHOWN(key.name)},
    {"prefix", "string", "How the key begins.", write_text, SHOWN(key.prefix)},
    {"scopes", "string[]", "What it may be used for: `articles`, `links`, `manage`.", write_scopes, SHOWN(key.scopes)},
    {"createdAt", "integer", "When it was made, in milliseconds since 1970.", write_integer, SHOWN(key.created_at)},
    {"expiresAt", "integer?", "From when on it does not work; null: it always does.", write_time,
     SHOWN(key.expires_at)},
    {"lastUsedAt", "integer?", "When it was used last, to the minute.", write_time, SHOWN(key.last_used_at)},
    {"key", "string?", "The key itself; shown once, when it is made.", write_text, SHOWN(text), .optional = true},
};

const struct members key_members = {"Key", "A key of the account.", of_key, COUNT_OF(of_key)};

/* Appends a key as it is shown. text: the key itself; NULL: it is not shown. */
static void keys_write(struct buf *out, const struct api_key *key, const char *text)
{
    members_write(out, &key_members, &(struct shown_key){*key, text});
}

/* --- list ----------------------------------------------------------------------------------------------------------
 */

struct key_list_lookup {
    struct request *request;
    struct api_key *keys;
    size_t count;
};

static enum status read_key_list(struct db *db, void *argument, struct error *err)
{
    struct key_list_lookup *l = argument;
    return key_list(db, l->request->arena, caller_of(l->request)->account_id, &l->keys, &l->count, err);
}

static void keys_write_entry(struct request *request, const void *entry)
{
    keys_write(&request->answer.body, entry, NULL);
}

void keys_list(struct request *request)
{
    struct key_list_lookup lookup = {.request = request};
    if (!read_nothing(request))
        return;
    if (!resource_read(request, read_key_list, &lookup))
        return;
    list_answer(request, lookup.keys, lookup.count, sizeof *lookup.keys, keys_write_entry);
}

/* --- delete --------------------------------------------------------------------------------------------------------
 */

static enum status delete_key(struct db *db, void *argument, struct error *err)
{
    const struct request *request = argument;
    enum status status = key_delete(db, caller_of(request)->account_id, request->id, err);
    if (status == E_NOT_FOUND)
        return resource_missing(E_NOT_FOUND, "key", err);
    if (status == E_CONFLICT)
        return error_set(err, status, NULL,
                         "This is the account's last key that works for good and has the scope manage: make another "
                         "one first.");
    return status;
}

void keys_delete(struct request *request)
{
    if (!resource_write(request, delete_key, request))
        return;
    key_log_deleted(request->id, caller_of(request)->account_id);
    changes_tell(api_of(request)->changes, CHANGE_KEY, request->id);
    answer_empty(request, 204);
}

enum { DAY_MS = 86400000 };

/* A request about one key, for the transactions below. */
struct key_change {
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
    if (!status && most)
        status = key_make_room(db, key->account_id, most, key->created_at, err);
    if (status == E_LIMIT)
        return bound_refuse(bounds, BOUND_KEYS, err);
    key_hash(fresh->text, hash);
    return status ? status : key_insert(db, key, hash, err);
}

/* Shows the new key, with its text, when it is stored; the problem otherwise. */
static void answer_new(struct key_change *change, enum status status, const struct error *err)
{
    struct request *request = change->request;
    const struct new_key *fresh = &change->fresh;
    if (status == E_DENIED) {
        answer_problem(request, PROBLEM_NO_SCOPE, "%s", err->message);
    } else if (status) {
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

static const struct fault *fault_of(const struct key_change *change)
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
static bool read_change(struct key_change *change, json_t **body)
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

static int64_t expires_at(const struct key_change *change)
{
    const struct given_key *given = &change->given;
    return given->expires_in_days ? change->now + (int64_t)given->expires_in_days * DAY_MS : given->expires_at;
}

/* --- create --- */

static enum status add_given_key(struct db *db, void *argument, struct error *err)
{
    const struct key_change *change = argument;
    return keys_insert(db, api_of(change->request)->bounds, &change->fresh, err);
}

void keys_create(struct request *request)
{
    struct error err;
    struct key_change change = {.request = request};
    json_t *body;
    if (!read_change(&change, &body))
        return;
    const struct caller *caller = caller_of(request);
    unsigned scopes = change.scopes ? change.scopes : caller->scopes;
    keys_new(&change.fresh, caller->account_id, change.given.name, scopes, expires_at(&change));
    answer_new(&change, store_write(api_of(request)->store, add_given_key, &change, &err), &err);
    json_decref(body);
}

/* --- update --- */

static enum status get_key(struct db *db, struct key_change *change, struct error *err)
{
    const struct request *request = change->request;
    enum status status = key_get(db, request->arena, caller_of(request)->account_id, request->id, &change->key, err);
    return resource_missing(status, "key", err);
}

static enum status update_key(struct db *db, void *argument, struct error *err)
{
    struct key_change *change = argument;
    enum status status = get_key(db, change, err);
    if (status)
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
    struct key_change change = {.request = request};
    json_t *body;
    if (!read_change(&change, &body))
        return;
    if (resource_write(request, update_key, &change)) {
        changes_tell(api_of(request)->changes, CHANGE_KEY, request->id);
        keys_write(&request->answer.body, &change.key, NULL);
        answer_json(request, 200);
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
    struct key_change *change = argument;
    struct api_key *old = &change->key;
    enum status status = get_key(db, change, err);
    if (!status)
        status = check_scopes(change->request, old->scopes, err);
    if (!status && old->expires_at && old->expires_at <= change->now)
        status = error_set(err, E_CONFLICT, NULL, "This key has expired: make a new one.");
    if (status)
        return status;
    keys_new(&change->fresh, old->account_id, old->name, old->scopes, renewed_end(old, change->now));
    status = keys_insert(db, api_of(change->request)->bounds, &change->fresh, err);
    /* Connections to a database differ by some milliseconds in what they take for its time. */
    int64_t end = change->now + (change->grace_ms ? change->grace_ms : -SECOND_MS);
    if (!old->expires_at || old->expires_at > end)
        old->expires_at = end;
    return status ? status : key_update(db, old, err);
}

void keys_rotate(struct request *request)
{
    struct error err;
    struct given_rotation given = {GRACE_DEFAULT};
    struct key_change change = {.request = request, .now = clock_now_ms()};
    json_t *body = NULL;
    if (request->body.len && !read_request(request, &given, &body))
        return;
    json_decref(body);
    change.grace_ms = (int64_t)given.grace_seconds * 1000;
    enum status status = store_write(api_of(request)->store, rotate, &change, &err);
    if (!status)
        changes_tell(api_of(request)->changes, CHANGE_KEY, request->id);
    answer_new(&change, status, &err);
}

/* A code as answers show it. */
struct shown_code {
    const char *id, *code, *url;
    int64_t expires_at;
    const int64_t *ends; /* NULL: not shown */
};

static void write_end(struct buf *out, const void *object, const void *field)
{
    (void)field;
    write_integer(out, object, ((const struct shown_code *)object)->ends);
}

#define SIGN_IN_CODES_SHOWN(member) offsetof(struct shown_code, member)

static const struct member of_code[] = {
    {"codeId", "string", "Identifier of the code.", write_text, SIGN_IN_CODES_SHOWN(id)},
    {"code", "string?", "The code itself; shown once, when it is made.", write_text, SIGN_IN_CODES_SHOWN(code),
     .optional = true},
    {"url", "string?", "Where a form sends it, as `code`, by POST; shown with it.", write_text,
     SIGN_IN_CODES_SHOWN(url), .optional = true},
    {"expiresAt", "integer?", "From when on it does not work, in milliseconds since 1970; shown with it.", write_end,
     SIGN_IN_CODES_SHOWN(ends), .optional = true},
};

const struct members sign_in_code_members = {"SignInCode", "A code with which a browser is signed in, once.", of_code,
                                             COUNT_OF(of_code)};

static enum status list_keys(struct db *db, void *argument, struct error *err)
{
    struct request *request = argument;
    const struct caller *caller = caller_of(request);
    const struct api_key *best = NULL;
    struct api_key *keys;
    size_t count;
    enum status status = key_list(db, request->arena, caller->account_id, &keys, &count, err);
    if (status)
        return status;
    for (size_t i = 0; i < count; i++) {
        bool has_expired = keys[i].expires_at && keys[i].expires_at <= db_now(db);
        if (!has_expired && (!best || keys[i].scopes > best->scopes))
            best = &keys[i];
    }
    if (!best)
        return error_set(err, E_NOT_FOUND, NULL, "The account has no key to sign in with.");
    request->state = (void *)best->id;
    return OK;
}

/* The key that the browser is signed in for; NULL: the problem was answered. */
static const char *sign_in_codes_find_key(struct request *request)
{
    const char *own = caller_of(request)->key_id;
    if (own[0])
        return own;
    return resource_read(request, list_keys, request) ? request->state : NULL;
}

void sign_in_codes_create(struct request *request)
{
    struct error err;
    struct new_code fresh;
    if (!read_nothing(request))
        return;
    const char *base = public_url_of(request), *key_id = sign_in_codes_find_key(request);
    if (!key_id)
        return;
    const char *url = base ? arena_printf(request->arena, "%s/sign-in", base) : NULL;
    if (!url) {
        answer_no_memory(request);
        return;
    }
    if (codes_add(api_of(request)->store, key_id, &fresh, &err)) {
        answer_error(request, &err);
        return;
    }
    members_write(&request->answer.body, &sign_in_code_members,
                  &(struct shown_code){fresh.id, fresh.text, url, fresh.ends_at, &fresh.ends_at});
    answer_json(request, 201);
}

void sign_in_codes_get(struct request *request)
{
    bool waits;
    struct error err;
    if (codes_wait(api_of(request)->store, caller_of(request)->account_id, request->id, &waits, &err)) {
        answer_error(request, &err);
        return;
    }
    if (!waits) {
        answer_problem(request, PROBLEM_NOT_FOUND, "There is no code with this id that waits to be used.");
        return;
    }
    members_write(&request->answer.body, &sign_in_code_members, &(struct shown_code){.id = request->id});
    answer_json(request, 200);
}
