#include "model/anthropic.h"

#include <stdlib.h>

/* --- the request --- */

static json_t *messages_json(const struct model_question *question)
{
    json_t *list = json_array();
    bool complete = list != NULL;
    for (size_t i = 0; complete && i < question->count; i++) {
        const struct model_message *message = &question->messages[i];
        const char *role = message->role == MODEL_USER ? "user" : "assistant";
        json_t *made = json_pack("{s:s, s:s%}", "role", role, "content", message->text.data, message->text.len);
        complete = json_array_append_new(list, made) == 0;
    }
    if (complete)
        return list;
    json_decref(list);
    return NULL;
}

/* An answer with a shape is the input of the one tool that must be used. */
static bool add_tool(json_t *body, const struct model_question *question)
{
    json_t *tools = json_pack("[{s:s, s:s, s:O}]", "name", question->form_name, "description",
                              "Takes the whole answer.", "input_schema", question->schema);
    json_t *choice = json_pack("{s:s, s:s}", "type", "tool", "name", question->form_name);
    bool complete = json_object_set_new(body, "tools", tools) == 0;
    return json_object_set_new(body, "tool_choice", choice) == 0 && complete;
}

static bool add_rest(json_t *body, const struct model_question *question)
{
    double temperature = question->temperature < 1 ? question->temperature : 1;
    bool complete = true;
    if (question->system.len > 0)
        complete = json_object_set_new(body, "system", json_stringn(question->system.data, question->system.len)) == 0;
    if (!(question->variations & NO_TEMPERATURE))
        complete = complete && json_object_set_new(body, "temperature", json_real(temperature)) == 0;
    return complete && (!question->form_name || add_tool(body, question));
}

static json_t *anthropic_write_body(const struct model_question *question)
{
    json_t *messages = messages_json(question);
    json_t *body = messages ? json_pack("{s:s, s:o, s:I, s:b}", "model", question->model, "messages", messages,
                                        "max_tokens", (json_int_t)question->max_tokens, "stream", 1)
                            : NULL;
    if (body && add_rest(body, question))
        return body;
    json_decref(body);
    return NULL;
}

static unsigned read_refusal(struct str message)
{
    unsigned variations = 0;
    if (str_ifind(message, STR("temperature"), 0) < message.len)
        variations |= NO_TEMPERATURE;
    if (str_ifind(message, STR("tool_choice"), 0) < message.len)
        variations |= NO_SCHEMA;
    return variations;
}

/* --- the answer --- */

/* What was written to the prompt cache or read from it is counted apart from input_tokens. */
static void read_usage(struct reply *reply, const json_t *usage)
{
    static const char *const parts[] = {"input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"};
    long input = 0;
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        long part = 0;
        reply_tokens(&part, json_object_get(usage, parts[i]));
        input += part;
    }
    if (input > 0)
        reply->input = input < REPLY_TOKENS_MAX ? input : REPLY_TOKENS_MAX;
    reply_tokens(&reply->output, json_object_get(usage, "output_tokens"));
}

static void read_reason(struct reply *reply, struct str reason)
{
    if (!reason.len)
        return;
    if (str_eq(reason, STR("max_tokens")) || str_eq(reason, STR("model_context_window_exceeded")))
        reply->end = REPLY_CUT;
    else if (str_eq(reason, STR("refusal")))
        reply->end = REPLY_REFUSED;
    else if (str_eq(reason, STR("tool_use")) && !reply->is_tool)
        reply->end = REPLY_TOOL;
    else
        reply->end = REPLY_STOP;
}

static void on_message_start(struct reply *reply, const json_t *event)
{
    read_usage(reply, json_object_get(json_object_get(event, "message"), "usage"));
}

static void on_block_start(struct reply *reply, const json_t *event)
{
    const json_t *block = json_object_get(event, "content_block");
    struct str type = wire_text(block, "type");
    if (str_eq(type, STR("tool_use")))
        reply_tool(reply);
    else if (str_eq(type, STR("text")) && !reply->is_tool)
        wire_content(reply, json_object_get(block, "text"));
}

/* Reasoning comes as thinking_delta and signature_delta, which are passed over. */
static void on_block_delta(struct reply *reply, const json_t *event)
{
    const json_t *delta = json_object_get(event, "delta");
    struct str type = wire_text(delta, "type");
    if (str_eq(type, STR("input_json_delta")) && reply->is_tool)
        wire_content(reply, json_object_get(delta, "partial_json"));
    else if (str_eq(type, STR("text_delta")) && !reply->is_tool)
        wire_content(reply, json_object_get(delta, "text"));
}

static void on_message_delta(struct reply *reply, const json_t *event)
{
    read_reason(reply, wire_text(json_object_get(event, "delta"), "stop_reason"));
    read_usage(reply, json_object_get(event, "usage"));
}

static void on_message_stop(struct reply *reply, const json_t *event)
{
    (void)event;
    reply->is_over = true;
}

static const struct {
    const char *type;
    void (*read)(struct reply *reply, const json_t *event);
} kinds[] = {
    {"message_start", on_message_start},     {"content_block_start", on_block_start},
    {"content_block_delta", on_block_delta}, {"message_delta", on_message_delta},
    {"message_stop", on_message_stop},
};

/* Events of other types, such as `ping`, say nothing. */
static void read_event(struct reply *reply, const json_t *event)
{
    struct str type = wire_text(event, "type");
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (str_eq(type, str_from(kinds[i].type)))
            kinds[i].read(reply, event);
}

/* False: memory ran out. */
static bool anthropic_read_block(struct reply *reply, const json_t *block)
{
    struct str type = wire_text(block, "type");
    if (str_eq(type, STR("text")) && !reply->is_tool)
        wire_content(reply, json_object_get(block, "text"));
    if (!str_eq(type, STR("tool_use")))
        return true;
    const json_t *input = json_object_get(block, "input");
    char *text = json_is_object(input) ? json_dumps(input, JSON_COMPACT) : NULL;
    reply_tool(reply);
    if (text)
        reply_text(reply, str_from(text));
    free(text);
    return text || !json_is_object(input);
}

static enum status anthropic_read_whole(struct reply *reply, const json_t *answer, struct error *err)
{
    const json_t *content = json_object_get(answer, "content");
    size_t number;
    json_t *block;
    if (!json_is_array(content))
        return error_set(err, E_UPSTREAM, NULL, "its answer has no content");
    json_array_foreach (content, number, block) {
        if (!anthropic_read_block(reply, block))
            return error_memory(err);
    }
    read_usage(reply, json_object_get(answer, "usage"));
    read_reason(reply, wire_text(answer, "stop_reason"));
    if (reply->end == REPLY_OPEN)
        reply->end = REPLY_STOP;
    return OK;
}

const struct model_backend anthropic_backend = {
    .api = "anthropic",
    .path = "/messages",
    .key_header = "x-api-key: ",
    .header = "anthropic-version: 2023-06-01",
    .write = anthropic_write_body,
    .read_event = read_event,
    .read_whole = anthropic_read_whole,
    .read_refusal = read_refusal,
};
