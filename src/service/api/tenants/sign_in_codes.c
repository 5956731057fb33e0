#include "service/api/tenants/sign_in_codes.h"

#include "service/account/codes.h"
#include "service/api/fields/reading.h"
#include "store/db/db.h"

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

#define SHOWN(member) offsetof(struct shown_code, member)

static const struct member of_code[] = {
    {"codeId", "string", "Identifier of the code.", write_text, SHOWN(id)},
    {"code", "string?", "The code itself; shown once, when it is made.", write_text, SHOWN(code), .optional = true},
    {"url", "string?", "Where a form sends it, as `code`, by POST; shown with it.", write_text, SHOWN(url),
     .optional = true},
    {"expiresAt", "integer?", "From when on it does not work, in milliseconds since 1970; shown with it.", write_end,
     SHOWN(ends), .optional = true},
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
    if (status != OK)
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
    struct error err;
    const char *own = caller_of(request)->key_id;
    if (own[0])
        return own;
    if (store_read(api_of(request)->store, list_keys, request, &err) == OK)
        return request->state;
    answer_error(request, &err);
    return NULL;
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
    if (codes_add(api_of(request)->store, key_id, &fresh, &err) != OK) {
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
    if (codes_wait(api_of(request)->store, caller_of(request)->account_id, request->id, &waits, &err) != OK) {
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
