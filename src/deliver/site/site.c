#include "deliver/site/site.h"

#include "deliver/site/hiding.h"
#include "text/html/plain_text.h"
#include "text/url.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

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
    if (!host || !message)
        return error_memory(err);
    const char *text = *message
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
    enum status status = net_fetch(call->net, &wanted, call->arena, &response, &why);
    if (status == E_MEMORY || status == E_CANCELLED)
        return error_set(err, status, why.code, "%s", why.message);
    if (status != OK) {
        if (status == E_TIMEOUT)
            outcome->retry_after_ms = outcome->busy_ms = STILL_WORKING_MS;
        return set_problem(call, request, arena_copy(call->arena, why.message), outcome, err);
    }
    answer->status = response.status;
    answer->body = response.body;
    answer->retry_after_ms = response.retry_after_ms;
    status = site_read_json(answer, err);
    if (status == OK)
        status = judge_site(call, request, answer, outcome, err);
    if (status != OK)
        site_done(answer);
    return status;
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
    struct str text = str_from(value);
    bool is_one = str_istarts(text, STR("http://")) || str_istarts(text, STR("https://"));
    if (!format || is_one)
        return arena_copy(arena, value);
    size_t at = str_find(str_from(format), STR("%s"), 0);
    return arena_printf(arena, "%.*s%s%s", (int)at, format, value, format[at] ? format + at + 2 : "");
}
