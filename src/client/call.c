#include "client/call.h"

#include <stdio.h>
#include <stdlib.h>

enum { TOO_MANY_REQUESTS = 429 };

struct logged_attempt {
    struct logged_attempt *next;
    struct client_attempt attempt; /* its strings are in text */
    char text[];
};

/* Copies text (data may be NULL) to *end, NUL-terminated. */
static const char *attempt_log_put(char **end, struct str text)
{
    char *start = *end;
    if (!text.data)
        return NULL;
    memcpy(start, text.data, text.len);
    start[text.len] = '\0';
    *end = start + text.len + 1;
    return start;
}

/* Adds a copy of the attempt, with this request id (data NULL: none). Without memory for it the attempt is left out. */
static void attempt_log_add(struct attempt_log *log, const struct client_attempt *attempt, struct str request_id)
{
    struct str method = str_from(attempt->method), url = str_from(attempt->url), message = str_from(attempt->message);
    struct logged_attempt *entry =
        malloc(sizeof *entry + method.len + url.len + message.len + request_id.len + 4); /* with their NULs */
    if (!entry)
        return;
    char *end = entry->text;
    entry->next = NULL;
    entry->attempt = *attempt;
    entry->attempt.method = attempt_log_put(&end, method);
    entry->attempt.url = attempt_log_put(&end, url);
    entry->attempt.message = attempt_log_put(&end, message);
    entry->attempt.request_id = attempt_log_put(&end, request_id);
    if (log->last)
        log->last->next = entry;
    else
        log->first = entry;
    log->last = entry;
}

bool attempt_log_next(struct attempt_log *log, struct client_attempt *attempt)
{
    struct logged_attempt *entry = log->first;
    free(log->fetched);
    log->fetched = entry;
    if (!entry)
        return false;
    log->first = entry->next;
    if (!log->first)
        log->last = NULL;
    *attempt = entry->attempt;
    return true;
}

void attempt_log_free(struct attempt_log *log)
{
    free(log->fetched);
    for (struct logged_attempt *entry = log->first, *next; entry; entry = next) {
        next = entry->next;
        free(entry);
    }
}

/* As in the clients of AWS and OpenAI: 0.5 s, doubling up to 8 s, less up to a quarter at random. */
enum { BACKOFF_FIRST_MS = 500, BACKOFF_MAX_MS = 8000 };

bool retry_wanted(int http_status)
{
    return http_status == 408 || http_status == 409 || http_status == TOO_MANY_REQUESTS ||
           (http_status >= 500 && http_status <= 599);
}

int64_t retry_backoff_ms(int attempts)
{
    int64_t delay = BACKOFF_FIRST_MS;
    for (int i = 1; i < attempts && delay < BACKOFF_MAX_MS; i++)
        delay *= 2;
    return delay - (int64_t)random_below((uint64_t)delay / 4 + 1);
}

/* Would another attempt fail in the same way, as with a certificate that is not trusted? */
static bool retry_is_useless(CURLcode code)
{
    switch (code) {
    case CURLE_URL_MALFORMAT:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
        return true;
    default:
        return false;
    }
}

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

/* Breaks the attempt off, without the callback. One that has ended is allowed. */
static void attempt_cancel(struct attempt *attempt)
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
    if (status)
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
    if (!status) {
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

/* External transport: does the attempt wait for an answer? */
static bool attempt_is_outgoing(const struct attempt *attempt)
{
    return attempt->client && attempt->client->settings.external_transport && attempt->state == ATTEMPT_RUNNING;
}

/*
 * External transport: ends the attempt with the answer that was put into the exchange, or with what went wrong while it
 * was put there.
 */
static void attempt_answered(struct attempt *attempt, int http_status)
{
    queue_leave(&attempt->entry);
    attempt_settle(attempt, CURLE_OK, http_status);
}

/* External transport: ends the attempt as a broken connection would. */
static void attempt_refused(struct attempt *attempt, const char *message)
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

/*
 * Sets what a new series of attempts begins with; retries, timeout_ms, is_paced and the request are the caller's to
 * set.
 */
static void attempt_reset(struct attempt *attempt)
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

/*
 * Begins the first attempt after delay_ms, which the timeout does not include. There must be room for its timer in the
 * engine.
 */
static void attempt_start(struct attempt *attempt, int delay_ms)
{
    int64_t start = clock_mono_ms() + delay_ms;
    attempt->deadline = start + attempt->timeout_ms;
    if (delay_ms > 0)
        schedule(attempt, ATTEMPT_WAITING, start);
    else
        attempt_begin(attempt);
}

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
    if (status)
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
    if (!status && !heap_reserve(&client->engine.timers, client->live_count))
        status = error_memory(err);
    return status;
}

enum status client_start(struct client *client, const struct client_request *request, struct buf *body,
                         struct client_call **out, struct error *err)
{
    *out = NULL;
    enum status status = engine_check_fork(&client->engine, err);
    struct client_call *call = status ? NULL : take_from_pool(client);
    if (!call) {
        if (body)
            buf_free(body);
        return status ? status : error_memory(err);
    }
    call->attempt.client = client;
    link_live(client, call);
    status = call_prepare(call, request, body, err);
    if (status) {
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

/* --- external transport: the attempts that the caller of the client sends and answers --- */

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
    if (status)
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
