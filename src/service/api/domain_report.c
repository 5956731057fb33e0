#include "link/report/report.h"
#include "service/api/fields.h"
#include "service/domain/domain.h"

enum { PAGE_SIZE = 100, PAGE_MAX = 1000, CURSOR_MAX = 2100 };

LISTING_TABLE(domain_pages_fields, "DomainPageList", "Lists the stored pages of a domain by their addresses.",
              "addresses", PAGE_SIZE, PAGE_MAX, CURSOR_MAX);

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
        return resource_missing(E_NOT_FOUND, "domain", err);
    if (!status)
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

enum { LISTED_MAX = 1000, NODES_MAX = 1000 };

/* A build that it waits for may have begun before the last pages came: how often it waits. */
enum { WAITS_MAX = 3 };

enum { REPORT_JSON, REPORT_HTML };

struct report_showing {
    struct request *request;
    struct arena *arena; /* of the report */
    long limit, weak_below, nodes;
    const char *format;
    struct domain domain;
    struct link_report report;
    int waits;
    enum status prepared; /* of the index that it waited for */
    struct error err;
};

static const char *format_name(size_t i)
{
    static const char *const names[] = {[REPORT_JSON] = "json", [REPORT_HTML] = "html"};
    return i < COUNT_OF(names) ? names[i] : NULL;
}

#define GIVEN(member) offsetof(struct report_showing, member)

static const struct field domain_report_list_of_fields[] = {
    {"limit", FIELD_INTEGER, GIVEN(limit), .fallback = REPORT_LIMIT, .minimum = 1, .maximum = LISTED_MAX,
     .summary = "How many entries each list has at most."},
    {"weakBelow", FIELD_INTEGER, GIVEN(weak_below), .fallback = REPORT_WEAK_BELOW, .minimum = 1,
     .maximum = REPORT_WEAK_BELOW_MAX, .summary = "A page to which fewer pages link in running text is weak."},
    {"nodes", FIELD_INTEGER, GIVEN(nodes), .fallback = REPORT_NODES, .minimum = 1, .maximum = NODES_MAX,
     .summary = "How many pages the graph has at most."},
    {"format", FIELD_WORD, GIVEN(format), .word = format_name,
     .summary = "`json`, or `html`: a page for a browser, with a drawing of the links."},
};

const struct fields domain_report_fields = {.name = "DomainReportRequest",
                                            .summary = "Looks at how the stored pages of a domain link to each other.",
                                            .list = domain_report_list_of_fields,
                                            .count = COUNT_OF(domain_report_list_of_fields),
                                            .size = sizeof(struct report_showing),
                                            .in_query = true};

/* The others are those of the report itself. */
static const struct member domain_report_shown[] = {
    {"domainId", "string", "Identifier of the domain.", write_text, offsetof(struct report_showing, domain.id)},
};

const struct members domain_report_members = {"DomainReport", "How the stored pages of a domain link to each other.",
                                              domain_report_shown, COUNT_OF(domain_report_shown),
                                              .rest = &report_shape};

/* --- the report as JSON --- */

static void write_shape(struct buf *out, const struct report_shape *shape, const void *object);

static void report_write_list(struct buf *out, const struct shape_field *field, const void *object)
{
    const char *items = *(const char *const *)((const char *)object + field->at);
    size_t count = *(const size_t *)((const char *)object + field->count_at);
    buf_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        list_next(out, i);
        buf_char(out, '{');
        write_shape(out, field->of, items + i * field->of->size);
        buf_char(out, '}');
    }
    buf_char(out, ']');
}

static void write_slice(struct buf *out, const struct str *text)
{
    if (text->data)
        json_slice(out, *text);
    else
        buf_str(out, "null");
}

static void write_field(struct buf *out, const struct shape_field *field, const void *object)
{
    const void *at = (const char *)object + field->at;
    switch (field->kind) {
    case SHAPE_TEXT:
        write_slice(out, at);
        break;
    case SHAPE_COUNT:
    case SHAPE_AMOUNT:
        write_amount(out, object, at);
        break;
    case SHAPE_SHARE:
        write_decimal(out, *(const double *)at, 4);
        break;
    case SHAPE_FLAG:
        buf_str(out, *(const bool *)at ? "true" : "false");
        break;
    case SHAPE_PLACE:
        buf_printf(out, "%u", (unsigned)*(const uint32_t *)at);
        break;
    case SHAPE_OBJECT:
        buf_char(out, '{');
        write_shape(out, field->of, at);
        buf_char(out, '}');
        break;
    case SHAPE_LIST:
        report_write_list(out, field, object);
        break;
    }
}

/* The members of the object, without its braces. */
static void write_shape(struct buf *out, const struct report_shape *shape, const void *object)
{
    for (size_t i = 0; i < shape->count; i++) {
        buf_printf(out, "%s\"%s\":", i ? "," : "", shape->fields[i].name);
        write_field(out, &shape->fields[i], object);
    }
}

