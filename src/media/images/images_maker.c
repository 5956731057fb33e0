#include "media/images/images_maker.h"

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

static const char accepted_types[] = "image/png, image/jpeg, image/webp, image/gif";

enum { LONGEST_WAIT_MS = 60 * 1000, LONGEST_URL = 8000 /* bytes; signed addresses are long */ };

static enum status fetch_own(struct upstream *upstream, const char *url, const struct lookup *lookup, struct str *data)
{
    struct upstream_request request = {
        .path = url, .accept = accepted_types, .is_fresh = true, .max_bytes = IMAGE_BYTES};
    struct upstream_answer answer;
    enum status status = upstream_ask(upstream, &request, lookup, &answer);
    *data = answer.body;
    return status;
}

/* For as long as the look-up may last. */
static int time_left(const struct lookup *lookup)
{
    int64_t left = lookup->deadline ? lookup->deadline - clock_mono_ms() : LONGEST_WAIT_MS;
    return left < 1 ? 1 : left > LONGEST_WAIT_MS ? LONGEST_WAIT_MS : (int)left;
}

static enum status fetch_guarded(const struct upstream *upstream, struct net *net, const char *url,
                                 const struct lookup *lookup, struct str *data)
{
    static const char *const headers[] = {"Accept: image/png, image/jpeg, image/webp, image/gif", NULL};
    struct net_request request = {.url = url,
                                  .headers = headers,
                                  .timeout_ms = time_left(lookup),
                                  .max_bytes = IMAGE_BYTES,
                                  .cancel = lookup->cancel};
    struct net_response response = {0};
    enum status status = net_fetch(net, &request, lookup->arena, &response, lookup->err);
    if (status)
        return status;
    *data = response.body;
    if (response.status >= 200 && response.status < 300)
        return OK;
    return upstream_fault(upstream, lookup->err, "the picture that it names answers with status %d", response.status);
}

/* An absolute address, or a path at the service. */
static bool fetch_is_address(struct str text)
{
    struct url url;
    if (memchr(text.data, '\0', text.len))
        return false;
    bool is_path = text.data[0] == '/' && !(text.len > 1 && text.data[1] == '/');
    return is_path || url_parse(text, &url, NULL) == OK;
}

enum status image_fetch(struct upstream *upstream, struct net *net, struct str url, const struct lookup *lookup,
                        struct str *data)
{
    struct str address = str_trim(url);
    if (!address.len || address.len > LONGEST_URL || !fetch_is_address(address))
        return upstream_fault(upstream, lookup->err, "the address of its picture is none");
    const char *base = arena_printf(lookup->arena, "%s/", upstream_settings(upstream)->base_url);
    const char *absolute = base ? url_resolve(lookup->arena, base, address) : NULL;
    const char *origin = base ? url_normalise(lookup->arena, str_from(base)) : NULL;
    if (!absolute || !origin)
        return error_memory(lookup->err);
    if (url_same_origin(absolute, origin))
        return fetch_own(upstream, absolute, lookup, data);
    return fetch_guarded(upstream, net, absolute, lookup, data);
}

bool image_is_used(const struct images_query *query, const char *key)
{
    for (size_t i = 0; i < query->used_count; i++)
        if (strcmp(query->used[i], key) == 0)
            return true;
    return false;
}
