#include "deliver/post.h"

enum { TIMEOUT_MS = 20 * 1000, ANSWER_BYTES = 64 * 1024, HTTP_GONE = 410 };

static enum status read_response(const struct net_response *response, const struct delivery_call *call,
                                 struct delivery_outcome *outcome, struct error *err)
{
    outcome->status = response->status;
    outcome->retry_after_ms = response->retry_after_ms;
    if (response->status >= 200 && response->status < 300) {
        outcome->verdict = DELIVERY_ACCEPTED;
        return OK;
    }
    outcome->verdict = response->status == HTTP_GONE ? DELIVERY_GONE : DELIVERY_RETRY;
    outcome->problem = arena_printf(call->arena, "the receiver answered with status %d", response->status);
    return outcome->problem ? OK : error_memory(err);
}

enum status post_json(const struct delivery_call *call, const char *url, const char *const *headers, struct str body,
                      struct delivery_outcome *outcome, struct error *err)
{
    const char *all[POST_HEADERS + 2] = {"Content-Type: application/json"};
    for (size_t i = 0; i < POST_HEADERS && headers[i]; i++)
        all[i + 1] = headers[i];
    const struct net_request request = {
        .url = url,
        .method = "POST",
        .headers = all,
        .body = body,
        .timeout_ms = TIMEOUT_MS,
        .max_bytes = ANSWER_BYTES,
        .max_redirects = -1,
        .cancel = call->cancel,
    };
    struct net_response response;
    struct error why;
    enum status status = net_fetch(call->net, &request, call->arena, &response, &why);
    *outcome = (struct delivery_outcome){.verdict = DELIVERY_RETRY, .retry_after_ms = -1};
    bool is_long = status == E_LIMIT && response.status; /* what it says is not looked at */
    if (status == OK || is_long)
        return read_response(&response, call, outcome, err);
    if (status == E_MEMORY || status == E_CANCELLED)
        return error_set(err, status, why.code, "%s", why.message);
    outcome->problem = arena_copy(call->arena, why.message);
    return outcome->problem ? OK : error_memory(err);
}
