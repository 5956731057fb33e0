#include "service/http/idempotency.h"

#include "service/http/answer.h"

#include <openssl/evp.h>

enum { KEY_MAX = 255 };

static int hash_text(const char *text, size_t size, void *context)
{
    return EVP_DigestUpdate(context, text, size) ? 0 : -1;
}

/*
 * Hashes the route and the body: the same body for another address is another request. Members are hashed in sorted
 * order, because a program that was interrupted may send them again in another order (a Lua table has none).
 */
static bool hash_request(const struct request *request, const json_t *body, unsigned char hash[KEY_HASH_SIZE])
{
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    const char *path = request->route->path;
    bool good = context && EVP_DigestInit_ex(context, EVP_sha256(), NULL) &&
                EVP_DigestUpdate(context, path, strlen(path) + 1) &&
                json_dump_callback(body, hash_text, context, JSON_COMPACT | JSON_SORT_KEYS) == 0 &&
                EVP_DigestFinal_ex(context, hash, NULL);
    EVP_MD_CTX_free(context);
    return good;
}

bool idempotency_read(struct request *request, const char *account_id, const char *node, const json_t *body,
                      struct idempotency *idempotency)
{
    *idempotency = (struct idempotency){.key = {.account_id = account_id, .node = node}};
    const char *header = request_header(request, "Idempotency-Key");
    if (!header)
        return true;
    struct str key = str_trim(str_from(header));
    if (key.len >= 2 && key.data[0] == '"' && key.data[key.len - 1] == '"')
        key = (struct str){key.data + 1, key.len - 2};
    bool good = key.len > 0 && key.len <= KEY_MAX;
    for (size_t i = 0; good && i < key.len; i++)
        good = key.data[i] >= ' ' && key.data[i] < 127;
    if (!good) {
        answer_problem(request, PROBLEM_BAD_REQUEST, "Idempotency-Key must be 1 to %d printable ASCII characters.",
                       KEY_MAX);
        return false;
    }
    idempotency->key.key = arena_copy_n(request->arena, key.data, key.len);
    if (idempotency->key.key && hash_request(request, body, idempotency->hash))
        return true;
    answer_no_memory(request);
    return false;
}

enum status idempotency_begin(struct db *db, struct idempotency *idempotency, struct arena *arena, struct error *err)
{
    if (!idempotency->key.key)
        return OK;
    enum status status =
        idempotent_begin(db, arena, &idempotency->key, idempotency->hash, db_now(db), &idempotency->found, err);
    if (!status)
        return error_set(err, E_CONFLICT, "idempotent", "this Idempotency-Key was used before");
    return status == E_NOT_FOUND ? OK : status;
}

enum status idempotency_finish(struct db *db, const struct idempotency *idempotency, int status,
                               const char *content_type, const char *location, struct str body, struct error *err)
{
    if (!idempotency->key.key)
        return OK;
    struct idempotent answer = {.status = status, .content_type = content_type, .location = location, .body = body};
    memcpy(answer.body_hash, idempotency->hash, KEY_HASH_SIZE);
    return idempotent_finish(db, &idempotency->key, &answer, err);
}

enum status idempotency_finish_bounded(struct db *db, const struct idempotency *idempotency, int status,
                                       const char *content_type, struct str body, struct error *err)
{
    if (!idempotency->key.key)
        return OK;
    struct idempotent answer = {.status = status, .content_type = content_type, .body = body, .is_bounded = true};
    return idempotent_finish(db, &idempotency->key, &answer, err);
}

bool idempotency_lacks_answer(const struct idempotency *idempotency)
{
    const struct idempotent *found = &idempotency->found;
    return idempotency->key.key && found->status && found->is_bounded && !found->body.data &&
           memcmp(found->body_hash, idempotency->hash, KEY_HASH_SIZE) == 0;
}

bool idempotency_is_lost(const struct error *err)
{
    return err->status == E_CONFLICT && err->code && strcmp(err->code, "key_lost") == 0;
}

enum status idempotency_abandon(struct db *db, const struct idempotency *idempotency, struct error *err)
{
    return idempotency->key.key ? idempotent_abandon(db, &idempotency->key, err) : OK;
}

static void answer_running(struct request *request, const char *detail)
{
    answer_problem(request, PROBLEM_RUNNING, "%s", detail);
    answer_header(request, "Retry-After", "1");
}

void idempotency_answer_lost(struct request *request)
{
    answer_running(request, "This took too long, or nothing was heard of this node: another request with this "
                            "Idempotency-Key may run by now.");
}

void idempotency_answer(struct request *request, const struct idempotency *idempotency)
{
    const struct idempotent *found = &idempotency->found;
    if (memcmp(found->body_hash, idempotency->hash, KEY_HASH_SIZE) != 0) {
        answer_problem(request, PROBLEM_KEY_REUSED, "This Idempotency-Key was used with another request.");
        return;
    }
    if (found->status == 0) {
        answer_running(request, "The first request with this Idempotency-Key is still running.");
        return;
    }
    buf_add(&request->answer.body, found->body.data, found->body.len);
    answer_header(request, "Idempotent-Replayed", "true");
    if (found->location)
        answer_header(request, "Location", "%s", found->location);
    answer_body(request, found->status, found->content_type);
}
