#include "model/answer.h"

void events_begin(struct events *events, size_t limit,
                  enum status (*on_event)(void *context, struct str data, struct error *err), void *context)
{
    *events = (struct events){.on_event = on_event, .context = context, .line.limit = limit, .data.limit = limit};
}

void events_free(struct events *events)
{
    buf_free(&events->line);
    buf_free(&events->data);
}

/* A buffer that passed its limit and one without memory look alike; only the first is near its limit. */
static enum status events_explain(const struct buf *buf, size_t more, struct error *err)
{
    if (buf->limit && buf->len + more > buf->limit)
        return error_set(err, E_LIMIT, NULL, "an event of the answer is larger than %zu bytes", buf->limit);
    return error_memory(err);
}

static enum status give_event(struct events *events, struct error *err)
{
    enum status status = OK;
    if (events->data.len > 0)
        status = events->on_event(events->context, (struct str){events->data.data, events->data.len}, err);
    buf_clear(&events->data);
    return status;
}

static enum status add_data(struct events *events, struct str value, struct error *err)
{
    if (value.len > 0 && value.data[0] == ' ')
        value = (struct str){value.data + 1, value.len - 1};
    if (events->data.len > 0)
        buf_char(&events->data, '\n');
    buf_add(&events->data, value.data, value.len);
    return events->data.failed ? events_explain(&events->data, value.len + 1, err) : OK;
}

static enum status take_line(struct events *events, struct error *err)
{
    struct str line = {buf_text(&events->line), events->line.len};
    if (!events->is_begun && str_starts(line, STR("\xEF\xBB\xBF")))
        line = (struct str){line.data + 3, line.len - 3};
    events->is_begun = true;
    enum status status = OK;
    if (line.len == 0)
        status = give_event(events, err);
    else if (str_starts(line, STR("data:")))
        status = add_data(events, (struct str){line.data + 5, line.len - 5}, err);
    buf_clear(&events->line);
    return status;
}

static size_t line_length(struct str text)
{
    size_t length = 0;
    while (length < text.len && text.data[length] != '\n' && text.data[length] != '\r')
        length++;
    return length;
}

enum status events_feed(struct events *events, struct str piece, struct error *err)
{
    while (piece.len > 0) {
        bool is_rest_of_crlf = events->after_cr && piece.data[0] == '\n';
        size_t length = is_rest_of_crlf ? 0 : line_length(piece);
        buf_add(&events->line, piece.data, length);
        if (events->line.failed)
            return events_explain(&events->line, length, err);
        bool is_whole = length < piece.len;
        events->after_cr = is_whole && piece.data[length] == '\r';
        enum status status = is_whole && !is_rest_of_crlf ? take_line(events, err) : OK;
        if (status)
            return status;
        length += is_whole;
        piece = (struct str){piece.data + length, piece.len - length};
    }
    return OK;
}

enum status events_end(struct events *events, struct error *err)
{
    enum status status = events->line.len > 0 ? take_line(events, err) : OK;
    return status ? status : give_event(events, err);
}

enum { MAX_ERROR_BYTES = 8 * 1024 };

void answer_free(struct incoming_answer *answer)
{
    events_free(&answer->events);
    buf_free(&answer->body);
}

/* --- errors that the server reports --- */

static const struct http_meaning {
    int http;
    enum status status;
    bool may_pass;
    const char *message;
} meanings[] = {
    {400, E_UPSTREAM, false, "it does not accept the question"},
    {401, E_DENIED, false, "it refuses the key"},
    {402, E_LIMIT, false, "it takes no more questions until its account is paid for"},
    {403, E_DENIED, false, "it refuses the key for this model"},
    {404, E_UPSTREAM, false, "it does not know the model, or base_url is wrong"},
    {408, E_TIMEOUT, true, "it gave up in time"},
    {409, E_UPSTREAM, true, "it is in conflict with another question"},
    {413, E_LIMIT, false, "the question is too long for it: lower `context` in its entry of the configuration"},
    {422, E_UPSTREAM, false, "it does not accept the question"},
    {429, E_LIMIT, true, "it takes no more questions now"},
    {500, E_UPSTREAM, true, "it failed"},
    {502, E_UPSTREAM, true, "it failed"},
    {503, E_UPSTREAM, true, "it is not available"},
    {504, E_UPSTREAM, true, "it failed"},
    {529, E_LIMIT, true, "it takes no more questions now"},
};

