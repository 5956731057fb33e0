#include "deliver/deliver_parts.h"
#include "text/text.h"

static const struct delivery_target *const targets[] = {
    &webhook_target, &wordpress_target, &ghost_target, &shopify_target, &webflow_target,
};

const struct delivery_target *delivery_target_find(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(targets); i++)
        if (strcmp(targets[i]->name, name) == 0)
            return targets[i];
    return NULL;
}

const char *delivery_target_name(size_t i)
{
    return i < COUNT_OF(targets) ? targets[i]->name : NULL;
}

char *delivery_shown_url(struct arena *arena, const char *url)
{
    struct url parts;
    if (url_parse(str_from(url), &parts, NULL) != OK)
        return arena_copy(arena, "");
    return arena_printf(arena, "%.*s://%.*s%s%.*s%.*s", STR_ARG(parts.scheme), STR_ARG(parts.host),
                        parts.port.len ? ":" : "", STR_ARG(parts.port), STR_ARG(parts.path));
}

/* --- the webhookUrl of a request (deprecated): the bare status record is POSTed to it, unsigned --- */

static enum status send_record(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    static const char *const no_headers[] = {NULL};
    struct buf record = {0};
    call->write_record(call->record_context, &record, call->article);
    struct str body = {record.data, record.len};
    enum status status =
        record.failed ? error_memory(err) : post_json(call, call->delivery->url, no_headers, body, outcome, err);
    if (!status && outcome->verdict == DELIVERY_GONE)
        outcome->verdict = DELIVERY_REFUSED; /* there is nothing to disable */
    buf_free(&record);
    return status;
}

const struct delivery_target plain_target = {.name = "webhookUrl", .takes_failed = true, .send = send_record};
