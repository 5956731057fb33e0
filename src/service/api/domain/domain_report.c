#include "service/api/domain/domain.h"

#include "service/api/fields/reading.h"
#include "service/domain/link_report.h"
#include "service/http/json.h"

enum { LISTED = 100, LISTED_MAX = 1000 };

struct showing {
    struct request *request;
    struct arena *arena; /* of the report */
    long limit;
    struct domain domain;
    struct link_report report;
};

static const struct field list_of_fields[] = {
    {"limit", FIELD_INTEGER, offsetof(struct showing, limit), .fallback = LISTED, .minimum = 1, .maximum = LISTED_MAX,
     .summary = "How many entries each list has at most."},
};

const struct fields domain_report_fields = {.name = "DomainReportRequest",
                                            .summary = "Looks at how the stored pages of a domain link to each other.",
                                            .list = list_of_fields,
                                            .count = COUNT_OF(list_of_fields),
                                            .size = sizeof(struct showing),
                                            .in_query = true};

/* --- what it shows -------------------------------------------------------------------------------------------------
 */

#define OF_PAGE(member) offsetof(struct report_page, member)

static const struct member of_orphan[] = {
    {"url", "string", "Where it is.", write_text, OF_PAGE(url)},
    {"title", "string", "Its title.", write_text, OF_PAGE(title)},
};

const struct members domain_orphan_members = {"OrphanPage", "A page to which no other one links.", of_orphan,
                                              COUNT_OF(of_orphan)};

static const struct member of_page[] = {
    {"url", "string", "Where it is.", write_text, OF_PAGE(url)},
    {"title", "string", "Its title.", write_text, OF_PAGE(title)},
    {"inbound", "integer", "Other pages that link to it.", write_integer, OF_PAGE(inbound)},
    {"outbound", "integer", "Other pages that it links to.", write_integer, OF_PAGE(outbound)},
};

const struct members domain_linked_members = {"LinkedPage", "A page and how it is linked.", of_page, COUNT_OF(of_page)};

static void write_status(struct buf *out, const void *object, const void *field)
{
    write_amount(out, object, *(const int64_t *)field ? field : &(int64_t){-1});
}

#define OF_BROKEN(member) offsetof(struct report_broken, member)

static const struct member of_broken[] = {
    {"from", "string", "The page on which it stands.", write_text, OF_BROKEN(from)},
    {"to", "string", "The address that it has.", write_text, OF_BROKEN(to)},
    {"text", "string", "What it says.", write_text, OF_BROKEN(text)},
    {"status", "integer?", "What the address answered the last crawl; null: no crawl read it.", write_status,
     OF_BROKEN(status)},
};

const struct members domain_broken_members = {"BrokenLink", "A link that leads to none of the pages.", of_broken,
                                              COUNT_OF(of_broken)};

#define OF_ANCHOR(member) offsetof(struct report_anchor, member)

static const struct member of_anchor[] = {
    {"text", "string", "What the links say.", write_text, OF_ANCHOR(text)},
    {"url", "string", "The page that they lead to.", write_text, OF_ANCHOR(url)},
    {"count", "integer", "How often.", write_integer, OF_ANCHOR(count)},
};

const struct members domain_anchor_members = {"Anchor", "What links say of a page.", of_anchor, COUNT_OF(of_anchor)};

static size_t most_of(const struct showing *showing, size_t count)
{
    return count < (size_t)showing->limit ? count : (size_t)showing->limit;
}

static void write_orphans(struct buf *out, const void *object, const void *field)
{
    const struct showing *showing = object;
    const struct link_report *report = field;
    size_t listed = 0;
    buf_char(out, '[');
    for (size_t i = 0; i < report->page_count && listed < (size_t)showing->limit; i++) {
        if (!report->pages[i].is_orphan)
            continue;
        list_next(out, listed++);
        members_write(out, &domain_orphan_members, &report->pages[i]);
    }
    buf_char(out, ']');
}

