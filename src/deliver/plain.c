/* The webhookUrl of a request (deprecated): the bare status record is POSTed to it, unsigned. */
#include "deliver/post.h"

static enum status send_record(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    static const char *const no_headers[] = {NULL};
    struct buf record = {0};
    call->write_record(call->record_context, &record, call->article);
    struct str body = {record.data, record.len};
    enum status status =
        record.failed ? error_memory(err) : post_json(call, call->delivery->url, no_headers, body, outcome, err);
    if (status == OK && outcome->verdict == DELIVERY_GONE)
        outcome->verdict = DELIVERY_REFUSED; /* there is nothing to disable */
    buf_free(&record);
    return status;
}

const struct delivery_target plain_target = {.name = "webhookUrl", .takes_failed = true, .send = send_record};
