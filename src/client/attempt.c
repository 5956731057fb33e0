#include "client/internal.h"

#include <stdio.h>

/* Into the heap of timers, or to another place in it. */
void attempt_schedule(struct client_call *call, enum call_state state, int64_t due)
{
    if (call->state != CALL_DONE)
        heap_remove(&call->client->timers, call);
    call->state = state;
    call->due = due;
    heap_push(&call->client->timers, call);
}

static void begin_transfer(struct client_call *call)
{
    struct error err;
    sockets_check_idle(call->client);
    enum status status = handle_prepare(call) ? engine_add(call->client, call->easy, &err) : error_memory(&err);
    if (status != OK)
        call_end(call, status, err.message);
}

void attempt_begin(struct client_call *call)
{
    struct client *client = call->client;
    /* The deadline is ours to keep: a curl that has run out of memory may forget its own. */
    attempt_schedule(call, CALL_RUNNING, call->deadline);
    call->attempts++;
    answer_clear(call);
    if (client->keeps_notes)
        call->began = clock_mono_ms();
    if (client->by_hand)
        queue_push(&client->outgoing, call);
    else
        begin_transfer(call);
}

void attempt_stop(struct client_call *call)
{
    if (call->state != CALL_RUNNING)
        return;
    if (call->client->by_hand)
        queue_leave(call);
    else if (call->easy) /* not so in a forked child */
        engine_remove(call->client, call->easy);
}

void attempt_cancel(struct client_call *call)
{
    attempt_stop(call);
    if (call->state == CALL_RUNNING)
        note_add(call, "cancelled", -1);
}

enum { ABSENT_RETRY_MS = 50 };

/* May the call look again soon, whatever its retries? */
static bool is_patient(const struct client_call *call, int64_t now)
{
    return call->absent_since && call->retries > 0 && now - call->absent_since < CLIENT_PATIENCE_MS &&
           now + ABSENT_RETRY_MS < call->deadline;
}

/* Wait before the next attempt in ms; -1: this was the last. Attempts that patiently found nobody do not count. */
static int64_t next_attempt(struct client_call *call, int64_t now)
{
    if (is_patient(call, now)) {
        call->absences++;
        return ABSENT_RETRY_MS;
    }
    int attempts = call->attempts - call->absences;
    if (!call->retryable || attempts > call->retries)
        return -1;
    int64_t delay = call->http_status ? client_call_retry_after_ms(call) : -1;
    if (delay > CLIENT_MAX_RETRY_AFTER_MS)
        return -1;
    if (delay < 0)
        delay = retry_backoff_ms(attempts > 0 ? attempts : 1);
    return now + delay < call->deadline ? delay : -1;
}

void attempt_end(struct client_call *call, enum status status, bool retryable, const char *message)
{
    int64_t now = retryable ? clock_mono_ms() : 0;
    call->retryable = retryable;
    int64_t delay = next_attempt(call, now);
    note_add(call, message, delay);
    if (delay >= 0)
        attempt_schedule(call, CALL_WAITING, now + delay);
    else
        call_end(call, status, message);
}

/* Remembers whether somebody listened. */
static void note_presence(struct client_call *call, CURLcode code)
{
    struct client *client = call->client;
    long sent = 0;
    curl_easy_getinfo(call->easy, CURLINFO_REQUEST_SIZE, &sent);
    client->has_met_server |= sent > 0;
    if (code != CURLE_COULDNT_CONNECT || !client->patient) {
        call->absent_since = 0;
        return;
    }
    if (!call->absent_since)
        call->absent_since = clock_mono_ms();
}

void attempt_transferred(struct client_call *call, CURLcode code)
{
    char message[FAULT_MESSAGE];
    long http_status = 0;
    curl_easy_getinfo(call->easy, CURLINFO_RESPONSE_CODE, &http_status);
    engine_remove(call->client, call->easy);
    code = answer_check(call, code, http_status);
    note_presence(call, code);
    enum status status = fault_status(call, code);
    if (status == OK) {
        call->http_status = (int)http_status;
        attempt_end(call, OK, retry_wanted(call->http_status), NULL);
        return;
    }
    fault_describe(call, status, code, message);
    attempt_end(call, status, status == E_NETWORK && !fault_lasts(code), message);
}

void attempt_due(struct client_call *call)
{
    char message[80];
    if (call->state == CALL_WAITING) {
        attempt_begin(call);
        return;
    }
    attempt_stop(call);
    call->retryable = true;
    snprintf(message, sizeof message, "no answer within %.3g s", (double)call->timeout_ms / 1000);
    note_add(call, message, -1);
    call_end(call, E_TIMEOUT, message);
}
