#include "deliver/webflow/webflow.h"

#include <stdlib.h>

static enum status send_request(const struct webflow *flow, const char *method, const char *path, const char *body,
                                struct site_answer *answer, struct delivery_outcome *outcome, struct error *err)
{
    const struct site_request request = {
        .method = method,
        .url = arena_printf(flow->call->arena, "%s%s", flow->base, path),
        .headers = flow->headers,
        .body = body ? str_from(body) : (struct str){NULL, 0},
    };
    if (!request.url)
        return error_memory(err);
    enum status status = site_ask(flow->call, &request, answer, outcome, err);
    bool is_odd = status == OK && outcome->verdict == DELIVERY_ACCEPTED && !json_is_object(answer->json);
    if (is_odd && (!method || strcmp(method, "DELETE") != 0))
        status = site_judge(flow->call, outcome, DELIVERY_RETRY, err, "what the site answered is not JSON");
    return status;
}

enum status webflow_ask(const struct webflow *flow, const char *method, const char *path, bool has_body, json_t *body,
                        struct site_answer *answer, struct delivery_outcome *outcome, struct error *err)
{
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    json_decref(body);
    *answer = (struct site_answer){.retry_after_ms = -1};
    if (!path || (has_body && !text)) {
        free(text);
        return error_memory(err);
    }
    enum status status = send_request(flow, method, path, text, answer, outcome, err);
    free(text);
    if (status != OK)
        site_done(answer);
    return status;
}
