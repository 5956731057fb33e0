/* External transport: the attempts that the caller of the client sends and answers. See client.h. */
#include "client/call.h"
#include "client/redact.h"

struct client_call *client_next_outgoing(struct client *client)
{
    return queue_pop(&client->outgoing);
}

static enum status transport_check(const struct client_call *call, int http_status, const char *const *headers,
                                   struct error *err)
{
    if (!attempt_is_outgoing(&call->attempt))
        return error_set(err, E_CONFLICT, NULL, "the request wants no answer any more");
    if (http_status < 100 || http_status > 599)
        return error_set(err, E_INVALID, NULL, "the status of an answer must be between 100 and 599, not %d",
                         http_status);
    for (; headers && *headers; headers++)
        if (request_text_check_header(*headers, err) != OK)
            return E_INVALID;
    return OK;
}

static void copy_answer(struct answer_text *answer, const char *const *headers, struct str body)
{
    bool has_room = true;
    for (; has_room && headers && *headers; headers++)
        has_room =
            answer_text_add_header(answer, *headers, strlen(*headers)) && answer_text_add_header(answer, "\r\n", 2);
    if (has_room)
        answer_text_add_body(answer, body.data, body.len);
}

enum status client_call_answer(struct client_call *call, int http_status, const char *const *headers, struct str body,
                               struct error *err)
{
    enum status status = transport_check(call, http_status, headers, err);
    if (status != OK)
        return status;
    struct client *client = call->attempt.client;
    copy_answer(&call->attempt.exchange.answer, headers, body);
    attempt_answered(&call->attempt, http_status);
    engine_arm_timer(&client->engine);
    return OK;
}

void client_call_refuse(struct client_call *call, const char *message)
{
    if (!attempt_is_outgoing(&call->attempt))
        return;
    struct client *client = call->attempt.client;
    struct error shown;
    error_set(&shown, E_NETWORK, NULL, "%s", message);
    redact(client->settings.api_key, shown.message);
    attempt_refused(&call->attempt, shown.message);
    engine_arm_timer(&client->engine);
}
