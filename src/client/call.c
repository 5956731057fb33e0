#include "client/internal.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    CONNECT_TIMEOUT_MS = 10 * 1000, /* so that an address that swallows packets leaves time for another attempt */
    SPARE_CALLS = 16
};

/* --- the curl handle ----------------------------------------------------------------------------------------------- */

/* What stays the same for every request of a client. */
static bool make_handle(struct client_call *call)
{
    const struct client *client = call->client;
    CURL *easy = call->easy = curl_easy_init();
    if (!easy)
        return false;
    curl_easy_setopt(easy, CURLOPT_PRIVATE, call);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_TIMEOUT_MS);
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, call->curl_message);
    bool ok = true;
#if CURL_AT_LEAST_VERSION(7, 85, 0)
    ok = curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK;
#else
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
    if (client->ca_file)
        ok = ok && curl_easy_setopt(easy, CURLOPT_CAINFO, client->ca_file) == CURLE_OK;
    /* Compression, and a proxy that the environment names, are for the world outside. */
    if (client->loopback)
        ok = ok && curl_easy_setopt(easy, CURLOPT_PROXY, "") == CURLE_OK;
    else
        ok = ok && curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "") == CURLE_OK;
    answer_collect(call);
    return ok;
}

/* What differs from request to request. POST without a body sends an empty one; GET and DELETE send none. */
static bool set_request(struct client_call *call)
{
    CURL *easy = call->easy;
    const char *method = call->text.data;
    bool post = call->has_body || strcmp(method, "POST") == 0;
    bool head = strcmp(method, "HEAD") == 0;
    curl_easy_setopt(easy, CURLOPT_NOBODY, head ? 1L : 0L);
    if (post) {
        curl_easy_setopt(easy, CURLOPT_POST, 1L);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, buf_text(&call->body));
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)call->body.len);
    } else if (!head) {
        curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
    }
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, call->header_count ? call->headers : call->client->headers);
    bool plain = head || strcmp(method, post ? "POST" : "GET") == 0;
    return curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, plain ? NULL : method) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_URL, call->text.data + call->url) == CURLE_OK;
}

/* --- attempts ------------------------------------------------------------------------------------------------------ */

void call_end(struct client_call *call, enum status status, const char *message)
{
    if (call->state != CALL_DONE)
        heap_remove(&call->client->timers, call);
    call->state = CALL_DONE;
    call->client->ended++;
    call->error.status = status;
    if (status != OK)
        error_set(&call->error, status, NULL, "%s", message);
}

static void schedule(struct client_call *call, enum call_state state, int64_t due)
{
    if (call->state != CALL_DONE)
        heap_remove(&call->client->timers, call);
    call->state = state;
    call->due = due;
    heap_push(&call->client->timers, call);
}

static void begin_attempt(struct client_call *call)
{
    /* The deadline is ours to keep: a curl that has run out of memory may forget its own. */
    schedule(call, CALL_RUNNING, call->deadline);
    call->attempts++;
    answer_clear(call);
    call->curl_message[0] = '\0';
    if ((!call->easy && !make_handle(call)) || !set_request(call)) {
        call_end(call, E_MEMORY, "out of memory");
        return;
    }
    struct error err;
    if (engine_add(call->client, call->easy, &err) != OK)
        call_end(call, err.status, err.message);
}

/* Faults that no repetition cures. */
static bool is_lasting(CURLcode code)
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

static enum status transfer_status(const struct client_call *call, CURLcode code)
{
    if (code == CURLE_OK)
        return OK;
    if (call->too_large)
        return E_LIMIT;
    if (code == CURLE_OUT_OF_MEMORY || call->answer.failed)
        return E_MEMORY;
    if (call->answer_headers.failed)
        return E_LIMIT;
    return E_NETWORK;
}