static void write_entries(struct buf *out, const struct members *members, const void *entries, size_t count,
                          size_t size)
{
    buf_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        list_next(out, i);
        members_write(out, members, (const char *)entries + i * size);
    }
    buf_char(out, ']');
}

static void write_pages(struct buf *out, const void *object, const void *field)
{
    const struct link_report *report = field;
    write_entries(out, &domain_linked_members, report->pages, most_of(object, report->page_count),
                  sizeof *report->pages);
}

static void write_broken(struct buf *out, const void *object, const void *field)
{
    const struct link_report *report = field;
    write_entries(out, &domain_broken_members, report->broken, most_of(object, report->broken_count),
                  sizeof *report->broken);
}

static void write_anchors(struct buf *out, const void *object, const void *field)
{
    const struct link_report *report = field;
    write_entries(out, &domain_anchor_members, report->anchors, most_of(object, report->anchor_count),
                  sizeof *report->anchors);
}

static void write_count(struct buf *out, const void *object, const void *field)
{
    write_integer(out, object, &(int64_t){(int64_t) * (const size_t *)field});
}

static void write_cut(struct buf *out, const void *object, const void *field)
{
    (void)object;
    buf_str(out, *(const bool *)field ? "true" : "false");
}

#define SHOWN(member) offsetof(struct showing, report.member)

static const struct member shown[] = {
    {"domainId", "string", "Identifier of the domain.", write_text, offsetof(struct showing, domain.id)},
    {"pages", "integer", "Pages that were looked at.", write_count, SHOWN(page_count)},
    {"links", "integer", "Links between them, and those that are broken.", write_integer, SHOWN(link_total)},
    {"orphanCount", "integer", "Pages to which no other one links.", write_integer, SHOWN(orphan_total)},
    {"orphans", "OrphanPage[]", "The first of them.", write_orphans, offsetof(struct showing, report)},
    {"inbound", "LinkedPage[]", "The pages that are linked least.", write_pages, offsetof(struct showing, report)},
    {"brokenLinkCount", "integer",
     "Links to addresses of the site that are none of its pages; one for each page and "
     "address.",
     write_integer, SHOWN(broken_total)},
    {"brokenLinks", "BrokenLink[]", "The first of them.", write_broken, offsetof(struct showing, report)},
    {"anchorCount", "integer", "Different things that links say of pages.", write_count, SHOWN(anchor_count)},
    {"anchors", "Anchor[]", "The most frequent of them.", write_anchors, offsetof(struct showing, report)},
    {"isCut", "boolean", "The domain has more than is looked at.", write_cut, SHOWN(is_cut)},
};

const struct members domain_report_members = {"DomainReport", "How the stored pages of a domain link to each other.",
                                              shown, COUNT_OF(shown)};

/* --- */

static enum status get(struct db *db, void *argument, struct error *err)
{
    struct showing *showing = argument;
    const struct request *request = showing->request;
    enum status status =
        domain_get(db, showing->arena, caller_of(request)->account_id, request->id, &showing->domain, err);
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "There is no domain with this id.") : status;
}

static enum status make(struct showing *showing, struct error *err)
{
    struct store *store = api_of(showing->request)->store;
    if (!showing->arena)
        return error_memory(err);
    enum status status = store_read(store, get, showing, err);
    return status == OK ? link_report_make(store, showing->arena, &showing->domain, &showing->report, err) : status;
}

static void answer_report(struct showing *showing)
{
    struct error err;
    struct request *request = showing->request;
    if (make(showing, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    members_write(&request->answer.body, &domain_report_members, showing);
    answer_json(request, 200);
}

void domain_report_show(struct request *request)
{
    json_t *query;
    struct showing showing = {.request = request};
    if (!read_request(request, &showing, &query))
        return;
    showing.arena = arena_new();
    answer_report(&showing);
    arena_free(showing.arena);
    json_decref(query);
}
