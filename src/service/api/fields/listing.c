#include "service/api/fields/listing.h"

#include "service/api/fields/members.h"
#include "service/api/fields/reading.h"
#include "text/url.h"

const struct fault listing_wrong_cursor = {"/cursor", "cursor must be the nextCursor of an earlier page."};

size_t listing_wanted(const struct listing *listing)
{
    return (size_t)listing->limit + 1;
}

/* --- the address of the next page --- */

static void listing_add_escaped(struct buf *out, const char *text, char kept)
{
    for (const char *c = text; *c; c++) {
        if (url_is_unreserved(*c) || *c == kept)
            buf_char(out, *c);
        else
            url_encode_octet(out, (unsigned char)*c);
    }
}

/* What the request asked for besides a page holds for the next one too. */
static void listing_add_argument(void *context, const char *name, const char *value)
{
    struct buf *out = context;
    if (strcmp(name, "cursor") == 0 || strcmp(name, "limit") == 0)
        return;
    buf_char(out, '&');
    listing_add_escaped(out, name, '\0');
    buf_char(out, '=');
    listing_add_escaped(out, value, '\0');
}

static void listing_add_link(const struct listing *listing, const char *next)
{
    struct request *request = listing->request;
    struct buf address = {0};
    listing_add_escaped(&address, request->target.path, '/');
    buf_str(&address, "?cursor=");
    listing_add_escaped(&address, next, '\0');
    buf_printf(&address, "&limit=%ld", listing->limit);
    if (!request_arguments(request, listing_add_argument, &address) || address.failed)
        request->answer.body.failed = true; /* sent as an internal error */
    else
        answer_header(request, "Link", "<%s>; rel=\"next\"", buf_text(&address));
    buf_free(&address);
}

/* --- the answer --- */

static void write_page(const struct listing *listing, const struct listing_kind *kind)
{
    struct request *request = listing->request;
    struct buf *out = &request->answer.body;
    bool more = listing->count > (size_t)listing->limit;
    size_t count = more ? (size_t)listing->limit : listing->count;
    const char *entry = listing->entries, *next = more ? NULL : listing->next;
    list_open(out);
    for (size_t i = 0; i < count; i++, entry += kind->size) {
        list_next(out, i);
        kind->write(request, entry);
        if (more)
            next = *(const char *const *)(entry + kind->cursor_at);
    }
    list_close(out, next);
    if (next)
        listing_add_link(listing, next);
    answer_json(request, 200);
}

static bool is_sound(struct listing *listing, const struct listing_kind *kind)
{
    if (!listing->cursor || !kind->is_cursor || kind->is_cursor(listing->cursor))
        return !kind->check || kind->check(listing);
    answer_faults(listing->request, &listing_wrong_cursor, 1);
    return false;
}

static enum status listing_read_page(struct listing *listing, const struct listing_kind *kind, struct error *err)
{
    struct store *store = api_of(listing->request)->store;
    bool is_long = kind->is_long && kind->is_long(listing);
    return is_long ? store_read_long(store, kind->read, listing, err) : store_read(store, kind->read, listing, err);
}

static void answer_listing(struct listing *listing, const struct listing_kind *kind)
{
    struct error err;
    enum status status = listing_read_page(listing, kind, &err);
    if (status == OK && kind->complete)
        status = kind->complete(listing, &err);
    if (status == OK)
        write_page(listing, kind);
    else
        answer_error(listing->request, &err);
}

void listing_answer(struct listing *listing, const struct listing_kind *kind)
{
    json_t *query;
    if (!read_request(listing->request, listing, &query))
        return;
    if (is_sound(listing, kind))
        answer_listing(listing, kind);
    json_decref(query);
}
