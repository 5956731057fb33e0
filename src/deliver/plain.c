/* The webhookUrl of a request (deprecated): the bare status record is POSTed to it, unsigned. */
#include "deliver/deliver.h"

enum { TIMEOUT_MS = 20 * 1000, HTTP_GONE = 410 };

static enum status read_response(const struct net_response *response, const struct delivery_call *call,
                                 struct delivery_outcome *outcome, struct error *err)
{
    outcome->status = response->status;
    outcome->retry_after_ms = response->retry_after_ms;
    if (response->status >= 200 && response->status < 300) {
        outcome->verdict = DELIVERY_ACCEPTED;
        return OK;
    }
    outcome->verdict = response->status == HTTP_GONE ? DELIVERY_REFUSED : DELIVERY_RETRY;
    outcome->problem = arena_printf(call->arena, "the receiver answered with status %d", response->status);
    return outcome->problem ? OK : error_memory(err);
}

static enum status post(const struct delivery_call *call, const char *url, struct str record,
                        struct delivery_outcome *outcome, struct error *err)
{
    static const char *const headers[] = {"Content-Type: application/json", NULL};
    const struct net_request request = {
        .url = url,
        .method = "POST",
        .headers = headers,
        .body = record,
        .timeout_ms = TIMEOUT_MS,
        .max_redirects = -1,
        .cancel = call->cancel,
    };
    struct net_response response;
    struct error why;
    enum status status = net_fetch(call->net, &request, call->arena, &response, &why);
    if (status == E_MEMORY || status == E_CANCELLED)
        return error_set(err, status, why.code, "%s", why.message);
    if (status == OK)
        return read_response(&response, call, outcome, err);
    *outcome = (struct delivery_outcome){
        .verdict = DELIVERY_RETRY,
        .problem = arena_copy(call->arena, why.message),
        .retry_after_ms = -1,
    };
    return outcome->problem ? OK : error_memory(err);
}

static enum status send_record(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    struct buf record = {0};
    call->write_record(call->record_context, &record, call->article);
    struct str body = {record.data, record.len};
    enum status status = record.failed ? error_memory(err) : post(call, call->delivery->url, body, outcome, err);
    buf_free(&record);
    return status;
}

const struct delivery_target plain_target = {.name = "webhookUrl", .takes_failed = true, .send = send_record};
