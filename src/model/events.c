#include "model/events.h"

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
        if (status != OK)
            return status;
        length += is_whole;
        piece = (struct str){piece.data + length, piece.len - length};
    }
    return OK;
}

enum status events_end(struct events *events, struct error *err)
{
    enum status status = events->line.len > 0 ? take_line(events, err) : OK;
    return status == OK ? give_event(events, err) : status;
}
