#include "deliver/site.h"

#include "text/html/html.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define HIDDEN "[hidden]"

enum { SHORTEST = 8 };

/* Headers that carry a credential: the scheme before it, if any, is left to read. */
static const char *const credential_headers[] = {"Authorization:", "X-Shopify-Access-Token:"};

/* --- a secret in any of its forms --- */

/* The next octet at *at, as forms and addresses tell it: in small letters, without blanks, "%41" read. -1: the end. */
static int next_octet(struct str text, size_t *at)
{
    while (*at < text.len) {
        int escaped = url_decode_octet(text, *at), octet = escaped < 0 ? (unsigned char)text.data[*at] : escaped;
        *at += escaped < 0 ? 1 : 3;
        if (octet != '+' && !ascii_is_space((char)octet))
            return (unsigned char)ascii_lower((char)octet);
    }
    return -1;
}

static size_t count_octets(struct str text)
{
    size_t count = 0;
    for (size_t at = 0; next_octet(text, &at) >= 0;)
        count++;
    return count;
}

/* How many octets the text has in common with the secret from its `from`th byte on; *end: where that ends. */
static size_t common_octets(struct str text, size_t start, struct str secret, size_t from, size_t *end)
{
    size_t count = 0, at = *end = start;
    for (int octet; (octet = next_octet(secret, &from)) >= 0 && next_octet(text, &at) == octet; count++)
        *end = at;
    return count;
}

/* Blanks before it are not the secret's. */
static bool is_octet(struct str text, size_t start)
{
    size_t end = start;
    next_octet(text, &end);
    return end == start + (url_decode_octet(text, start) < 0 ? 1 : 3);
}

/* Where the secret ends that begins at `start`, or so much of it from its begin or its middle on; `start`: none begins
 * there. */
static size_t end_of_secret(struct str text, size_t start, struct str secret, size_t least)
{
    size_t end = start;
    for (size_t from = 0; is_octet(text, start) && from <= secret.len / 2; from += secret.len / 2)
        if (common_octets(text, start, secret, from, &end) >= least)
            return end;
    return start;
}

/* The text itself where the secret is not in it. NULL: no memory. */
static const char *hide(struct arena *arena, struct str secret, const char *text)
{
    struct buf out = {0};
    struct str all = str_from(text ? text : "");
    size_t from = 0, half = count_octets(secret) / 2, least = half > SHORTEST ? half : SHORTEST;
    for (size_t at = 0; at < all.len; at++) {
        size_t end = end_of_secret(all, at, secret, least);
        if (end == at)
            continue;
        buf_add(&out, all.data + from, at - from);
        buf_str(&out, HIDDEN);
        from = end;
        at = end - 1;
    }
    if (!from)
        return text;
    buf_add(&out, all.data + from, all.len - from);
    const char *result = out.failed ? NULL : arena_copy_n(arena, buf_text(&out), out.len);
    buf_free(&out);
    return result;
}

/* As it is, and as it stands in base64. What stands in the address is no secret. */
static const char *hide_value(struct arena *arena, const char *url, struct str value, const char *text)
{
    if (value.len < SHORTEST || (url && str_find(str_from(url), value, 0) < strlen(url)))
        return text;
    const char *encoded = base64_encode(arena, value);
    if (!encoded)
        return NULL;
    text = hide(arena, value, text);
    return hide(arena, (struct str){encoded, strcspn(encoded, "=")}, text);
}

/* What stands behind the last blank of the header: the credential without its scheme. */
static struct str credential_of(const char *header)
{
    for (size_t i = 0; i < COUNT_OF(credential_headers); i++)
        if (str_istarts(str_from(header), str_from(credential_headers[i]))) {
            const char *blank = strrchr(header, ' ');
            return str_from(blank ? blank + 1 : header + strlen(credential_headers[i]));
        }
    return (struct str){"", 0};
}