static void write_report(struct buf *out, const struct report_showing *showing)
{
    buf_str(out, "{\"domainId\":");
    json_text(out, showing->domain.id);
    buf_char(out, ',');
    write_shape(out, &report_shape, &showing->report);
    buf_char(out, '}');
}

/* --- making it --- */

static bool is_page(const struct report_showing *showing)
{
    return showing->format && strcmp(showing->format, format_name(REPORT_HTML)) == 0;
}

static enum status write_page(struct report_showing *showing, struct error *err)
{
    struct str page;
    enum status status = report_page(&showing->report, str_from(showing->domain.name), showing->arena, &page, err);
    if (!status)
        buf_add(&showing->request->answer.body, page.data, page.len);
    return status;
}

/* The texts of the report point into the index: it is written before that is released. */
static enum status write_answer(struct report_showing *showing, struct error *err)
{
    if (is_page(showing))
        return write_page(showing, err);
    write_report(&showing->request->answer.body, showing);
    return OK;
}

static enum status make_report(struct report_showing *showing, struct error *err)
{
    struct request *request = showing->request;
    struct index_cache *indexes = api_of(request)->indexes;
    struct open_index *index;
    const struct report_options options = {.limit = (size_t)showing->limit,
                                           .weak_below = (size_t)showing->weak_below,
                                           .nodes = (size_t)showing->nodes,
                                           .entry = str_from(showing->domain.start_url)};
    enum status status = indexes_use(indexes, caller_of(request)->account_id, request->id, &index, err);
    if (status)
        return status;
    status = link_report_make(indexes_link_index(index), &options, showing->arena, &showing->report, err);
    if (!status)
        status = write_answer(showing, err);
    indexes_release(indexes, index);
    if (status == E_CORRUPT)
        indexes_drop(indexes, request->id); /* the next request builds it anew */
    return status;
}

/* A domain without pages has no index, and a report that says so. */
static enum status make_empty(struct report_showing *showing, struct error *err)
{
    showing->report = (struct link_report){.weak_below = showing->weak_below};
    return write_answer(showing, err);
}

static void report_finish(struct report_showing *showing, enum status status)
{
    struct request *request = showing->request;
    struct error *err = &showing->err;
    showing->arena = arena_new();
    if (!showing->arena)
        status = error_memory(err);
    if (!status && showing->domain.page_count)
        status = make_report(showing, err);
    bool is_empty = status == E_INVALID && err->code && strcmp(err->code, "domain_empty") == 0;
    if (is_empty || (!status && !showing->domain.page_count))
        status = make_empty(showing, err);
    if (status)
        answer_error(request, err);
    else if (is_page(showing))
        answer_body(request, 200, "text/html; charset=utf-8");
    else
        answer_json(request, 200);
    arena_free(showing->arena);
}

/* --- waiting for the index: the request holds no thread while it is built --- */

static void prepared(void *argument, enum status status, const struct error *err)
{
    struct report_showing *showing = argument;
    showing->prepared = status;
    if (err)
        showing->err = *err;
    request_run_again(showing->request);
}

static enum status report_get(struct db *db, void *argument, struct error *err)
{
    struct report_showing *showing = argument;
    const struct request *request = showing->request;
    enum status status =
        domain_get(db, request->arena, caller_of(request)->account_id, request->id, &showing->domain, err);
    return resource_missing(status, "domain", err);
}

/* A report on a few pages tells of them as they are now; one on many of the index that there is. */
static enum status report_look(struct report_showing *showing, bool *is_ready)
{
    const struct request *request = showing->request;
    struct index_cache *indexes = api_of(request)->indexes;
    bool are_few = showing->domain.page_count <= INDEXES_FEW;
    *is_ready = showing->domain.page_count == 0;
    if (*is_ready)
        return OK;
    return (are_few ? indexes_is_newest : indexes_look)(indexes, caller_of(request)->account_id, request->id, is_ready,
                                                        &showing->err);
}

static void report_run(struct report_showing *showing)
{
    struct request *request = showing->request;
    bool is_ready = false;
    enum status status = store_read(api_of(request)->store, report_get, showing, &showing->err);
    if (!status)
        status = report_look(showing, &is_ready);
    if (status || is_ready || showing->waits == WAITS_MAX) {
        report_finish(showing, status);
        return;
    }
    showing->waits++;
    if (request_suspend(request))
        indexes_prepare(api_of(request)->indexes, caller_of(request)->account_id, request->id, prepared, showing);
}

/* Runs once more when the index is there that it waited for: it may be one of pages that have changed meanwhile. */
void domain_report_show(struct request *request)
{
    json_t *query;
    struct report_showing *showing = request->state;
    if (showing && showing->prepared != OK)
        report_finish(showing, showing->prepared);
    else if (showing)
        report_run(showing);
    if (showing)
        return;
    showing = ARENA_NEW(request->arena, struct report_showing);
    if (!showing) {
        answer_no_memory(request);
        return;
    }
    showing->request = request;
    if (!read_request(request, showing, &query))
        return;
    showing->format = showing->format ? arena_copy(request->arena, showing->format) : NULL;
    json_decref(query);
    request->state = showing;
    report_run(showing);
}
