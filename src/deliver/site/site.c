#include "deliver/site/site.h"

#include "text/url.h"

enum { TIMEOUT_MS = 20 * 1000, MESSAGE_MAX = 300 };

/* Answers that will be the same for this article whenever it is sent. */
static const int final_refusals[] = {400, 413, 415, 422};

/* Where sites put what is wrong: {"message": ""}, {"errors": [{"message": "", "context": ""}]}, {"errors": ""}. */
static const char *message_of(const json_t *json)
{
    const json_t *errors = json_object_get(json, "errors");
    const json_t *first = json_is_array(errors) ? json_array_get(errors, 0) : NULL;
    const char *candidates[] = {
        json_string_value(json_object_get(first, "context")),
        json_string_value(json_object_get(first, "message")),
        json_string_value(errors),
        json_string_value(json_object_get(json, "message")),
    };
    for (size_t i = 0; i < COUNT_OF(candidates); i++)
        if (candidates[i] && candidates[i][0])
            return candidates[i];
    return NULL;
}

static const char *host_of(const struct delivery_call *call, const char *url)
{
    struct url parts;
    if (url_parse(str_from(url), &parts, NULL) != OK)
        return "the site";
    return arena_copy_n(call->arena, parts.host.data, parts.host.len);
}

static bool is_final(int status)
{
    for (size_t i = 0; i < COUNT_OF(final_refusals); i++)
        if (final_refusals[i] == status)
            return true;
    return false;
}

static enum status judge(const struct delivery_call *call, const char *url, const struct site_answer *answer,
                         struct delivery_outcome *outcome, struct error *err)
{
    outcome->status = answer->status;
    outcome->retry_after_ms = answer->retry_after_ms;
    if (answer->status >= 200 && answer->status < 300) {
        outcome->verdict = DELIVERY_ACCEPTED;
        return OK;
    }
    const char *host = host_of(call, url), *message = message_of(answer->json);
    outcome->verdict = is_final(answer->status) ? DELIVERY_REFUSED : DELIVERY_RETRY;
    if (!host)
        return error_memory(err);
    outcome->problem = message ? arena_printf(call->arena, "%s answered with status %d: %.*s", host, answer->status,
                                              MESSAGE_MAX, message)
                               : arena_printf(call->arena, "%s answered with status %d", host, answer->status);
    return outcome->problem ? OK : error_memory(err);
}

enum status site_ask(const struct delivery_call *call, const struct site_request *request, struct site_answer *answer,
                     struct delivery_outcome *outcome, struct error *err)
{
    const struct net_request wanted = {
        .url = request->url,
        .method = request->method,
        .headers = request->headers,
        .body = request->body,
        .timeout_ms = TIMEOUT_MS,
        .max_redirects = -1,
        .cancel = call->cancel,
    };
    struct net_response response;
    struct error why;
    *answer = (struct site_answer){.retry_after_ms = -1};
    *outcome = (struct delivery_outcome){.verdict = DELIVERY_RETRY, .retry_after_ms = -1};
    enum status status = net_fetch(call->net, &wanted, call->arena, &response, &why);
    if (status == E_MEMORY || status == E_CANCELLED)
        return error_set(err, status, why.code, "%s", why.message);
    if (status != OK) {
        outcome->problem = arena_copy(call->arena, why.message);
        return outcome->problem ? OK : error_memory(err);
    }
    answer->status = response.status;
    answer->body = response.body;
    answer->retry_after_ms = response.retry_after_ms;
    answer->json = json_loadb(response.body.data ? response.body.data : "", response.body.len, JSON_DECODE_ANY, NULL);
    status = judge(call, request->url, answer, outcome, err);
    if (status != OK)
        site_done(answer);
    return status;
}

void site_done(struct site_answer *answer)
{
    json_decref(answer->json);
    answer->json = NULL;
}

const char *site_setting(const struct delivery_call *call, const char *name)
{
    return json_string_value(json_object_get(call->settings, name));
}

const char *site_url(const struct delivery_call *call, const char *setting, const char *path)
{
    struct str base = str_from(site_setting(call, setting));
    while (base.len && base.data[base.len - 1] == '/')
        base.len--;
    return arena_printf(call->arena, "%.*s%s", (int)base.len, base.data ? base.data : "", path);
}
