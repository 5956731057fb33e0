#include "client/internal.h"

struct client_call *client_next_outgoing(struct client *client)
{
    return queue_pop(&client->outgoing);
}

static bool wants_answer(const struct client_call *call)
{
    return call->client && call->client->by_hand && call->state == CALL_RUNNING;
}

static enum status check(const struct client_call *call, int http_status, const char *const *headers, struct error *err)
{
    if (!wants_answer(call))
        return error_set(err, E_CONFLICT, NULL, "the request wants no answer any more");
    if (http_status < 100 || http_status > 599)
        return error_set(err, E_INVALID, NULL, "the status of an answer must be between 100 and 599, not %d",
                         http_status);
    for (; headers && *headers; headers++)
        if (request_check_header(*headers, err) != OK)
            return E_INVALID;
    return OK;
}

static void take(struct client_call *call, const char *const *headers, struct str body)
{
    bool room = true;
    for (; room && headers && *headers; headers++)
        room = answer_add_header(call, *headers, strlen(*headers)) && answer_add_header(call, "\r\n", 2);
    if (room)
        answer_add_body(call, body.data, body.len);
}

enum status client_call_answer(struct client_call *call, int http_status, const char *const *headers, struct str body,
                               struct error *err)
{
    enum status status = check(call, http_status, headers, err);
    if (status != OK)
        return status;
    char message[FAULT_MESSAGE];
    queue_leave(call);
    take(call, headers, body);
    status = fault_status(call, CURLE_OK);
    call->http_status = status == OK ? http_status : 0;
    if (status != OK)
        fault_describe(call, status, CURLE_OK, message);
    retry_heed_pace(call, http_status);
    attempt_end(call, status, status == OK && retry_wanted(http_status), status == OK ? NULL : message);
    engine_arm_timer(call->client);
    return OK;
}

void client_call_refuse(struct client_call *call, const char *message)
{
    if (!wants_answer(call))
        return;
    struct error shown;
    error_set(&shown, E_NETWORK, NULL, "%s", message);
    fault_redact(call->client, shown.message);
    queue_leave(call);
    attempt_end(call, E_NETWORK, true, shown.message);
    engine_arm_timer(call->client);
}
