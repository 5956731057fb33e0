#include "client/internal.h"

#include <stdlib.h>

static struct client_call *take_spare(struct client *client)
{
    struct client_call *call = client->spare;
    if (!call)
        return calloc(1, sizeof *call);
    client->spare = call->next;
    client->spare_count--;
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

static enum status prepare(struct client_call *call, const struct client_request *request, struct buf *body,
                           struct error *err)
{
    call->has_body = body != NULL;
    if (body) {
        call->body = *body;
        *body = (struct buf){0};
        if (call->body.failed)
            return error_memory(err);
    }
    call->data = request->data;
    call->attempts = 0;
    call->absent_since = call->absences = 0;
    call->retryable = false;
    call->paced = request->paced;
    call->error.status = OK;
    call->retries = request->retries < 0 ? call->client->retries : request->retries;
    call->timeout_ms = request->timeout_ms > 0 ? request->timeout_ms : call->client->timeout_ms;
    call->due = clock_mono_ms() + request->delay_ms;
    call->deadline = call->due + call->timeout_ms;
    if (!heap_reserve(&call->client->timers, call->client->live_count))
        return error_memory(err);
    return request_copy(call, request, err);
}

enum status client_start(struct client *client, const struct client_request *request, struct buf *body,
                         struct client_call **out, struct error *err)
{
    *out = NULL;
    enum status status = engine_check_fork(client, err);
    struct client_call *call = status == OK ? take_spare(client) : NULL;
    if (!call) {
        if (body)
            buf_free(body);
        return status != OK ? status : error_memory(err);
    }
    call->client = client;
    call->data = NULL;
    call->state = CALL_DONE; /* until it is prepared, so that freeing it is safe */
    link_live(client, call);
    status = prepare(call, request, body, err);
    if (status != OK) {
        client_call_free(call);
        return status;
    }
    if (request->delay_ms > 0)
        attempt_schedule(call, CALL_WAITING, call->due);
    else
        attempt_begin(call);
    if (!request->step_follows)
        engine_arm_timer(client);
    *out = call;
    return OK;
}

void call_end(struct client_call *call, enum status status, const char *message)
{
    struct client *client = call->client;
    if (call->state != CALL_DONE)
        heap_remove(&client->timers, call);
    queue_leave(call);
    call->state = CALL_DONE;
    client->end_count++;
    call->error.status = status;
    if (status != OK)
        error_set(&call->error, status, NULL, "%s", message);
    if (call->data)
        queue_push(&client->ended, call);
}

bool client_call_done(const struct client_call *call)
{
    return call->state == CALL_DONE;
}

enum status client_call_outcome(const struct client_call *call, struct error *err)
{
    if (err)
        *err = call->error;
    return call->error.status;
}

void *client_call_data(const struct client_call *call)
{
    return call->data;
}

bool client_call_retryable(const struct client_call *call)
{
    return call->retryable;
}

int client_call_attempts(const struct client_call *call)
{
    return call->attempts;
}

bool client_has_met_server(const struct client *client)
{
    return client->has_met_server;
}

void call_destroy(struct client_call *call)
{
    handle_free(call);
    buf_free(&call->text);
    buf_free(&call->body);
    buf_free(&call->answer_headers);
    buf_free(&call->answer);
    free(call->headers);
    free(call);
}

void client_call_free(struct client_call *call)
{
    if (!call)
        return;
    struct client *client = call->client;
    if (!client) {
        call_destroy(call);
        return;
    }
    /* In a forked child the parent's handle must be left alone; one that is only put aside is met by the next start. */
    if (call->state == CALL_RUNNING || client->spare_count >= CLIENT_SPARES)
        engine_check_fork(client, NULL);
    if (call->state != CALL_DONE) {
        attempt_cancel(call);
        heap_remove(&client->timers, call);
    }
    queue_leave(call);
    call->state = CALL_DONE;
    unlink_live(client, call);
    buf_free(&call->body);
    if (client->spare_count >= CLIENT_SPARES) {
        call_destroy(call);
        return;
    }
    answer_clear(call);
    call->next = client->spare;
    client->spare = call;
    client->spare_count++;
}
