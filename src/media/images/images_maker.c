#include "media/images/images_maker.h"

#include "net/upstream/json_text.h"
#include "text/base64.h"

#include <stdlib.h>

enum { JSON_DEPTH = 32 };

static enum status maker_read_json(struct str text, json_t **value, struct error *err)
{
    json_error_t fault;
    bool no_memory = false;
    *value = json_text_is_modest(text, JSON_DEPTH) ? json_text_load(text, JSON_ALLOW_NUL, &no_memory, &fault) : NULL;
    return no_memory ? error_memory(err) : OK;
}

/* The answer is large, and of no use once the picture is out of it. */
static enum status ask_maker(struct upstream *upstream, const struct upstream_request *request,
                             const struct lookup *lookup, json_t **value, json_t **refusal)
{
    struct upstream_answer answer;
    enum status status = upstream_ask(upstream, request, lookup, &answer);
    if (status == E_MEMORY)
        return status;
    if (status) {
        maker_read_json(answer.body, refusal, NULL);
        return status;
    }
    status = maker_read_json(answer.body, value, lookup->err);
    if (!status && !*value)
        status = upstream_fault(upstream, lookup->err, "its answer is no JSON that can be read");
    return status;
}

enum status maker_ask(struct upstream *upstream, const char *path, bool is_paid, json_t *question,
                      const struct lookup *lookup, json_t **value, json_t **refusal)
{
    char *body = question ? json_dumps(question, JSON_COMPACT) : NULL;
    struct arena *scratch = arena_new();
    struct lookup inner = *lookup;
    inner.arena = scratch;
    *value = *refusal = NULL;
    struct upstream_request request = {.path = path, .body = str_from(body), .is_fresh = true, .is_paid = is_paid};
    enum status status =
        body && scratch ? ask_maker(upstream, &request, &inner, value, refusal) : error_memory(lookup->err);
    json_decref(question);
    free(body);
    arena_free(scratch);
    return status;
}

enum status maker_bytes(const struct upstream *upstream, const json_t *base64, const struct lookup *lookup,
                        struct str *bytes)
{
    struct str text = {json_string_value(base64), json_string_length(base64)};
    enum status status = base64_decode(lookup->arena, text, bytes, lookup->err);
    return status == E_CORRUPT ? upstream_fault(upstream, lookup->err, "the picture in its answer is no base64")
                               : status;
}