static struct http_meaning meaning_of(int http)
{
    for (size_t i = 0; i < COUNT_OF(meanings); i++)
        if (meanings[i].http == http)
            return meanings[i];
    if (http >= 300 && http < 400)
        return (struct http_meaning){http, E_UPSTREAM, false, "it redirects; base_url must be the final address"};
    return (struct http_meaning){http, E_UPSTREAM, false, "it answers with an error"};
}

static enum status report_error(struct incoming_answer *answer, int http)
{
    struct wire_error said;
    wire_error_read((struct str){buf_text(&answer->body), answer->body.len}, &said);
    int known = http == 429 && wire_error_status(&said) == 402 ? 402 : http;
    struct http_meaning meaning = meaning_of(known);
    if (wire_error_is_length(&said) && (http == 400 || http == 422 || http == 500)) {
        meaning = meaning_of(413);
    } else if (http == 400 || http == 422) {
        answer->refused = answer->backend->read_refusal(said.message);
    }
    answer->may_pass = meaning.may_pass;
    struct wire_quote quote = wire_quote(said.message, answer->key);
    wire_error_free(&said);
    return error_set(answer->err, meaning.status, NULL, "%s (HTTP %d)%s%s%s", meaning.message, http,
                     quote.text[0] ? ": \"" : "", quote.text, quote.text[0] ? "\"" : "");
}

/* --- events --- */

static enum status answer_check_text(const struct incoming_answer *answer)
{
    const struct buf *text = &answer->reply->text;
    if (!text->failed)
        return OK;
    if (answer->reply->is_too_long)
        return error_set(answer->err, E_UPSTREAM, NULL, "its answer is longer than was asked for by far");
    return error_memory(answer->err);
}

static bool holds_error(const json_t *event)
{
    const json_t *error = json_object_get(event, "error");
    return json_is_object(error) || (json_is_string(error) && json_string_length(error) > 0);
}

static enum status keep_error(struct incoming_answer *answer, struct str data)
{
    struct wire_error said;
    wire_error_read(data, &said);
    answer->error_status = wire_error_status(&said);
    wire_error_free(&said);
    if (data.data != answer->body.data)
        buf_add(&answer->body, data.data, data.len < MAX_ERROR_BYTES ? data.len : MAX_ERROR_BYTES);
    return E_UPSTREAM; /* answer_end says what it was */
}

static enum status on_event(void *context, struct str data, struct error *err)
{
    struct incoming_answer *answer = context;
    enum status status;
    if (answer->reply->is_over)
        return OK;
    if (str_eq(str_trim(data), STR("[DONE]"))) {
        answer->reply->is_over = true;
        return OK;
    }
    json_t *event = wire_parse(data, answer->key, &status, err);
    if (!event) {
        answer->may_pass = status == E_UPSTREAM;
        return status;
    }
    if (holds_error(event)) {
        status = keep_error(answer, data);
    } else {
        answer->backend->read_event(answer->reply, event);
        status = answer_check_text(answer);
    }
    json_decref(event);
    return status;
}

void answer_begin(struct incoming_answer *answer, size_t max_bytes)
{
    events_begin(&answer->events, max_bytes, on_event, answer);
    answer->body = (struct buf){.limit = max_bytes};
    answer->kind = ANSWER_NONE;
    answer->status = OK;
    answer->error_status = 0;
    answer->may_pass = false;
    answer->refused = 0;
}

/* --- the pieces --- */

/* Some servers leave the type out, or call everything plain text: what it begins with tells then. */
static enum answer_kind guess_kind(struct str piece)
{
    struct str begin = str_trim(piece);
    if (str_starts(begin, STR("{")))
        return ANSWER_WHOLE;
    if (str_starts(begin, STR("data:")) || str_starts(begin, STR("event:")) || str_starts(begin, STR(":")))
        return ANSWER_EVENTS;
    return ANSWER_FOREIGN;
}

static enum answer_kind kind_of(const struct exchange_head *head, struct str piece)
{
    struct str rest = head->content_type, type = STR("");
    if (head->status < 200 || head->status > 299)
        return ANSWER_ERROR;
    str_split(&rest, ';', &type);
    type = str_trim(type);
    if (str_ieq(type, STR("text/event-stream")))
        return ANSWER_EVENTS;
    if (str_ieq(type, STR("application/json")))
        return ANSWER_WHOLE;
    return !type.len || str_ieq(type, STR("text/plain")) ? guess_kind(piece) : ANSWER_FOREIGN;
}

