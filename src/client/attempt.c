#include "client/attempt.h"

#include "client/retry.h"

#include <stdio.h>

enum { TAKEOVER_RETRY_MS = 50 };

/* --- the end of an attempt --- */

static void log_attempt(const struct attempt *attempt, const char *message, int64_t retry_in_ms)
{
    struct client *client = attempt->client;
    const struct client_exchange *exchange = &attempt->exchange;
    if (!client->settings.logs_attempts)
        return;
    struct client_attempt logged = {
        .method = request_text_method(&exchange->request),
        .url = request_text_url(&exchange->request),
        .attempt = attempt->count,
        .http_status = exchange->answer.http_status,
        .message = message,
        .ms = clock_mono_ms() - attempt->began,
        .sent = exchange->request.body.len,
        .received = exchange->answer.body.len,
        .retry_in_ms = retry_in_ms,
    };
    attempt_log_add(&client->log, &logged, answer_text_header(&exchange->answer, "x-request-id"));
}

static void unschedule(struct attempt *attempt)
{
    if (attempt->state != ATTEMPT_ENDED)
        heap_remove(&attempt->client->engine.timers, &attempt->timer);
    attempt->state = ATTEMPT_ENDED;
}

/* Ends what is under way: curl's transfer, or the caller's turn to send it. */
static void stop(struct attempt *attempt)
{
    engine_remove(&attempt->client->engine, &attempt->exchange.transfer);
    queue_leave(&attempt->entry);
}

static void attempt_finish(struct attempt *attempt, enum status status, const char *message)
{
    unschedule(attempt);
    queue_leave(&attempt->entry);
    attempt->ended(attempt, status, message);
}

void attempt_cancel(struct attempt *attempt)
{
    if (attempt->state == ATTEMPT_ENDED)
        return;
    stop(attempt);
    if (attempt->state == ATTEMPT_RUNNING)
        log_attempt(attempt, "cancelled", -1);
    unschedule(attempt);
}

void attempt_abandon(struct attempt *attempt, const char *message)
{
    attempt->exchange.transfer.handle = NULL;
    if (attempt->state != ATTEMPT_ENDED)
        attempt_finish(attempt, E_NETWORK, message);
}

/* --- retries --- */

static void schedule(struct attempt *attempt, enum attempt_state state, int64_t due)
{
    unschedule(attempt);
    attempt->state = state;
    attempt->timer.due = due;
    heap_push(&attempt->client->engine.timers, &attempt->timer);
}

/* May a call that found nobody listening look again soon, whatever its retries? */
static bool awaits_takeover(const struct attempt *attempt, int64_t now)
{
    return attempt->absent_since && attempt->retries > 0 && now - attempt->absent_since < CLIENT_TAKEOVER_MS &&
           now + TAKEOVER_RETRY_MS < attempt->deadline;
}

/* Wait before the next attempt in ms; -1: this was the last. */
static int64_t next_delay(struct attempt *attempt, int64_t now)
{
    if (awaits_takeover(attempt, now)) {
        attempt->uncounted++;
        return TAKEOVER_RETRY_MS;
    }
    int failed = attempt->count - attempt->uncounted;
    if (!attempt->is_retryable || failed > attempt->retries)
        return -1;
    const struct answer_text *answer = &attempt->exchange.answer;
    int64_t delay = answer->http_status ? answer_text_retry_after_ms(answer) : -1;
    if (delay > CLIENT_MAX_RETRY_AFTER_MS)
        return -1;
    if (delay < 0)
        delay = retry_backoff_ms(failed > 0 ? failed : 1);
    return now + delay < attempt->deadline ? delay : -1;
}

/* Either the call has ended with this outcome, or it waits for another attempt. */
static void retry_or_finish(struct attempt *attempt, enum status status, bool is_retryable, const char *message)
{
    int64_t now = is_retryable ? clock_mono_ms() : 0;
    attempt->is_retryable = is_retryable;
    int64_t delay = next_delay(attempt, now);
    log_attempt(attempt, message, delay);
    if (delay >= 0)
        schedule(attempt, ATTEMPT_WAITING, now + delay);
    else
        attempt_finish(attempt, status, message);
}

/* --- beginning --- */

