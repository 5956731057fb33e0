#include "model/openai.h"

/* --- the request --- */

static json_t *message_json(const char *role, struct str text)
{
    return json_pack("{s:s, s:s%}", "role", role, "content", text.data, text.len);
}

static json_t *messages_json(const struct model_question *question)
{
    json_t *list = json_array();
    bool complete = list != NULL;
    if (complete && question->system.len > 0)
        complete = json_array_append_new(list, message_json("system", question->system)) == 0;
    for (size_t i = 0; complete && i < question->count; i++) {
        const struct model_message *message = &question->messages[i];
        const char *role = message->role == MODEL_USER ? "user" : "assistant";
        complete = json_array_append_new(list, message_json(role, message->text)) == 0;
    }
    if (complete)
        return list;
    json_decref(list);
    return NULL;
}

static json_t *format_json(const struct model_question *question)
{
    return json_pack("{s:s, s:{s:s, s:O, s:b}}", "type", "json_schema", "json_schema", "name", question->form_name,
                     "schema", question->schema, "strict", 1);
}

static bool add_rest(json_t *body, const struct model_question *question)
{
    unsigned without = question->variations;
    const char *limit = without & COMPLETION_TOKENS ? "max_completion_tokens" : "max_tokens";
    bool complete = json_object_set_new(body, limit, json_integer(question->max_tokens)) == 0;
    if (!(without & NO_STREAM_OPTIONS))
        complete = complete && json_object_set_new(body, "stream_options", json_pack("{s:b}", "include_usage", 1)) == 0;
    if (!(without & NO_TEMPERATURE))
        complete = complete && json_object_set_new(body, "temperature", json_real(question->temperature)) == 0;
    if (question->form_name)
        complete = complete && json_object_set_new(body, "response_format", format_json(question)) == 0;
    return complete;
}

static json_t *openai_write_body(const struct model_question *question)
{
    json_t *messages = messages_json(question);
    json_t *body =
        messages ? json_pack("{s:s, s:o, s:b}", "model", question->model, "messages", messages, "stream", 1) : NULL;
    if (body && add_rest(body, question))
        return body;
    json_decref(body);
    return NULL;
}

static unsigned read_refusal(struct str message)
{
    static const struct {
        const char *word, *and_word; /* both stand in the message */
        unsigned variation;
    } rows[] = {
        {"stream_options", "", NO_STREAM_OPTIONS},
        {"max_completion_tokens", "max_tokens", COMPLETION_TOKENS},
        {"temperature", "support", NO_TEMPERATURE},
        {"response_format", "", NO_SCHEMA},
        {"json_schema", "", NO_SCHEMA},
    };
    unsigned variations = 0;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (str_ifind(message, str_from(rows[i].word), 0) < message.len &&
            str_ifind(message, str_from(rows[i].and_word), 0) < message.len)
            variations |= rows[i].variation;
    return variations;
}

/* --- the answer --- */

static void read_usage(struct reply *reply, const json_t *usage)
{
    reply_tokens(&reply->input, json_object_get(usage, "prompt_tokens"));
    reply_tokens(&reply->output, json_object_get(usage, "completion_tokens"));
}

static void read_reason(struct reply *reply, struct str reason)
{
    if (!reason.len || reply->end == REPLY_REFUSED)
        return;
    if (str_eq(reason, STR("length")))
        reply->end = REPLY_CUT;
    else if (str_eq(reason, STR("content_filter")))
        reply->end = REPLY_REFUSED;
    else if (str_eq(reason, STR("tool_calls")) || str_eq(reason, STR("function_call")))
        reply->end = REPLY_TOOL;
    else
        reply->end = REPLY_STOP;
}

/* A choice of a whole answer holds `message`, one of a stream `delta`; some servers send `message` in both. */
static void read_choice(struct reply *reply, const json_t *choice)
{
    const json_t *delta = json_object_get(choice, "delta");
    const json_t *message = json_is_object(delta) ? delta : json_object_get(choice, "message");
    struct str refusal = wire_text(message, "refusal");
    wire_content(reply, json_object_get(message, "content"));
    if (refusal.len > 0)
        reply_refuse(reply, refusal);
    read_reason(reply, wire_text(choice, "finish_reason"));
}

/* Events with empty choices are for the usage, or for a gateway's own remarks. */
static void read_event(struct reply *reply, const json_t *event)
{
    read_choice(reply, json_array_get(json_object_get(event, "choices"), 0));
    read_usage(reply, json_object_get(event, "usage"));
}

static enum status openai_read_whole(struct reply *reply, const json_t *answer, struct error *err)
{
    const json_t *choices = json_object_get(answer, "choices");
    if (json_array_size(choices) == 0)
        return error_set(err, E_UPSTREAM, NULL, "its answer has no choices");
    read_choice(reply, json_array_get(choices, 0));
    read_usage(reply, json_object_get(answer, "usage"));
    if (reply->end == REPLY_OPEN)
        reply->end = REPLY_STOP;
    return OK;
}

const struct model_backend openai_backend = {
    .api = "openai",
    .path = "/chat/completions",
    .key_header = "Authorization: Bearer ",
    .write = openai_write_body,
    .read_event = read_event,
    .read_whole = openai_read_whole,
    .read_refusal = read_refusal,
};
