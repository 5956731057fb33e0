/* The pictures of a draft: given to the site, and their addresses put into the HTML. */
#include "deliver/draft/draft.h"

#include "deliver/draft/draft_scan.h"
#include "deliver/site/progress.h"
#include "text/escape.h"

/* --- addresses in the HTML --- */

static const char *pictures_address_of(const struct delivered_draft *draft, const char *const *addresses, struct str id)
{
    for (size_t i = 0; i < draft->picture_count; i++)
        if (str_eq(str_from(draft->pictures[i].id), id))
            return addresses[i];
    return NULL;
}

static bool is_quote(char character)
{
    return character == '"' || character == '\'';
}

/* Replaces the value of an attribute with its quotes, if it has any. */
static void replace_value(struct buf *out, struct str html, size_t *from, struct str value, const char *address)
{
    size_t start = (size_t)(value.data - html.data), end = start + value.len;
    if (is_quote(html.data[start - 1])) {
        start--;
        end++;
    }
    buf_add(out, html.data + *from, start - *from);
    buf_char(out, '"');
    escape_attribute(out, str_from(address));
    buf_char(out, '"');
    *from = end;
}

static void write_html(const struct delivered_draft *draft, const char *const *addresses,
                       struct html_tokenizer *tokenizer, struct buf *room, struct buf *out)
{
    struct html_token token;
    struct draft_address parts;
    struct str value;
    size_t from = 0;
    while (!room->failed && html_next(tokenizer, &token)) {
        const char *address =
            draft_image_read(&token, room, &parts, &value) ? pictures_address_of(draft, addresses, parts.id) : NULL;
        if (address)
            replace_value(out, draft->html, &from, value, address);
    }
    buf_add(out, draft->html.data + from, draft->html.len - from);
    out->failed = out->failed || room->failed || html_tokenizer_failed(tokenizer);
}

enum status draft_html(const struct delivered_draft *draft, const char *const *addresses, struct arena *arena,
                       struct str *html, struct error *err)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(draft->html);
    struct buf out = {0}, room = {0};
    if (tokenizer)
        write_html(draft, addresses, tokenizer, &room, &out);
    *html = (struct str){tokenizer && !out.failed ? arena_copy_n(arena, buf_text(&out), out.len) : NULL, out.len};
    html_tokenizer_free(tokenizer);
    buf_free(&room);
    buf_free(&out);
    return html->data ? OK : error_memory(err);
}

/* --- giving them to the site --- */

static enum status give(const struct delivery_call *call, const struct draft_picture *picture, draft_upload upload,
                        void *context, const char **address, bool *done, struct delivery_outcome *outcome,
                        struct error *err)
{
    struct arena *arena = arena_new(); /* the bytes of one picture at a time */
    struct stored_picture bytes;
    if (!arena)
        return error_memory(err);
    enum status status = call->picture(call->context, picture->id, arena, &bytes, err);
    if (status == OK) {
        status = upload(context, picture, &bytes, address, outcome, err);
        *done = status == OK && (*address || outcome->verdict == DELIVERY_ACCEPTED);
    } else if (status == E_NOT_FOUND) {
        status = OK;
    }
    arena_free(arena);
    return status;
}

static enum status pictures_settle(const struct delivery_call *call, const struct draft_picture *picture,
                                   draft_upload upload, void *context, const char **address, bool *done,
                                   struct delivery_outcome *outcome, struct error *err)
{
    const char *kept = json_string_value(progress_get(call, "pictures", picture->id));
    if (kept) {
        *address = arena_copy(call->arena, kept);
        return *address ? OK : error_memory(err);
    }
    enum status status = give(call, picture, upload, context, address, done, outcome, err);
    if (status != OK || !*address)
        return status;
    return progress_keep(call, "pictures", picture->id, json_string(*address), err);
}

enum status draft_pictures(const struct delivery_call *call, const struct delivered_draft *draft, draft_upload upload,
                           void *context, const char ***addresses, bool *done, struct delivery_outcome *outcome,
                           struct error *err)
{
    *done = true;
    *addresses = ARENA_ARRAY(call->arena, draft->picture_count + 1, const char *);
    if (!*addresses)
        return error_memory(err);
    for (size_t i = 0; i < draft->picture_count && *done; i++) {
        enum status status =
            pictures_settle(call, &draft->pictures[i], upload, context, &(*addresses)[i], done, outcome, err);
        if (status != OK)
            return status;
    }
    return OK;
}
