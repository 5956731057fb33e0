#include "service/api/domain/domain.h"

#include "service/api/fields/reading.h"
#include "service/http/json.h"
#include "text/url.h"

enum { PAGE_SIZE = 100, PAGE_MAX = 1000, CURSOR_MAX = 2100 };

struct listing {
    struct request *request;
    const char *cursor;
    long limit;
    struct domain domain;
    struct domain_page *pages;
    size_t count;
};

static const struct field list_of_fields[] = {
    {"limit", FIELD_INTEGER, offsetof(struct listing, limit), .fallback = PAGE_SIZE, .minimum = 1, .maximum = PAGE_MAX,
     .summary = "How many pages an answer lists."},
    {"cursor", FIELD_TEXT, offsetof(struct listing, cursor), .maximum = CURSOR_MAX,
     .summary = "The `nextCursor` of an earlier answer: what comes behind it."},
};

const struct fields domain_pages_fields = {.name = "DomainPageList",
                                           .summary = "Lists the stored pages of a domain by their addresses.",
                                           .list = list_of_fields,
                                           .count = COUNT_OF(list_of_fields),
                                           .size = sizeof(struct listing),
                                           .in_query = true};

static void write_pushed(struct buf *out, const void *object, const void *field)
{
    (void)object;
    buf_str(out, *(const bool *)field ? "true" : "false");
}

#define SHOWN(member) offsetof(struct domain_page, member)

static const struct member shown[] = {
    {"url", "string", "Where it is.", write_text, SHOWN(url)},
    {"title", "string", "Its title; empty where it has none.", write_text, SHOWN(title)},
    {"language", "string", "Its language; empty where that is unknown.", write_text, SHOWN(language)},
    {"pushed", "boolean", "It was sent; a crawl does not remove it.", write_pushed, SHOWN(pushed)},
    {"bytes", "integer", "Size of its HTML.", write_integer, SHOWN(bytes)},
    {"readAt", "integer", "When it was last sent or read, in milliseconds since 1970.", write_integer,
     SHOWN(touched_at)},
};

const struct members domain_page_members = {"DomainPage", "A stored page of a domain.", shown, COUNT_OF(shown)};

static enum status list(struct db *db, void *argument, struct error *err)
{
    struct listing *l = argument;
    const struct request *request = l->request;
    struct arena *arena = request->arena;
    enum status status = domain_get(db, arena, caller_of(request)->account_id, request->id, &l->domain, err);
    if (status == E_NOT_FOUND)
        return error_set(err, E_NOT_FOUND, NULL, "There is no domain with this id.");
    return status == OK
               ? domain_page_list(db, arena, request->id, l->cursor, (size_t)l->limit + 1, &l->pages, &l->count, err)
               : status;
}

/* The address of the next page of the list, for its Link header. */
static void answer_next(struct request *request, const char *cursor, long limit)
{
    struct buf text = {0};
    for (const char *c = cursor; *c; c++) {
        if (url_is_unreserved(*c))
            buf_char(&text, *c);
        else
            url_encode_octet(&text, (unsigned char)*c);
    }
    answer_header(request, "Link", "</api/domains/%s/pages?cursor=%s&limit=%ld>; rel=\"next\"", request->id,
                  buf_text(&text), limit);
    buf_free(&text);
}

static void answer_list(struct listing *listing)
{
    struct error err;
    struct request *request = listing->request;
    if (store_read(api_of(request)->store, list, listing, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    struct buf *out = &request->answer.body;
    bool more = listing->count > (size_t)listing->limit;
    size_t count = more ? (size_t)listing->limit : listing->count;
    list_open(out);
    for (size_t i = 0; i < count; i++) {
        list_next(out, i);
        members_write(out, &domain_page_members, &listing->pages[i]);
    }
    const char *next = more ? listing->pages[count - 1].url : NULL;
    list_close(out, next);
    if (next)
        answer_next(request, next, listing->limit);
    answer_json(request, 200);
}

void domain_pages_list(struct request *request)
{
    json_t *query;
    struct listing listing = {.request = request};
    if (!read_request(request, &listing, &query))
        return;
    answer_list(&listing);
    json_decref(query);
}