const char *hiding_apply(const struct delivery_call *call, const char *url, const char *const *headers,
                         const char *text)
{
    const struct delivery_target *target = call->target;
    for (; headers && *headers; headers++)
        text = hide_value(call->arena, url, credential_of(*headers), text);
    for (size_t i = 0; target && i < target->setting_count; i++) {
        const struct setting *setting = &target->settings[i];
        if (setting->is_secret)
            text = hide_value(call->arena, url,
                              str_from(json_string_value(json_object_get(call->settings, setting->name))), text);
    }
    return text;
}

enum {
    TIMEOUT_MS = 20 * 1000,
    MESSAGE_MAX = 300,
    STILL_WORKING_MS = 60 * 1000,
    PAUSE_STEP_MS = 50,
    ADDRESS_MAX = 2000
};

/* Answers that will be the same for this article whenever it is sent. */
static const int final_refusals[] = {400, 413, 415, 422};

/* --- what the site says --- */

/* A text, or what a list of texts or of objects with a message begins with. */
static const char *first_text(const json_t *json)
{
    static const char *const names[] = {"context", "message", "description"};
    const json_t *first = json_is_array(json) ? json_array_get(json, 0) : json;
    if (json_is_string(first))
        return json_string_value(first);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const char *text = json_string_value(json_object_get(first, names[i]));
        if (text && *text)
            return text;
    }
    return NULL;
}

/* Where sites put what is wrong: {"message": "", "details": [...]}, {"errors": [{"message": "", "context": ""}]},
 * {"errors": ""}. "" where there is none; NULL: no memory. */
static const char *message_of(struct arena *arena, const json_t *json)
{
    const char *message = json_string_value(json_object_get(json, "message"));
    const char *detail = first_text(json_object_get(json, "details"));
    const char *errors = first_text(json_object_get(json, "errors"));
    return errors && *errors              ? errors
           : message && detail && *detail ? arena_printf(arena, "%s: %s", message, detail)
           : message                      ? message
                                          : "";
}

const char *site_host(const struct delivery_call *call, const char *url)
{
    struct url parts;
    if (url_parse(str_from(url), &parts, NULL) != OK)
        return "the site";
    return arena_copy_n(call->arena, parts.host.data, parts.host.len);
}

/* --- outcomes --- */

static bool is_final(int status)
{
    for (size_t i = 0; i < COUNT_OF(final_refusals); i++)
        if (final_refusals[i] == status)
            return true;
    return false;
}

/* Hidden before it is cut, since half a secret is not found; and once more, since one may stand in it in HTML. */
static enum status set_problem(const struct delivery_call *call, const struct site_request *request, const char *text,
                               struct delivery_outcome *outcome, struct error *err)
{
    const char *url = request ? request->url : NULL;
    const char *const *headers = request ? request->headers : NULL;
    text = text ? hiding_apply(call, url, headers, text) : NULL;
    text = text ? plain_text(call->arena, str_from(text), MESSAGE_MAX) : NULL;
    outcome->problem = text ? hiding_apply(call, url, headers, text) : NULL;
    return outcome->problem ? OK : error_memory(err);
}

static enum status judge_site(const struct delivery_call *call, const struct site_request *request,
                              const struct site_answer *answer, struct delivery_outcome *outcome, struct error *err)
{
    outcome->status = answer->status;
    outcome->retry_after_ms = answer->retry_after_ms;
    if (answer->status >= 200 && answer->status < 300) {
        outcome->verdict = DELIVERY_ACCEPTED;
        return OK;
    }
    outcome->verdict = is_final(answer->status) ? DELIVERY_REFUSED : DELIVERY_RETRY;
    const char *host = site_host(call, request->url), *message = message_of(call->arena, answer->json);
    const char *text = message && *message
                           ? arena_printf(call->arena, "%s answered with status %d: %s", host, answer->status, message)
                           : arena_printf(call->arena, "%s answered with status %d", host, answer->status);
    return set_problem(call, request, text, outcome, err);
}

enum status site_judge(const struct delivery_call *call, struct delivery_outcome *outcome,
                       enum delivery_verdict verdict, struct error *err, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = arena_alloc(call->arena, (size_t)length + 1);
    if (!text)
        return error_memory(err);
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    outcome->verdict = verdict;
    return set_problem(call, NULL, text, outcome, err);
}

