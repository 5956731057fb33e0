/*
 * A webhook of an account: a signed request, after Standard Webhooks 1.0. The body is the status record with `type` and
 * `timestamp`; webhook-id is the delivery's, and so the same however often it is sent.
 *
 * Of the secrets: {"secret": "whsec_...", "previous": "whsec_...", "previousUntil": MS}. While a secret rotates, until
 * previousUntil, requests carry the signatures of both.
 */
#include "deliver/deliver_parts.h"
#include "text/text.h"

#include <stdio.h>

enum { TIMEOUT_MS = 20 * 1000, ANSWER_BYTES = 64 * 1024, HTTP_GONE = 410 };

static enum status read_response(const struct net_response *response, const struct delivery_call *call,
                                 struct delivery_outcome *outcome, struct error *err)
{
    outcome->status = response->status;
    outcome->retry_after_ms = response->retry_after_ms;
    if (response->status >= 200 && response->status < 300) {
        outcome->verdict = DELIVERY_ACCEPTED;
        return OK;
    }
    outcome->verdict = response->status == HTTP_GONE ? DELIVERY_GONE : DELIVERY_RETRY;
    outcome->problem = arena_printf(call->arena, "the receiver answered with status %d", response->status);
    return outcome->problem ? OK : error_memory(err);
}

enum status post_json(const struct delivery_call *call, const char *url, const char *const *headers, struct str body,
                      struct delivery_outcome *outcome, struct error *err)
{
    const char *all[POST_HEADERS + 2] = {"Content-Type: application/json"};
    for (size_t i = 0; i < POST_HEADERS && headers[i]; i++)
        all[i + 1] = headers[i];
    const struct net_request request = {
        .url = url,
        .method = "POST",
        .headers = all,
        .body = body,
        .timeout_ms = TIMEOUT_MS,
        .max_bytes = ANSWER_BYTES,
        .max_redirects = -1,
        .cancel = call->cancel,
    };
    struct net_response response;
    struct error why;
    enum status status = net_fetch(call->net, &request, call->arena, &response, &why);
    *outcome = (struct delivery_outcome){.verdict = DELIVERY_RETRY, .retry_after_ms = -1};
    bool is_long = status == E_LIMIT && response.status; /* what it says is not looked at */
    if (!status || is_long)
        return read_response(&response, call, outcome, err);
    if (status == E_MEMORY || status == E_CANCELLED)
        return error_set(err, status, why.code, "%s", why.message);
    outcome->problem = arena_copy(call->arena, why.message);
    return outcome->problem ? OK : error_memory(err);
}

static const struct setting settings[] = {
    {"url", SETTING_URL, .is_required = true, .summary = "Where the requests go."},
};

/* What is signed: the id, the time and the body with full stops between them. */
struct message {
    char id[UUID_LENGTH + 1];
    int64_t now;     /* Unix milliseconds */
    struct buf text; /* what is signed */
    size_t body_at;  /* where the body begins in it */
};

/* "2026-11-22T17:01:02.345Z" (RFC 3339). */
static void write_time(struct buf *out, int64_t ms)
{
    char day[sizeof "2026-01-31"];
    int within = (int)(ms % DATE_DAY_MS);
    buf_printf(out, "%sT%02d:%02d:%02d.%03dZ", date_day_text(ms, day), within / 3600000, within / 60000 % 60,
               within / 1000 % 60, within % 1000);
}

static void open_message(struct message *message, const char *id)
{
    message->now = clock_now_ms();
    snprintf(message->id, sizeof message->id, "%s", id);
    buf_printf(&message->text, "%s.%lld.", id, (long long)(message->now / 1000));
    message->body_at = message->text.len;
}

static void open_body(struct message *message, const char *type, int64_t at)
{
    buf_printf(&message->text, "{\"type\":\"%s\",\"timestamp\":\"", type);
    write_time(&message->text, at);
    buf_str(&message->text, "\"");
}

/* Adds the signature by one secret to the header. E_INVALID: the secret makes no sense. */
static enum status add_signature(struct buf *header, const json_t *secret, const struct message *message)
{
    char signature[SIGNATURE_SIZE];
    struct str given = {json_string_value(secret), json_string_length(secret)};
    struct str content = {message->text.data, message->text.len};
    enum status status = given.data ? signature_make(given, content, signature) : E_INVALID;
    if (!status)
        buf_printf(header, " %s", signature);
    return status;
}

/* "webhook-signature: v1,... v1,..." */
static enum status sign(const struct delivery_call *call, const struct message *message, struct buf *header)
{
    const json_t *previous = json_object_get(call->settings, "previous");
    int64_t until = json_integer_value(json_object_get(call->settings, "previousUntil"));
    buf_str(header, "webhook-signature:");
    enum status status = add_signature(header, json_object_get(call->settings, "secret"), message);
    if (!status && previous && message->now < until)
        status = add_signature(header, previous, message);
    return status;
}

static enum status post(const struct delivery_call *call, const struct message *message, struct buf *signature,
                        struct delivery_outcome *outcome, struct error *err)
{
    const char *url = json_string_value(json_object_get(call->settings, "url"));
    const char *const headers[] = {
        arena_printf(call->arena, "webhook-id: %s", message->id),
        arena_printf(call->arena, "webhook-timestamp: %lld", (long long)(message->now / 1000)),
        buf_text(signature),
        NULL,
    };
    struct str body = {message->text.data + message->body_at, message->text.len - message->body_at};
    if (signature->failed || !headers[0] || !headers[1])
        return error_memory(err);
    return post_json(call, url ? url : "", headers, body, outcome, err);
}

static enum status send_message(const struct delivery_call *call, struct message *message,
                                struct delivery_outcome *outcome, struct error *err)
{
    struct buf signature = {0};
    if (message->text.failed)
        return error_memory(err);
    enum status status = sign(call, message, &signature);
    if (!status) {
        status = post(call, message, &signature, outcome, err);
    } else {
        *outcome = (struct delivery_outcome){
            .verdict = DELIVERY_RETRY,
            .problem = "the secret of the integration cannot be used to sign; make a new one",
            .retry_after_ms = -1,
        };
        status = OK;
    }
    buf_free(&signature);
    return status;
}

/* The record's members follow those of the message: its text is an object that is not empty. */
static enum status webhook_send(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    struct message message = {.now = 0};
    open_message(&message, call->delivery->id);
    open_body(&message, call->delivery->event, call->delivery->created_at);
    size_t at = message.text.len;
    call->write_record(call->record_context, &message.text, call->article);
    if (!message.text.failed)
        message.text.data[at] = ',';
    enum status status = send_message(call, &message, outcome, err);
    buf_free(&message.text);
    return status;
}

static enum status webhook_test(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    char id[UUID_LENGTH + 1];
    struct message message = {.now = 0};
    uuid_v7(id);
    open_message(&message, id);
    open_body(&message, "test", message.now);
    buf_char(&message.text, '}');
    enum status status = send_message(call, &message, outcome, err);
    buf_free(&message.text);
    return status;
}

const struct delivery_target webhook_target = {
    .name = "webhook",
    .takes_failed = true,
    .url_setting = "url",
    .settings = settings,
    .setting_count = COUNT_OF(settings),
    .test = webhook_test,
    .send = webhook_send,
};
