/* Any bytes as server-sent events: the same events whichever pieces they come in, none of them empty or too large. */
#include "model/answer.h"

#include "check.h"

enum { LIMIT = 4096 };

struct heard {
    struct buf log;
    size_t count;
};

static enum status on_event(void *context, struct str data, struct error *err)
{
    (void)err;
    struct heard *heard = context;
    check(data.len > 0 && data.len <= LIMIT, "the size of an event");
    buf_printf(&heard->log, "%zu:", data.len);
    buf_add(&heard->log, data.data, data.len);
    heard->count++;
    return OK;
}

static enum status hear(struct heard *heard, const uint8_t *data, size_t size, size_t step)
{
    struct events events;
    enum status status = OK;
    events_begin(&events, LIMIT, on_event, heard);
    for (size_t at = 0; at < size && status == OK; at += step)
        status = events_feed(&events, (struct str){(const char *)data + at, size - at < step ? size - at : step}, NULL);
    if (status == OK)
        status = events_end(&events, NULL);
    events_free(&events);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct heard whole = {0}, pieces = {0};
    enum status expected = hear(&whole, data + 1, size - 1, size),
                status = hear(&pieces, data + 1, size - 1, data[0] % 7 + 1u);
    check(expected == OK || expected == E_LIMIT, "the status");
    check(status == expected, "the status of pieces");
    check(whole.count == pieces.count && whole.log.len == pieces.log.len, "the events of pieces");
    check(memcmp(buf_text(&whole.log), buf_text(&pieces.log), whole.log.len) == 0, "the data of pieces");
    buf_free(&whole.log);
    buf_free(&pieces.log);
    return 0;
}
