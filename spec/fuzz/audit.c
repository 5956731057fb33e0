/*
 * Any records in the index file of a site, and the report made of them, as data and as an HTML page. The input says how
 * the good records are changed: eight bytes at a time, one for the section (or its place in the header), three for the
 * place in it, and four for the value. Whatever they say, each text of the report can be read, its numbers are in
 * range, its lists are no longer than the limit, and its page holds no address but those of the web.
 */
#include "index_file.h"
#include "link/report/report.h"

enum { LIMIT = 7 };

static const struct link_page site[] = {
    {.url = TEXT("https://example.org/"),
     .title = TEXT("Garden"),
     .html = TEXT("<nav><a href='/herbs'>Herbs</a></nav><p>Our <a href='/herbs'>herb garden</a> and "
                  "<a href='/basil'>sweet basil</a>, with <a href='/gone'>a page that is gone</a>.</p>")},
    {.url = TEXT("https://example.org/herbs"),
     .title = TEXT("Herb garden"),
     .html = TEXT("<p>Sweet <a href='/basil'>basil</a> and <a href='/soil'>good soil</a>; peat pellets too.</p>")},
    {.url = TEXT("https://example.org/basil"),
     .title = TEXT("Basil"),
     .html = TEXT("<p>It likes <a href='/soil'>soil</a>, see the <a href='/herbs'>herb garden</a>. "
                  "<a href='/old'>Pots</a> and <a href='/nowhere'>nothing</a>.</p>")},
    {.url = TEXT("https://example.org/soil"), .title = TEXT("Soil"), .html = TEXT("<ul><li><a href='/basil'>soil</a>")},
    {.url = TEXT("https://example.org/pots/clay"), .title = TEXT("Clay pots"), .html = TEXT("<p>Herbs in clay pots.")},
    {.url = TEXT("https://example.org/pots/peat"), .title = TEXT("Peat pellets"), .html = TEXT("<p>Basil, clay pots.")},
    {.url = TEXT("https://example.org/old"), .is_address = true, .leads_to = TEXT("https://example.org/pots/clay")},
    {.url = TEXT("https://example.org/gone"), .is_address = true, .status = 404},
};

static struct buf good;

static size_t section_size(const struct index_header *header, int section)
{
    return header->sections[section].count * index_record_size(section);
}

/* The good file, changed as the input says. */
static void change(struct buf *bytes, const uint8_t *data, size_t size)
{
    buf_add(bytes, good.data, good.len);
    struct index_header *header = (struct index_header *)bytes->data, kept = *header;
    for (; size >= 8; data += 8, size -= 8) {
        size_t section = data[0] % (2 * SECTION_COUNT), place = data[1] | (size_t)data[2] << 8 | (size_t)data[3] << 16;
        bool is_header = section >= SECTION_COUNT;
        int id = (int)(section % SECTION_COUNT);
        char *start = is_header ? (char *)&header->sections[id] : bytes->data + kept.sections[id].offset;
        size_t room = is_header ? sizeof header->sections[id] : section_size(&kept, id);
        if (room >= 4)
            memcpy(start + place % (room - 3), data + 4, 4);
    }
    mend_index_file(bytes);
}

/* --- what a report may hold --- */

static void check_object(const struct report_shape *shape, const void *object);

static void check_text(struct str text)
{
    unsigned sum = 0;
    for (size_t i = 0; i < text.len; i++)
        sum += (unsigned char)text.data[i];
    static volatile unsigned seen; /* so that each byte is read */
    seen = sum;
    (void)seen;
}

static void check_list(const struct shape_field *field, const char *object)
{
    const char *entries = *(const char *const *)(object + field->at);
    size_t count = *(const size_t *)(object + field->count_at);
    for (size_t i = 0; i < count; i++)
        check_object(field->of, entries + i * field->of->size);
}

static void check_field(const struct shape_field *field, const char *object)
{
    const void *value = object + field->at;
    if (field->kind == SHAPE_TEXT)
        check_text(*(const struct str *)value);
    else if (field->kind == SHAPE_COUNT)
        check(*(const int64_t *)value >= 0, "a count is not negative");
    else if (field->kind == SHAPE_SHARE)
        check(*(const double *)value >= 0 && *(const double *)value <= 1, "a share is from 0 to 1");
    else if (field->kind == SHAPE_OBJECT)
        check_object(field->of, value);
    else if (field->kind == SHAPE_LIST)
        check_list(field, object);
}

static void check_object(const struct report_shape *shape, const void *object)
{
    for (size_t i = 0; i < shape->count; i++)
        check_field(&shape->fields[i], object);
}

static void check_graph(const struct report_graph *graph)
{
    check((int64_t)graph->node_count <= graph->node_total, "as many nodes as there are");
    for (size_t i = 0; i < graph->edge_count; i++)
        check(graph->edges[i].from < graph->node_count && graph->edges[i].to < graph->node_count, "an edge has ends");
}

static void check_limits(const struct link_report *report)
{
    const size_t counts[] = {report->orphans.count, report->weak.count,      report->inbound.count,
                             report->top.count,     report->dead_ends.count, report->unreachable.count,
                             report->deepest.count, report->broken_count,    report->anchor_count,
                             report->shared_count,  report->uneven_count};
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        check(counts[i] <= LIMIT, "no list is longer than the limit");
}

/* No address of a link begins with anything but a scheme of the web, or a place on the page itself. */
static void check_page(struct str page)
{
    for (size_t at = str_find(page, STR("href=\""), 0); at < page.len; at = str_find(page, STR("href=\""), at)) {
        at += strlen("href=\"");
        struct str address = {page.data + at, page.len - at};
        check(str_starts(address, STR("#")) || str_istarts(address, STR("http://")) ||
                  str_istarts(address, STR("https://")),
              "an address is one of the web");
    }
    check(str_find(page, STR("<script"), 0) == page.len, "no script");
}

static void report_on(const struct link_index *index, struct arena *arena)
{
    struct report_options options = {.limit = LIMIT, .nodes = 4, .entry = STR("https://example.org/old")};
    struct link_report report;
    struct str page;
    check(link_report_make(index, &options, arena, &report, NULL) == OK, "making the report");
    check_object(&report_shape, &report);
    check_graph(&report.graph);
    check_graph(&report.folders);
    check_limits(&report);
    check(report_page(&report, STR("<script>"), arena, &page, NULL) == OK, "making the page");
    check_page(page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf bytes = {0};
    if (!good.len)
        good = make_index_file(site, COUNT_OF(site));
    change(&bytes, data, size);
    struct link_index *index = open_index_file(&bytes);
    struct arena *arena = arena_new();
    if (index)
        report_on(index, arena);
    check(index || size >= 8, "the good file is opened");
    arena_free(arena);
    link_close(index);
    buf_free(&bytes);
    return 0;
}
