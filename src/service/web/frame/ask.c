#include "service/web/frame/frame.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* The body as text, in the arena. False: no memory. */
static bool ask_write_body(struct web_page *page, json_t *body, struct str *text)
{
    *text = (struct str){"", 0};
    if (!body)
        return true;
    char *dumped = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    const char *copy = dumped ? arena_copy(page->request->arena, dumped) : NULL;
    free(dumped);
    *text = str_from(copy ? copy : "");
    return copy != NULL;
}

/* False: no memory. */
static bool keep_json(struct web_page *page, struct str text, struct api_reply *reply)
{
    reply->json = json_loadb(text.data, text.len, 0, NULL);
    if (reply->json && json_array_append_new(page->kept, reply->json) != 0)
        reply->json = NULL;
    return reply->json != NULL;
}

static bool keep_reply(struct web_page *page, const struct inner_answer *answer, struct api_reply *reply)
{
    reply->status = answer->status;
    reply->text = answer->body;
    if (answer->is_json && !keep_json(page, answer->body, reply)) {
        answer_no_memory(page->request);
        return false;
    }
    if (answer->status >= 200 && answer->status < 300)
        return true;
    buf_clear(page->out);
    buf_add(page->out, answer->body.data, answer->body.len);
    answer_body(page->request, answer->status, "application/problem+json");
    return false;
}

static bool ask_run(struct web_page *page, struct api_reply *reply, struct inner_call *call, json_t *body)
{
    struct inner_answer answer;
    *reply = (struct api_reply){0};
    if (!ask_write_body(page, body, &call->body) || !call->target || page->failed) {
        answer_no_memory(page->request);
        return false;
    }
    inner_run(page->request, call, &answer);
    return keep_reply(page, &answer, reply);
}

bool ask(struct web_page *page, struct api_reply *reply, const char *method, json_t *body, const char *format, ...)
{
    va_list values;
    char text[1024];
    va_start(values, format);
    int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (length < 0 || (size_t)length >= sizeof text) {
        json_decref(body);
        answer_problem(page->request, PROBLEM_NO_PATH, "This address is too long.");
        return false;
    }
    struct inner_call call = {.method = method, .target = arena_copy(page->request->arena, text)};
    return ask_run(page, reply, &call, body);
}

bool ask_once(struct web_page *page, struct api_reply *reply, const char *key, json_t *body, const char *target)
{
    struct inner_call call = {.method = "POST", .target = target, .idempotency_key = key[0] ? key : NULL};
    return ask_run(page, reply, &call, body);
}

json_t *made(struct web_page *page, json_t *value)
{
    page->failed = page->failed || !value;
    return value;
}

void put(struct web_page *page, json_t *object, const char *name, json_t *value)
{
    if (json_object_set_new(object, name, value) != 0)
        page->failed = true;
}

void append(struct web_page *page, json_t *list, json_t *value)
{
    if (json_array_append_new(list, value) != 0)
        page->failed = true;
}

const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

long long integer_of(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

double number_of(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}