/* --- requests --- */

static enum status site_read_json(struct site_answer *answer, struct error *err)
{
    json_error_t why;
    if (!answer->body.len)
        return OK;
    answer->json = json_loadb(answer->body.data, answer->body.len, JSON_DECODE_ANY, &why);
    return !answer->json && json_error_code(&why) == json_error_out_of_memory ? error_memory(err) : OK;
}

enum status site_ask(const struct delivery_call *call, const struct site_request *request, struct site_answer *answer,
                     struct delivery_outcome *outcome, struct error *err)
{
    const struct net_request wanted = {
        .url = request->url,
        .method = request->method,
        .headers = request->headers,
        .body = request->body,
        .timeout_ms = TIMEOUT_MS,
        .max_redirects = -1,
        .cancel = call->cancel,
    };
    struct net_response response;
    struct error why;
    *answer = (struct site_answer){.retry_after_ms = -1};
    *outcome = (struct delivery_outcome){.verdict = DELIVERY_RETRY, .retry_after_ms = -1};
    if (arena_failed(call->arena))
        return error_memory(err);
    enum status status = net_fetch(call->net, &wanted, call->arena, &response, &why);
    if (status == E_MEMORY || status == E_CANCELLED)
        return error_set(err, status, why.code, "%s", why.message);
    if (status) {
        if (status == E_TIMEOUT)
            outcome->retry_after_ms = outcome->busy_ms = STILL_WORKING_MS;
        return set_problem(call, request, arena_copy(call->arena, why.message), outcome, err);
    }
    answer->status = response.status;
    answer->body = response.body;
    answer->retry_after_ms = response.retry_after_ms;
    status = site_read_json(answer, err);
    if (!status)
        status = judge_site(call, request, answer, outcome, err);
    if (status)
        site_done(answer);
    return status;
}

enum status site_ask_json(const struct delivery_call *call, const struct site_request *request, json_t *body,
                          struct site_answer *answer, struct delivery_outcome *outcome, struct error *err)
{
    struct site_request whole = *request;
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    json_decref(body);
    *answer = (struct site_answer){.retry_after_ms = -1};
    if (!text)
        return error_memory(err);
    whole.body = str_from(text);
    enum status status = site_ask(call, &whole, answer, outcome, err);
    free(text);
    return status;
}

enum status site_end(const struct delivery_call *call, enum status status, struct error *err)
{
    return status || !arena_failed(call->arena) ? status : error_memory(err);
}

void site_done(struct site_answer *answer)
{
    if (!answer)
        return;
    json_decref(answer->json);
    answer->json = NULL;
}

bool site_wait(const struct delivery_call *call, int64_t ms)
{
    for (; ms > 0 && !(call->cancel && atomic_load(call->cancel)); ms -= PAUSE_STEP_MS) {
        struct timespec step = {.tv_nsec = (ms < PAUSE_STEP_MS ? ms : PAUSE_STEP_MS) * 1000 * 1000};
        nanosleep(&step, NULL);
    }
    return !(call->cancel && atomic_load(call->cancel));
}

bool site_is_address(const char *text)
{
    struct url parts;
    size_t length = text ? strlen(text) : 0;
    if (!length || length > ADDRESS_MAX || url_parse(str_from(text), &parts, NULL) != OK || parts.userinfo.data)
        return false;
    for (; *text; text++)
        if ((unsigned char)*text <= ' ' || *text == 127)
            return false;
    return true;
}

/* --- settings --- */

const char *site_setting(const struct delivery_call *call, const char *name)
{
    return json_string_value(json_object_get(call->settings, name));
}

const char *site_url(const struct delivery_call *call, const char *setting, const char *path)
{
    struct str base = str_from(site_setting(call, setting));
    while (base.len && base.data[base.len - 1] == '/')
        base.len--;
    return arena_printf(call->arena, "%.*s%s", (int)base.len, base.data ? base.data : "", path);
}

