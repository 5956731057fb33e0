#include "model/wire.h"

#include "net/upstream/json_text.h"
#include "text/unicode.h"

enum { MAX_DEPTH = 64 };

json_t *wire_parse(struct str text, const char *secret, enum status *status, struct error *err)
{
    json_error_t fault;
    bool no_memory = false, is_shallow = json_text_is_modest(text, MAX_DEPTH);
    json_t *parsed = is_shallow ? json_text_load(text, JSON_ALLOW_NUL, &no_memory, &fault) : NULL;
    *status = OK;
    if (json_is_object(parsed))
        return parsed;
    if (no_memory)
        *status = error_memory(err);
    else
        *status =
            error_set(err, E_UPSTREAM, NULL, "it answers with broken JSON: \"%s\"", wire_quote(text, secret).text);
    json_decref(parsed);
    return NULL;
}

struct str wire_text(const json_t *object, const char *member)
{
    const json_t *value = json_object_get(object, member);
    return json_is_string(value) ? (struct str){json_string_value(value), json_string_length(value)} : STR("");
}

/* Without the NUL characters that JSON can name: texts are C strings to others. */
static void wire_add_text(struct reply *reply, struct str text)
{
    struct str piece;
    while (str_split(&text, '\0', &piece))
        reply_text(reply, piece);
}

void wire_content(struct reply *reply, const json_t *content)
{
    size_t number;
    json_t *part;
    if (json_is_string(content))
        wire_add_text(reply, (struct str){json_string_value(content), json_string_length(content)});
    json_array_foreach ((json_t *)content, number, part) {
        if (str_eq(wire_text(part, "type"), STR("text")))
            wire_add_text(reply, wire_text(part, "text"));
    }
}

/* --- quoting --- */

/* Also the beginning of the secret at the end of a text that was cut. */
static void hide(struct wire_quote *quote, const char *secret)
{
    enum { LEAST_PART = 4 };
    size_t length = secret ? strlen(secret) : 0, end = strlen(quote->text);
    for (char *at = quote->text; length && (at = strstr(at, secret)) != NULL; at += length)
        memset(at, '*', length);
    for (size_t part = length < end ? length : end; part >= LEAST_PART; part--)
        if (memcmp(quote->text + end - part, secret, part) == 0)
            memset(quote->text + end - part, '*', part);
}

struct wire_quote wire_quote(struct str text, const char *secret)
{
    struct wire_quote quote = {0};
    size_t length = 0, at = 0;
    bool blank = true; /* none is wanted next */
    while (at < text.len && length + 8 < sizeof quote.text) {
        uint32_t codepoint;
        size_t bytes = utf8_decode(text, at, &codepoint);
        bool is_space = codepoint <= 0x20 || unicode_is_space(codepoint);
        if (is_space && !blank)
            quote.text[length++] = ' ';
        else if (codepoint == 0xFFFD || codepoint == 0x7F || (codepoint >= 0x80 && codepoint < 0xA0))
            quote.text[length++] = '?';
        else if (!is_space)
            for (size_t i = 0; i < bytes; i++)
                quote.text[length++] = text.data[at + i];
        blank = is_space;
        at += bytes;
    }
    if (length > 0 && blank)
        length--;
    quote.text[length] = '\0';
    hide(&quote, secret);
    if (at < text.len)
        strcpy(quote.text + length, "...");
    return quote;
}

/* --- errors --- */

/* {"error":{"message","type","code"}}, {"error":"..."}, {"message":"..."}, {"detail":"..."}, {"detail":[{"msg"}]}, or
 * one of these in a list. */
static void read_members(const json_t *json, struct wire_error *error)
{
    static const char *const members[] = {"message", "detail", "error", "msg"};
    if (json_is_array(json))
        json = json_array_get(json, 0);
    const json_t *inner = json_object_get(json, "error");
    const json_t *holder = json_is_object(inner) ? inner : json;
    for (size_t i = 0; i < COUNT_OF(members) && !error->message.len; i++)
        error->message = wire_text(holder, members[i]);
    if (!error->message.len)
        error->message = wire_text(json_array_get(json_object_get(holder, "detail"), 0), "msg");
    error->type = wire_text(holder, "type");
    error->code = wire_text(holder, "code");
}

void wire_error_read(struct str body, struct wire_error *error)
{
    *error = (struct wire_error){.message = STR(""), .type = STR(""), .code = STR("")};
    if (body.len > 0 && json_text_is_modest(body, MAX_DEPTH))
        error->json = json_loadb(body.data, body.len, 0, NULL);
    read_members(error->json, error);
    if (!error->message.len && body.len > 0)
        error->message = body;
}

void wire_error_free(struct wire_error *error)
{
    json_decref(error->json);
}

/* https://docs.anthropic.com/en/api/errors, https://platform.openai.com/docs/guides/error-codes */
static const struct {
    const char *word; /* type or code */
    int status;
} error_words[] = {
    {"invalid_request_error", 400}, {"authentication_error", 401}, {"invalid_api_key", 401},
    {"permission_error", 403},      {"not_found_error", 404},      {"model_not_found", 404},
    {"request_too_large", 413},     {"rate_limit_error", 429},     {"rate_limit_exceeded", 429},
    {"insufficient_quota", 402},    {"billing_error", 402},        {"overloaded_error", 529},
};

int wire_error_status(const struct wire_error *error)
{
    for (size_t i = 0; i < COUNT_OF(error_words); i++)
        if (str_eq(error->code, str_from(error_words[i].word)) || str_eq(error->type, str_from(error_words[i].word)))
            return error_words[i].status;
    return 500;
}

bool wire_error_is_length(const struct wire_error *error)
{
    static const char *const words[] = {
        "context length",  "context window", "context size",   "maximum context",   "prompt is too long",
        "too many tokens", "input too long", "exceed_context", "input is too long", "maximum input length",
    };
    if (str_eq(error->code, STR("context_length_exceeded")) || str_eq(error->type, STR("exceed_context_size_error")))
        return true;
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (str_ifind(error->message, str_from(words[i]), 0) < error->message.len)
            return true;
    return false;
}