static void begin_transfer(struct attempt *attempt)
{
    struct error err;
    struct client *client = attempt->client;
    struct client_exchange *exchange = &attempt->exchange;
    enum status status = exchange_prepare(exchange, &client->settings, &client->engine.sockets)
                             ? engine_add(&client->engine, &exchange->transfer, &err)
                             : error_memory(&err);
    if (status != OK)
        attempt_finish(attempt, status, err.message);
}

static void attempt_begin(struct attempt *attempt)
{
    struct client *client = attempt->client;
    /* The deadline is kept here and not by curl: a curl that has run out of memory may forget its own. */
    schedule(attempt, ATTEMPT_RUNNING, attempt->deadline);
    attempt->count++;
    answer_text_clear(&attempt->exchange.answer);
    if (client->settings.logs_attempts)
        attempt->began = clock_mono_ms();
    if (client->settings.external_transport)
        queue_push(&client->outgoing, &attempt->entry);
    else
        begin_transfer(attempt);
}

/* --- outcomes --- */

static void attempt_settle(struct attempt *attempt, CURLcode code, int http_status)
{
    char message[EXCHANGE_MESSAGE];
    const struct settings *settings = &attempt->client->settings;
    struct client_exchange *exchange = &attempt->exchange;
    enum status status = exchange_status(exchange, code);
    if (attempt->is_paced && http_status == TOO_MANY_REQUESTS)
        attempt->retries = 0;
    if (status == OK) {
        exchange->answer.http_status = http_status;
        retry_or_finish(attempt, OK, retry_wanted(http_status), NULL);
        return;
    }
    exchange_describe(exchange, settings, status, code, message);
    retry_or_finish(attempt, status, status == E_NETWORK && !retry_is_useless(code), message);
}

/* Remembers whether somebody listened. */
static void record_presence(struct attempt *attempt, CURLcode code)
{
    struct client *client = attempt->client;
    long sent = 0;
    curl_easy_getinfo(attempt->exchange.transfer.handle, CURLINFO_REQUEST_SIZE, &sent);
    client->has_reached_server |= sent > 0;
    if (code != CURLE_COULDNT_CONNECT || !client->settings.waits_for_takeover)
        attempt->absent_since = 0;
    else if (!attempt->absent_since)
        attempt->absent_since = clock_mono_ms();
}

static void on_transferred(void *context, CURLcode code)
{
    struct attempt *attempt = context;
    struct client_exchange *exchange = &attempt->exchange;
    long http_status = 0;
    curl_easy_getinfo(exchange->transfer.handle, CURLINFO_RESPONSE_CODE, &http_status);
    code = answer_text_check(&exchange->answer, exchange->transfer.handle, code, http_status, exchange->curl_message);
    record_presence(attempt, code);
    attempt_settle(attempt, code, (int)http_status);
}

bool attempt_is_outgoing(const struct attempt *attempt)
{
    return attempt->client && attempt->client->settings.external_transport && attempt->state == ATTEMPT_RUNNING;
}

void attempt_answered(struct attempt *attempt, int http_status)
{
    queue_leave(&attempt->entry);
    attempt_settle(attempt, CURLE_OK, http_status);
}

void attempt_refused(struct attempt *attempt, const char *message)
{
    queue_leave(&attempt->entry);
    retry_or_finish(attempt, E_NETWORK, true, message);
}

static void on_timer(void *context)
{
    struct attempt *attempt = context;
    char message[80];
    if (attempt->state == ATTEMPT_WAITING) {
        attempt_begin(attempt);
        return;
    }
    stop(attempt);
    attempt->is_retryable = true;
    snprintf(message, sizeof message, "no answer within %.3g s", (double)attempt->timeout_ms / 1000);
    log_attempt(attempt, message, -1);
    attempt_finish(attempt, E_TIMEOUT, message);
}

/* --- life --- */

void attempt_reset(struct attempt *attempt)
{
    attempt->state = ATTEMPT_ENDED;
    attempt->exchange.transfer.ended = on_transferred;
    attempt->exchange.transfer.context = attempt;
    attempt->timer.expired = on_timer;
    attempt->timer.context = attempt;
    attempt->count = attempt->uncounted = 0;
    attempt->absent_since = 0;
    attempt->is_retryable = false;
}

void attempt_start(struct attempt *attempt, int delay_ms)
{
    int64_t start = clock_mono_ms() + delay_ms;
    attempt->deadline = start + attempt->timeout_ms;
    if (delay_ms > 0)
        schedule(attempt, ATTEMPT_WAITING, start);
    else
        attempt_begin(attempt);
}