const char *site_address(struct arena *arena, const char *format, const char *value)
{
    if (!format || url_is_web(str_from(value)))
        return arena_copy(arena, value);
    size_t at = str_find(str_from(format), STR("%s"), 0);
    return arena_printf(arena, "%.*s%s%s", (int)at, format, value, format[at] ? format + at + 2 : "");
}

void form_begin(struct delivery_form *form)
{
    unsigned char random[FORM_BOUNDARY / 2];
    *form = (struct delivery_form){0};
    random_bytes(random, sizeof random);
    hex_encode(random, sizeof random, form->boundary);
    snprintf(form->header, sizeof form->header, "Content-Type: multipart/form-data; boundary=%s", form->boundary);
}

/* As browsers do it (https://html.spec.whatwg.org/#multipart-form-data). */
static void add_quoted(struct buf *body, const char *text)
{
    buf_char(body, '"');
    for (; *text; text++)
        if (*text == '"')
            buf_str(body, "%22");
        else if (*text == '\r' || *text == '\n')
            buf_str(body, *text == '\r' ? "%0D" : "%0A");
        else
            buf_char(body, *text);
    buf_char(body, '"');
}

static void begin_part(struct delivery_form *form, const char *name)
{
    buf_printf(&form->body, "--%s\r\nContent-Disposition: form-data; name=", form->boundary);
    add_quoted(&form->body, name);
}

void form_text(struct delivery_form *form, const char *name, const char *value)
{
    begin_part(form, name);
    buf_printf(&form->body, "\r\n\r\n%s\r\n", value);
}

void form_file(struct delivery_form *form, const char *name, const char *filename, const char *type, struct str bytes)
{
    begin_part(form, name);
    buf_str(&form->body, "; filename=");
    add_quoted(&form->body, filename);
    buf_printf(&form->body, "\r\nContent-Type: %s\r\n\r\n", type);
    buf_add(&form->body, bytes.data, bytes.len);
    buf_str(&form->body, "\r\n");
}

bool form_end(struct delivery_form *form)
{
    buf_printf(&form->body, "--%s--\r\n", form->boundary);
    return !form->body.failed;
}

void form_free(struct delivery_form *form)
{
    buf_free(&form->body);
}

enum status form_send(const struct delivery_call *call, struct delivery_form *form, const char *url, bool *is_sent,
                      struct delivery_outcome *outcome, struct error *err)
{
    struct site_answer answer = {0};
    const char *const headers[] = {form->header, NULL};
    enum status status = form_end(form) ? OK : error_memory(err);
    const struct site_request request = {
        .method = "POST", .url = url ? url : "", .headers = headers, .body = {form->body.data, form->body.len}};
    if (!status)
        status = site_ask(call, &request, &answer, outcome, err);
    *is_sent = !status && outcome->verdict == DELIVERY_ACCEPTED;
    if (!status && outcome->verdict == DELIVERY_REFUSED)
        outcome->verdict = DELIVERY_RETRY;
    site_done(&answer);
    form_free(form);
    return status;
}

static json_t *find_table(const struct delivery_call *call, const char *table)
{
    return table ? json_object_get(call->progress, table) : call->progress;
}

const json_t *progress_get(const struct delivery_call *call, const char *table, const char *name)
{
    return json_object_get(find_table(call, table), name);
}

enum status progress_note(const struct delivery_call *call, const char *table, const char *name, json_t *value,
                          struct error *err)
{
    if (!json_is_object(find_table(call, table)))
        json_object_set_new(call->progress, table, json_object());
    return json_object_set_new(find_table(call, table), name, value) == 0 ? OK : error_memory(err);
}

enum status progress_keep(const struct delivery_call *call, const char *table, const char *name, json_t *value,
                          struct error *err)
{
    enum status status = site_end(call, progress_note(call, table, name, value, err), err);
    return status ? status : call->keep(call->context, call->progress, err);
}

enum status progress_drop(const struct delivery_call *call, const char *table, const char *name, struct error *err)
{
    json_object_del(find_table(call, table), name);
    return call->keep(call->context, call->progress, err);
}
