#include "service/api/domain/domain.h"

#include "service/api/fields/listing.h"

enum { PAGE_SIZE = 100, PAGE_MAX = 1000, CURSOR_MAX = 2100 };

static const struct field list_of_fields[] = {LISTING_FIELDS("addresses", PAGE_SIZE, PAGE_MAX, CURSOR_MAX)};

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

static enum status list_pages(struct db *db, void *argument, struct error *err)
{
    struct listing *l = argument;
    const struct request *request = l->request;
    struct arena *arena = request->arena;
    struct domain domain;
    struct domain_page *pages = NULL;
    enum status status = domain_get(db, arena, caller_of(request)->account_id, request->id, &domain, err);
    if (status == E_NOT_FOUND)
        return error_set(err, E_NOT_FOUND, NULL, "There is no domain with this id.");
    if (status == OK)
        status = domain_page_list(db, arena, request->id, l->cursor, listing_wanted(l), &pages, &l->count, err);
    l->entries = pages;
    return status;
}

static void pages_write_entry(struct request *request, const void *entry)
{
    members_write(&request->answer.body, &domain_page_members, entry);
}

static const struct listing_kind listing_kind = {.read = list_pages,
                                                 .size = sizeof(struct domain_page),
                                                 .cursor_at = offsetof(struct domain_page, url),
                                                 .write = pages_write_entry};

void domain_pages_list(struct request *request)
{
    struct listing listing = {.request = request};
    listing_answer(&listing, &listing_kind);
}
