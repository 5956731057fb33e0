/* One call to the catalogue: with a token, and with errors that come in answers with status 200. */
#include "media/products/products_catalog.h"

#include "net/upstream/json_text.h"
#include "net/upstream/token.h"
#include "net/upstream/upstream.h"

#include <stdlib.h>

enum { JSON_DEPTH = 64 };

/* An answer with errors may be another one soon. */
static bool may_keep(struct str body)
{
    struct str text = str_trim(body);
    return str_ends(text, STR("}")) && str_find(text, STR("\"errors\""), 0) == text.len;
}

/* Sends a body once with a token. */
static enum status send_once(const struct catalog_asking *asking, const char *operation, struct str body,
                             const char *token, struct upstream_answer *answer)
{
    const struct lookup *call = asking->call;
    const char *version = asking->catalog->version;
    const struct upstream_request request = {
        .path = operation,
        .header = arena_printf(call->arena, "x-marketplace: www.%s", asking->store->domain),
        .token = version ? arena_printf(call->arena, "%s, Version %s", token, version) : token,
        .body = body,
        .may_keep = may_keep,
    };
    if (!request.header || !request.token)
        return error_memory(call->err);
    return upstream_ask(asking->catalog->upstream, &request, call, answer);
}

/* A token that the service refuses is fetched anew, once. */
static enum status send_body(const struct catalog_asking *asking, const char *operation, struct str body,
                             struct upstream_answer *answer)
{
    struct upstream_tokens *tokens = asking->catalog->tokens;
    enum status status = OK;
    for (int tries = 0; tries < 2; tries++) {
        const char *token;
        status = upstream_token(tokens, asking->call, &token);
        if (status)
            return status;
        status = send_once(asking, operation, body, token, answer);
        if (status != E_DENIED || answer->status != 401)
            return status;
        upstream_token_refuse(tokens, token);
    }
    return status;
}

/* "Nothing was found" is an error to the service. */
static bool says_nothing_found(const struct upstream_answer *answer)
{
    static const struct str words[] = {{"NoResults", 9}, {"ResourceNotFound", 16}, {"ItemsNotFound", 13}};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (str_find(answer->body, words[i], 0) < answer->body.len)
            return true;
    return false;
}

static enum status parse(const struct catalog_asking *asking, struct str body, json_t **value)
{
    json_error_t fault;
    bool no_memory = false;
    *value = json_text_is_modest(body, JSON_DEPTH) ? json_text_load(body, 0, &no_memory, &fault) : NULL;
    if (no_memory)
        return error_memory(asking->call->err);
    return *value
               ? OK
               : upstream_fault(asking->catalog->upstream, asking->call->err, "its answer is no JSON that can be read");
}

/* Errors may come with status 200: beside items they are of the others, without any they are the answer. */
static enum status check_errors(const struct catalog_asking *asking, const json_t *value, const char *items)
{
    struct loose loose = {.arena = asking->call->arena};
    const json_t *first = loose_at(value, "errors.0");
    if (!first || json_array_size(loose_at(value, items)))
        return OK;
    const char *code = loose_text(&loose, first, "code", PRODUCT_NAME);
    const char *message = loose_text(&loose, first, "message", 150);
    if (loose.failed)
        return error_memory(asking->call->err);
    static const char *const missing[] = {"NoResults", "ItemNotAccessible", "ItemNotFound", NULL};
    for (size_t i = 0; code && missing[i]; i++)
        if (strcmp(code, missing[i]) == 0)
            return E_NOT_FOUND;
    return upstream_fault(asking->catalog->upstream, asking->call->err, "%s: %s", code ? code : "error",
                          message ? message : "it does not say why");
}

enum status catalog_ask(const struct catalog_asking *asking, const char *operation, json_t *body, const char *items,
                        json_t **value)
{
    struct upstream_answer answer = {0};
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    json_decref(body);
    *value = NULL;
    enum status status = text ? send_body(asking, operation, str_from(text), &answer) : error_memory(asking->call->err);
    free(text);
    if (status == E_NOT_FOUND && says_nothing_found(&answer))
        return E_NOT_FOUND;
    if (status == E_NOT_FOUND)
        return error_set(asking->call->err, E_UPSTREAM, NULL, "products answers with status %d: look at its base_url",
                         answer.status);
    if (!status)
        status = parse(asking, answer.body, value);
    if (!status)
        status = check_errors(asking, *value, items);
    if (!status)
        return OK;
    json_decref(*value);
    *value = NULL;
    return status;
}