/* What nobody reads to its end is kept up to a limit. */
static void keep_begin(struct incoming_answer *answer, struct str piece)
{
    size_t room = answer->body.len < MAX_ERROR_BYTES ? MAX_ERROR_BYTES - answer->body.len : 0;
    buf_add(&answer->body, piece.data, piece.len < room ? piece.len : room);
}

static enum status report_foreign(struct incoming_answer *answer, const struct exchange_head *head)
{
    struct wire_quote type = wire_quote(head->content_type, answer->key);
    struct wire_quote begin = wire_quote((struct str){buf_text(&answer->body), answer->body.len}, answer->key);
    return error_set(answer->err, E_UPSTREAM, NULL,
                     "it answers with %.60s, which is no answer of a model (is base_url right?): \"%.120s\"",
                     type.text[0] ? type.text : "no content type", begin.text);
}

/* E_LIMIT is for questions that are too long or too many. */
static enum status too_large(const struct incoming_answer *answer, enum status status)
{
    if (status != E_LIMIT)
        return status;
    answer->err->status = E_UPSTREAM;
    return E_UPSTREAM;
}

enum exchange_next answer_piece(void *context, const struct exchange_head *head, struct str piece)
{
    struct incoming_answer *answer = context;
    if (answer->kind == ANSWER_NONE)
        answer->kind = kind_of(head, piece);
    switch (answer->kind) {
    case ANSWER_EVENTS:
        answer->status = too_large(answer, events_feed(&answer->events, piece, answer->err));
        break;
    case ANSWER_WHOLE:
        buf_add(&answer->body, piece.data, piece.len);
        break;
    case ANSWER_FOREIGN:
        keep_begin(answer, piece);
        answer->status = report_foreign(answer, head);
        break;
    default:
        keep_begin(answer, piece);
    }
    if (answer->status || answer->body.failed)
        return EXCHANGE_STOP;
    return answer->reply->is_over ? EXCHANGE_LAST : EXCHANGE_MORE;
}

/* --- the end --- */

static enum status answer_read_whole(struct incoming_answer *answer)
{
    enum status status;
    json_t *whole =
        wire_parse((struct str){buf_text(&answer->body), answer->body.len}, answer->key, &status, answer->err);
    if (!whole) {
        answer->may_pass = status == E_UPSTREAM;
        return status;
    }
    if (holds_error(whole)) {
        status = keep_error(answer, (struct str){answer->body.data, answer->body.len});
    } else {
        status = answer->backend->read_whole(answer->reply, whole, answer->err);
    }
    json_decref(whole);
    return status ? status : answer_check_text(answer);
}

static enum status broken_off(struct incoming_answer *answer)
{
    answer->may_pass = true;
    return error_set(answer->err, E_NETWORK, NULL, "its answer broke off before its end");
}

static enum status finish_kind(struct incoming_answer *answer)
{
    switch (answer->kind) {
    case ANSWER_EVENTS:
        answer->status = too_large(answer, events_end(&answer->events, answer->err));
        if (!answer->status && !answer->reply->is_over && answer->reply->end == REPLY_OPEN)
            return broken_off(answer);
        return answer->status;
    case ANSWER_WHOLE:
        return answer_read_whole(answer);
    case ANSWER_NONE:
        return broken_off(answer);
    default:
        return OK;
    }
}

static enum status finish_answer(struct incoming_answer *answer, const struct exchange *exchange)
{
    int http = exchange->head.status;
    bool is_good = http >= 200 && http <= 299;
    enum status status = answer->status;
    if (!status && answer->body.failed)
        return error_memory(answer->err);
    if (!status && is_good)
        status = finish_kind(answer);
    if (answer->error_status || !is_good)
        return report_error(answer, is_good ? answer->error_status : http);
    if (!status) {
        reply_finish(answer->reply);
        status = answer_check_text(answer);
    }
    return status;
}

/* A connection that breaks when the model has said that it is finished takes nothing away. */
static bool is_complete(const struct incoming_answer *answer)
{
    return answer->kind == ANSWER_EVENTS && answer->reply->end != REPLY_OPEN;
}

enum status answer_end(struct incoming_answer *answer, const struct exchange *exchange, enum status status)
{
    if (!status || ((status == E_NETWORK || status == E_TIMEOUT) && is_complete(answer)))
        return finish_answer(answer, exchange);
    answer->may_pass = exchange->may_pass;
    return too_large(answer, status);
}
