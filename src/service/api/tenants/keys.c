#include "service/api/tenants/keys.h"

#include "service/api/fields/reading.h"
#include "service/http/json.h"

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

void keys_write(struct buf *out, const struct api_key *key, const char *text)
{
    members_write(out, &key_members, &(struct shown_key){*key, text});
}

/* --- list ----------------------------------------------------------------------------------------------------------
 */

struct keys_key_lookup {
    struct request *request;
    struct api_key *keys;
    size_t count;
};

static enum status tenants_list(struct db *db, void *argument, struct error *err)
{
    struct keys_key_lookup *l = argument;
    return key_list(db, l->request->arena, caller_of(l->request)->account_id, &l->keys, &l->count, err);
}

void keys_list(struct request *request)
{
    struct error err;
    struct keys_key_lookup lookup = {.request = request};
    if (!read_nothing(request))
        return;
    if (store_read(api_of(request)->store, tenants_list, &lookup, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    struct buf *out = &request->answer.body;
    list_open(out);
    for (size_t i = 0; i < lookup.count; i++) {
        list_next(out, i);
        keys_write(out, &lookup.keys[i], NULL);
    }
    list_close(out, NULL);
    answer_json(request, 200);
}

/* --- delete --------------------------------------------------------------------------------------------------------
 */

static enum status delete_key(struct db *db, void *argument, struct error *err)
{
    const struct request *request = argument;
    enum status status = key_delete(db, caller_of(request)->account_id, request->id, err);
    if (status == E_NOT_FOUND)
        return error_set(err, status, NULL, "There is no key with this id.");
    if (status == E_CONFLICT)
        return error_set(err, status, NULL,
                         "This is the account's last key that works for good and has the scope manage: make another "
                         "one first.");
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
    changes_tell(api_of(request)->changes, CHANGE_KEY, request->id);
    answer_empty(request, 204);
}
