#include "client/call.h"

#include <stdlib.h>

static struct client_call *take_from_pool(struct client *client)
{
    struct client_call *call = client->pool;
    if (!call)
        return calloc(1, sizeof *call);
    client->pool = call->next;
    client->pool_count--;
    return call;
}

static void link_live(struct client *client, struct client_call *call)
{
    call->prev = NULL;
    call->next = client->live;
    if (client->live)
        client->live->prev = call;
    client->live = call;
    client->live_count++;
}

static void unlink_live(struct client *client, struct client_call *call)
{
    if (call->prev)
        call->prev->next = call->next;
    else
        client->live = call->next;
    if (call->next)
        call->next->prev = call->prev;
    client->live_count--;
}

/* --- start and end --- */

static void on_ended(struct attempt *attempt, enum status status, const char *message)
{
    struct client_call *call = attempt->entry.item;
    engine_skip_wait(&attempt->client->engine);
    call->error.status = status;
    if (status != OK)
        error_set(&call->error, status, NULL, "%s", message);
    if (call->data)
        queue_push(&attempt->client->ended, &attempt->entry);
}

static enum status call_prepare(struct client_call *call, const struct client_request *request, struct buf *body,
                                struct error *err)
{
    struct attempt *attempt = &call->attempt;
    struct client *client = attempt->client;
    attempt_reset(attempt);
    attempt->ended = on_ended;
    attempt->entry.item = call;
    attempt->retries = request->retries < 0 ? client->settings.retries : request->retries;
    attempt->timeout_ms = request->timeout_ms > 0 ? request->timeout_ms : client->settings.timeout_ms;
    attempt->is_paced = request->paced;
    call->data = request->data;
    call->error.status = OK;
    enum status status = request_text_make(&attempt->exchange.request, &client->settings, request, body, err);
    /* A timer for each live call, so that a call can always wait. */
    if (status == OK && !heap_reserve(&client->engine.timers, client->live_count))
        status = error_memory(err);
    return status;
}

enum status client_start(struct client *client, const struct client_request *request, struct buf *body,
                         struct client_call **out, struct error *err)
{
    *out = NULL;
    enum status status = engine_check_fork(&client->engine, err);
    struct client_call *call = status == OK ? take_from_pool(client) : NULL;
    if (!call) {
        if (body)
            buf_free(body);
        return status != OK ? status : error_memory(err);
    }
    call->attempt.client = client;
    link_live(client, call);
    status = call_prepare(call, request, body, err);
    if (status != OK) {
        client_call_free(call);
        return status;
    }
    attempt_start(&call->attempt, request->delay_ms);
    if (!request->step_follows)
        engine_arm_timer(&client->engine);
    *out = call;
    return OK;
}

void call_destroy(struct client_call *call)
{
    exchange_free(&call->attempt.exchange);
    free(call);
}

void call_detach(struct client_call *call)
{
    struct attempt *attempt = &call->attempt;
    if (!client_call_done(call)) {
        attempt_cancel(attempt);
        error_set(&call->error, E_CANCELLED, NULL, "the client was closed");
    }
    queue_leave(&attempt->entry);
    exchange_drop_handle(&attempt->exchange);
    attempt->client = NULL;
}

void client_call_free(struct client_call *call)
{
    if (!call)
        return;
    struct attempt *attempt = &call->attempt;
    struct client *client = attempt->client;
    if (!client) {
        call_destroy(call);
        return;
    }
    bool is_pool_full = client->pool_count >= CLIENT_POOL_SIZE;
    /*
     * In a forked child the parent's handle must not be touched. A call that goes into the pool
     * is left to the next start, which checks too.
     */
    if (attempt->state == ATTEMPT_RUNNING || is_pool_full)
        engine_check_fork(&client->engine, NULL);
    attempt_cancel(attempt);
    queue_leave(&attempt->entry);
    unlink_live(client, call);
    buf_free(&attempt->exchange.request.body);
    if (is_pool_full) {
        call_destroy(call);
        return;
    }
    answer_text_clear(&attempt->exchange.answer);
    call->next = client->pool;
    client->pool = call;
    client->pool_count++;
}

/* --- what came of it --- */

void *client_call_data(const struct client_call *call)
{
    return call->data;
}

bool client_call_done(const struct client_call *call)
{
    return call->attempt.state == ATTEMPT_ENDED;
}

enum status client_call_outcome(const struct client_call *call, struct error *err)
{
    if (err)
        *err = call->error;
    return call->error.status;
}

int client_call_status(const struct client_call *call)
{
    return call->attempt.exchange.answer.http_status;
}

struct str client_call_body(const struct client_call *call)
{
    const struct buf *body = &call->attempt.exchange.answer.body;
    return (struct str){buf_text(body), body->len};
}

struct str client_call_header(const struct client_call *call, const char *name)
{
    return answer_text_header(&call->attempt.exchange.answer, name);
}

int64_t client_call_retry_after_ms(const struct client_call *call)
{
    return answer_text_retry_after_ms(&call->attempt.exchange.answer);
}

bool client_call_retryable(const struct client_call *call)
{
    return call->attempt.is_retryable;
}

/* --- what is sent --- */

const char *client_call_method(const struct client_call *call)
{
    return request_text_method(&call->attempt.exchange.request);
}

const char *client_call_url(const struct client_call *call)
{
    return request_text_url(&call->attempt.exchange.request);
}

const char *client_call_request_header(const struct client_call *call, size_t index)
{
    const struct client *client = call->attempt.client;
    return request_text_header(&call->attempt.exchange.request, client ? &client->settings : NULL, index);
}

struct str client_call_request_body(const struct client_call *call)
{
    const struct request_text *request = &call->attempt.exchange.request;
    return (struct str){request->has_body ? buf_text(&request->body) : NULL, request->body.len};
}