/* When the next attempt should begin; -1: this was the last. */
static int64_t next_attempt(const struct client_call *call)
{
    if (!call->retryable || call->attempts > call->retries)
        return -1;
    int64_t delay = call->http_status ? client_call_retry_after_ms(call) : -1;
    if (delay > CLIENT_MAX_RETRY_AFTER_MS)
        return -1;
    if (delay < 0)
        delay = retry_backoff_ms(call->attempts);
    int64_t due = clock_mono_ms() + delay;
    return due < call->deadline ? due : -1;
}

/* curl says that it could not connect, the system says why. */
static const char *describe_fault(struct client_call *call, CURLcode code)
{
    long number = 0;
    char reason[64];
    curl_easy_getinfo(call->easy, CURLINFO_OS_ERRNO, &number);
    if (code == CURLE_COULDNT_CONNECT && number)
        snprintf(call->curl_message, sizeof call->curl_message, "cannot connect to %.150s: %s", call->client->base_url,
                 strerror_r((int)number, reason, sizeof reason));
    return call->curl_message[0] ? call->curl_message : curl_easy_strerror(code);
}

static void end_transfer(struct client_call *call, enum status status, CURLcode code)
{
    char message[80];
    switch (status) {
    case E_LIMIT:
        snprintf(message, sizeof message, "the answer is larger than %d MiB", CLIENT_MAX_ANSWER / (1024 * 1024));
        call_end(call, status, call->too_large ? message : "the answer's headers are too large");
        break;
    case E_MEMORY:
        call_end(call, status, "out of memory");
        break;
    default:
        call_end(call, status, describe_fault(call, code));
    }
}

void call_attempt_ended(struct client_call *call, CURLcode code)
{
    long http_status = 0;
    curl_easy_getinfo(call->easy, CURLINFO_RESPONSE_CODE, &http_status);
    engine_remove(call->client, call->easy);
    if (code == CURLE_OK && call->answer_headers.failed)
        code = CURLE_OUT_OF_MEMORY;
    call->http_status = code == CURLE_OK ? (int)http_status : 0;
    enum status status = transfer_status(call, code);
    call->retryable = status == OK ? retry_wanted(call->http_status) : status == E_NETWORK && !is_lasting(code);
    int64_t due = next_attempt(call);
    if (due >= 0)
        schedule(call, CALL_WAITING, due);
    else
        end_transfer(call, status, code);
}

void call_due(struct client_call *call)
{
    char message[80];
    if (call->state == CALL_WAITING) {
        begin_attempt(call);
        return;
    }
    engine_remove(call->client, call->easy);
    answer_clear(call);
    call->retryable = true;
    snprintf(message, sizeof message, "no answer within %.3g s", (double)call->timeout_ms / 1000);
    call_end(call, E_TIMEOUT, message);
}

/* --- from start to end --------------------------------------------------------------------------------------------- */

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
    call->attempts = 0;
    call->retryable = false;
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
    call->state = CALL_DONE; /* until it is prepared, so that freeing it is safe */
    link_live(client, call);
    status = prepare(call, request, body, err);
    if (status != OK) {
        client_call_free(call);
        return status;
    }
    if (request->delay_ms > 0)
        schedule(call, CALL_WAITING, call->due);
    else
        begin_attempt(call);
    engine_arm_timer(client);
    *out = call;
    return OK;
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

bool client_call_retryable(const struct client_call *call)
{
    return call->retryable;
}

int client_call_attempts(const struct client_call *call)
{
    return call->attempts;
}

void call_destroy(struct client_call *call)
{
    curl_easy_cleanup(call->easy);
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
    if (call->state == CALL_RUNNING || client->spare_count >= SPARE_CALLS)
        engine_check_fork(client, NULL);
    if (call->state == CALL_RUNNING)
        engine_remove(client, call->easy);
    if (call->state != CALL_DONE)
        heap_remove(&client->timers, call);
    call->state = CALL_DONE;
    unlink_live(client, call);
    buf_free(&call->body);
    if (client->spare_count >= SPARE_CALLS) {
        call_destroy(call);
        return;
    }
    answer_clear(call);
    call->next = client->spare;
    client->spare = call;
    client->spare_count++;
}
