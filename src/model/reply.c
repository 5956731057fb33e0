#include "model/reply.h"

#include "net/upstream/upstream.h"
#include "text/text.h"

enum {
    MAX_REFUSAL = 400,
    LONGEST_TAG = 16,
    LONGEST_OVERLAP = 400, /* bytes at the end of a cut answer that its continuation may repeat */
    SPACED_OVERLAP = 12,   /* shortest one before which the continuation may have put white space */
};

static const struct {
    const char *open, *close;
} tags[] = {{"<think>", "</think>"}, {"<thinking>", "</thinking>"}};

void reply_tokens(long *tokens, const json_t *count)
{
    double value = json_is_number(count) ? json_number_value(count) : -1;
    if (value >= 0)
        *tokens = value < REPLY_TOKENS_MAX ? (long)value : REPLY_TOKENS_MAX;
}

static void drop_front(struct buf *text, size_t count)
{
    if (!count || text->failed)
        return;
    memmove(text->data, text->data + count, text->len - count + 1);
    text->len -= count;
}

static struct str reply_text_of(const struct reply *reply)
{
    return (struct str){buf_text(&reply->text), reply->text.len};
}

static size_t leading_space(struct str text)
{
    size_t count = 0;
    while (count < text.len && ascii_is_space(text.data[count]))
        count++;
    return count;
}

void reply_begin(struct reply *reply, size_t limit)
{
    buf_clear(&reply->text);
    buf_clear(&reply->refusal);
    *reply = (struct reply){
        .text = reply->text,
        .refusal = reply->refusal,
        .input = -1,
        .output = -1,
        .before = reply->before,
        .on_text = reply->on_text,
        .context = reply->context,
    };
    reply->text.limit = limit;
}

/* --- reasoning --- */

/* Does a tag that opens reasoning stand at the beginning, or could the text still become one? */
static bool begins_reasoning(struct str text, size_t *tag, bool *could)
{
    *could = false;
    for (*tag = 0; *tag < COUNT_OF(tags); ++*tag) {
        struct str open = str_from(tags[*tag].open);
        if (str_starts(text, open))
            return true;
        *could = *could || str_starts(open, text);
    }
    return false;
}

/* True: something was decided, and what follows is to be looked at. */
static bool look_at_beginning(struct reply *reply, bool is_whole)
{
    size_t tag;
    bool could, stands_alone = reply->before.len == 0 || reply->thought > 0;
    size_t space = leading_space(reply_text_of(reply));
    struct str text = {buf_text(&reply->text) + space, reply->text.len - space};
    if (begins_reasoning(text, &tag, &could)) {
        drop_front(&reply->text, space + strlen(tags[tag].open));
        reply->thought = tag + 1;
        reply->state = REPLY_THINKS;
        return true;
    }
    if (could && !is_whole)
        return false;
    drop_front(&reply->text, stands_alone ? space : 0);
    reply->state = REPLY_SPEAKS;
    return true;
}

static bool look_for_end_of_thought(struct reply *reply)
{
    struct str close = str_from(tags[reply->thought - 1].close);
    size_t at = str_find(reply_text_of(reply), close, 0);
    bool found = at < reply->text.len;
    if (found)
        drop_front(&reply->text, at + close.len);
    else if (reply->text.len > LONGEST_TAG)
        drop_front(&reply->text, reply->text.len - LONGEST_TAG);
    if (found)
        reply->state = REPLY_BEGINS;
    return found;
}

/* Where the opening tag was left out, the closing one stands on a line of its own. */
static void drop_unopened_thought(struct reply *reply)
{
    struct str text = reply_text_of(reply);
    for (size_t i = 0; i < COUNT_OF(tags); i++) {
        size_t at = str_find(text, str_from(tags[i].close), 0), behind = at + strlen(tags[i].close);
        bool starts_line = at < text.len && (at == 0 || text.data[at - 1] == '\n');
        if (!starts_line || (behind < text.len && text.data[behind] != '\n'))
            continue;
        struct str rest = {text.data + behind, text.len - behind};
        drop_front(&reply->text, behind + leading_space(rest));
        return;
    }
}

/* --- joining --- */

static bool starts_word(struct str text, size_t at)
{
    return at == 0 || !ascii_is_alnum(text.data[at - 1]) || !ascii_is_alnum(text.data[at]);
}

/* Bytes at the end of `before`, from the beginning of a word on, with which the text begins. */
static size_t overlap(struct str before, struct str text)
{
    size_t most = before.len < text.len ? before.len : text.len;
    if (most > LONGEST_OVERLAP)
        most = LONGEST_OVERLAP;
    for (size_t length = most; length > 1; length--)
        if (memcmp(before.data + before.len - length, text.data, length) == 0 &&
            starts_word(before, before.len - length))
            return length;
    return 0;
}

static void reply_join(struct reply *reply)
{
    struct str text = reply_text_of(reply);
    size_t space = leading_space(text);
    struct str words = {text.data + space, text.len - space};
    size_t repeated = overlap(reply->before, text), repeated_words = overlap(reply->before, words);
    if (repeated > 0)
        drop_front(&reply->text, repeated);
    else if (repeated_words >= SPACED_OVERLAP)
        drop_front(&reply->text, space + repeated_words);
    reply->is_joined = true;
}

/* --- the text --- */

static void reply_show(struct reply *reply, bool is_whole)
{
    if (reply->text.failed)
        return;
    if (!reply->is_joined && reply->before.len > 0) {
        if (reply->text.len < LONGEST_OVERLAP && !is_whole)
            return;
        reply_join(reply);
    }
    struct str piece = {buf_text(&reply->text) + reply->shown, reply->text.len - reply->shown};
    reply->shown = reply->text.len;
    if (reply->on_text && piece.len > 0)
        reply->on_text(reply->context, piece);
}

static void reply_look(struct reply *reply, bool is_whole)
{
    bool goes_on = !reply->text.failed;
    while (goes_on && reply->state != REPLY_SPEAKS)
        goes_on = reply->state == REPLY_BEGINS ? look_at_beginning(reply, is_whole) : look_for_end_of_thought(reply);
    if (reply->state == REPLY_SPEAKS)
        reply_show(reply, is_whole);
}

void reply_text(struct reply *reply, struct str piece)
{
    if (piece.len == 0)
        return;
    reply->is_too_long = reply->is_too_long || reply->text.len + piece.len > reply->text.limit;
    buf_add(&reply->text, piece.data, piece.len);
    reply_look(reply, false);
}

void reply_tool(struct reply *reply)
{
    buf_clear(&reply->text);
    reply->shown = 0;
    reply->state = REPLY_SPEAKS;
    reply->is_tool = true;
}

void reply_finish(struct reply *reply)
{
    if (reply->state == REPLY_SPEAKS && !reply->is_tool)
        drop_unopened_thought(reply);
    if (reply->shown > reply->text.len)
        reply->shown = reply->text.len;
    reply_look(reply, true);
    if (reply->state == REPLY_THINKS)
        buf_clear(&reply->text);
}

void reply_refuse(struct reply *reply, struct str piece)
{
    reply->end = REPLY_REFUSED;
    size_t room = MAX_REFUSAL - reply->refusal.len;
    buf_add(&reply->refusal, piece.data, piece.len < room ? piece.len : room);
}

void reply_free(struct reply *reply)
{
    buf_free(&reply->text);
    buf_free(&reply->refusal);
}

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
