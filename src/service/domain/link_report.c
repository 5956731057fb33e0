#include "service/domain/link_report.h"

#include "base/map.h"
#include "base/vec.h"
#include "link/index/url_key.h"
#include "research/page/page_links.h"
#include "text/url.h"

#include <stdlib.h>

enum { ROWS_AT_ONCE = 500, REDIRECTS_MAX = 5 };

/* What is known of an address of the site. */
struct place {
    struct report_page *page;         /* NULL: no stored page */
    const struct domain_visit *visit; /* NULL: the last crawl met nothing else there */
};

struct maker {
    struct store *store;
    struct arena *arena; /* of the report */
    const struct domain *domain;
    struct link_report *report;
    size_t page_cap, broken_cap;
    struct map places;  /* struct place by url_key */
    struct map hosts;   /* of the stored pages */
    struct map anchors; /* struct report_anchor by its page and text */
    struct buf key;     /* of an anchor */
    /* of the rows that are being read */
    struct arena *scratch;
    struct buf after;
    struct domain_page *rows;
    struct domain_visit *visits;
    size_t count;
};

/* --- the addresses --- */

static struct str host_of(struct str key)
{
    return (struct str){key.data, str_find(key, STR("/"), 0)};
}

/* The place of a key, made where there is none. NULL: memory ran out. */
static struct place *place_of(struct maker *maker, const char *url)
{
    void **slot = map_put(&maker->places, url_key(url));
    if (slot && !*slot)
        *slot = ARENA_NEW(maker->arena, struct place);
    return slot ? *slot : NULL;
}

static enum status add_page(struct maker *maker, const struct domain_page *row, struct error *err)
{
    struct link_report *report = maker->report;
    struct report_page *page = &report->pages[report->page_count];
    *page =
        (struct report_page){.url = arena_copy(maker->arena, row->url), .title = arena_copy(maker->arena, row->title)};
    struct place *place = page->url && page->title ? place_of(maker, page->url) : NULL;
    void **host = place ? map_put(&maker->hosts, host_of(url_key(page->url))) : NULL;
    if (!host)
        return error_memory(err);
    *host = page;
    if (place->page) /* "/about" and "/about/" */
        return OK;
    place->page = page;
    report->page_count++;
    return OK;
}

static enum status add_visit(struct maker *maker, const struct domain_visit *row, struct error *err)
{
    struct domain_visit *visit = ARENA_NEW(maker->arena, struct domain_visit);
    const char *url = visit ? arena_copy(maker->arena, row->url) : NULL;
    const char *leads_to = row->leads_to && url ? arena_copy(maker->arena, row->leads_to) : NULL;
    struct place *place = url ? place_of(maker, url) : NULL;
    if (!place || (row->leads_to && !leads_to))
        return error_memory(err);
    *visit = (struct domain_visit){url, row->status, leads_to};
    place->visit = visit;
    return OK;
}

static struct place *known_place(const struct maker *maker, const char *url)
{
    struct str key = url_key(url), query = key;
    struct place *place = map_get(&maker->places, key);
    if (place || !str_split(&query, '?', &key))
        return place;
    return map_get(&maker->places, str_ends(key, STR("/")) ? (struct str){key.data, key.len - 1} : key);
}

/* The place that an address leads to in the end. NULL: nothing is known of it. */
static const struct place *follow(const struct maker *maker, const char *url)
{
    const struct place *place = known_place(maker, url), *next = place;
    for (int i = 0; i < REDIRECTS_MAX && next && !next->page && next->visit && next->visit->leads_to; i++) {
        next = known_place(maker, next->visit->leads_to);
        place = next ? next : place;
    }
    return place;
}

/* --- rows, read a few at a time --- */

static bool next_rows(struct maker *maker)
{
    arena_free(maker->scratch);
    maker->scratch = arena_new();
    maker->rows = NULL;
    maker->visits = NULL;
    maker->count = 0;
    return maker->scratch && !maker->after.failed;
}

static void go_behind(struct maker *maker, const char *url)
{
    buf_clear(&maker->after);
    buf_str(&maker->after, url);
}

static enum status read_list(struct db *db, void *argument, struct error *err)
{
    struct maker *maker = argument;
    return domain_page_list(db, maker->scratch, maker->domain->id, buf_text(&maker->after), ROWS_AT_ONCE, &maker->rows,
                            &maker->count, err);
}

static enum status read_visits(struct db *db, void *argument, struct error *err)
{
    struct maker *maker = argument;
    return domain_visits(db, maker->scratch, maker->domain->id, buf_text(&maker->after), ROWS_AT_ONCE, &maker->visits,
                         &maker->count, err);
}

static enum status read_page(struct db *db, void *argument, struct error *err)
{
    struct maker *maker = argument;
    return domain_pages(db, maker->scratch, maker->domain->id, buf_text(&maker->after), 1, &maker->rows, &maker->count,
                        err);
}

static enum status list_pages(struct maker *maker, struct error *err)
{
    enum status status;
    buf_clear(&maker->after);
    do {
        status = next_rows(maker) ? store_read(maker->store, read_list, maker, err) : error_memory(err);
        for (size_t i = 0; status == OK && i < maker->count; i++) {
            maker->report->is_cut = maker->report->page_count == maker->page_cap;
            if (maker->report->is_cut)
                return OK;
            status = add_page(maker, &maker->rows[i], err);
            go_behind(maker, maker->rows[i].url);
        }
    } while (status == OK && maker->count == ROWS_AT_ONCE);
    return status;
}

static enum status list_visits(struct maker *maker, struct error *err)
{
    enum status status;
    size_t total = 0;
    buf_clear(&maker->after);
    do {
        status = next_rows(maker) ? store_read(maker->store, read_visits, maker, err) : error_memory(err);
        for (size_t i = 0; status == OK && i < maker->count; i++) {
            status = add_visit(maker, &maker->visits[i], err);
            go_behind(maker, maker->visits[i].url);
        }
        total += maker->count;
    } while (status == OK && maker->count == ROWS_AT_ONCE && total < REPORT_VISITS_MAX);
    return status;
}

/* --- the links of one page --- */

static enum status add_broken(struct maker *maker, const struct report_page *from, const struct page_anchor *link,
                              int64_t status, struct error *err)
{
    struct link_report *report = maker->report;
    report->broken_total++;
    if (report->broken_count == REPORT_BROKEN_MAX)
        return OK;
    struct report_broken *list =
        vec_room(maker->arena, report->broken, report->broken_count, &maker->broken_cap, sizeof *list);
    const char *to = arena_copy(maker->arena, link->url), *text = arena_copy(maker->arena, link->text);
    if (!list || !to || !text)
        return error_memory(err);
    report->broken = list;
    list[report->broken_count++] = (struct report_broken){from->url, to, text, status};
    return OK;
}

/* Counts what a link says of a page. */
static enum status add_anchor(struct maker *maker, const struct report_page *to, const char *text, struct error *err)
{
    buf_clear(&maker->key);
    buf_printf(&maker->key, "%zu %s", (size_t)(to - maker->report->pages), text);
    if (maker->key.failed)
        return error_memory(err);
    struct str key = {buf_text(&maker->key), maker->key.len};
    struct report_anchor *anchor = map_get(&maker->anchors, key);
    if (anchor) {
        anchor->count++;
        return OK;
    }
    if (maker->anchors.count == REPORT_ANCHORS_MAX) {
        maker->report->is_cut = true;
        return OK;
    }
    anchor = ARENA_NEW(maker->arena, struct report_anchor);
    const char *copy = arena_copy_n(maker->arena, key.data, key.len);
    void **place = anchor && copy ? map_put(&maker->anchors, str_from(copy)) : NULL;
    if (!place)
        return error_memory(err);
    *anchor = (struct report_anchor){strchr(copy, ' ') + 1, to->url, 1};
    *place = anchor;
    return OK;
}

/* seen: the addresses that the page has linked to already. */
static enum status add_link(struct maker *maker, struct report_page *from, const struct page_anchor *link,
                            struct map *seen, struct error *err)
{
    if (!map_get(&maker->hosts, host_of(url_key(link->url))))
        return OK;
    const struct place *place = follow(maker, link->url);
    struct report_page *to = place ? place->page : NULL;
    if (to == from)
        return OK;
    void **before = map_put(seen, to ? str_from(to->url) : str_from(link->url));
    if (!before)
        return error_memory(err);
    bool is_first = !*before;
    *before = from;
    maker->report->link_total++;
    if (to) {
        to->inbound += is_first;
        from->outbound += is_first;
        return add_anchor(maker, to, link->text, err);
    }
    int64_t status = place && place->visit ? place->visit->status : 0;
    bool is_broken = !place || status >= 400;
    return is_broken && is_first ? add_broken(maker, from, link, status, err) : OK;
}

static enum status add_links(struct maker *maker, const struct domain_page *row, struct error *err)
{
    struct map seen;
    struct page_anchor *links;
    size_t count;
    const struct place *place = map_get(&maker->places, url_key(row->url));
    if (!place || !place->page) /* it came after the pages were listed */
        return OK;
    map_init(&seen, maker->scratch);
    enum status status = page_links_read(maker->scratch, row->html, row->url, &links, &count, err);
    for (size_t i = 0; status == OK && i < count; i++)
        status = add_link(maker, place->page, &links[i], &seen, err);
    return status;
}

static enum status read_links(struct maker *maker, struct error *err)
{
    enum status status = OK;
    buf_clear(&maker->after);
    for (size_t i = 0; status == OK && i < REPORT_PAGES_MAX; i++) {
        status = next_rows(maker) ? store_read(maker->store, read_page, maker, err) : error_memory(err);
        if (status != OK || !maker->count)
            return status;
        status = add_links(maker, maker->rows, err);
        go_behind(maker, maker->rows[0].url);
    }
    return status;
}

/* --- the outcome --- */

static int by_inbound(const void *a, const void *b)
{
    const struct report_page *one = a, *other = b;
    if (one->inbound != other->inbound)
        return one->inbound < other->inbound ? -1 : 1;
    return strcmp(one->url, other->url);
}

static int by_count(const void *a, const void *b)
{
    const struct report_anchor *one = a, *other = b;
    int order = strcmp(one->url, other->url);
    if (one->count != other->count)
        return one->count > other->count ? -1 : 1;
    return order ? order : strcmp(one->text, other->text);
}

static bool is_root(const char *url)
{
    struct str key = url_key(url);
    return host_of(key).len == key.len;
}

static void find_orphans(struct maker *maker)
{
    const char *start_url = maker->domain->start_url;
    const char *start = start_url ? url_normalise(maker->scratch, str_from(start_url)) : NULL;
    const struct place *begin = start ? follow(maker, start) : NULL;
    for (size_t i = 0; i < maker->report->page_count; i++) {
        struct report_page *page = &maker->report->pages[i];
        page->is_orphan = page->inbound == 0 && !is_root(page->url) && !(begin && begin->page == page);
        maker->report->orphan_total += page->is_orphan;
    }
}

static enum status sum_up(struct maker *maker, struct error *err)
{
    struct link_report *report = maker->report;
    find_orphans(maker);
    report->anchors = ARENA_ARRAY(maker->arena, maker->anchors.count + 1, struct report_anchor);
    if (!report->anchors)
        return error_memory(err);
    for (size_t i = 0; i < maker->anchors.count; i++)
        report->anchors[i] = *(const struct report_anchor *)maker->anchors.entries[i].value;
    report->anchor_count = maker->anchors.count;
    qsort(report->anchors, report->anchor_count, sizeof *report->anchors, by_count);
    qsort(report->pages, report->page_count, sizeof *report->pages, by_inbound);
    return OK;
}

static enum status make(struct maker *maker, struct error *err)
{
    static enum status (*const steps[])(struct maker *, struct error *) = {list_pages, list_visits, read_links, sum_up};
    maker->report->pages = ARENA_ARRAY(maker->arena, maker->page_cap + 1, struct report_page);
    if (!maker->report->pages)
        return error_memory(err);
    enum status status = OK;
    for (size_t i = 0; status == OK && i < COUNT_OF(steps); i++)
        status = steps[i](maker, err);
    return status;
}

enum status link_report_make(struct store *store, struct arena *arena, const struct domain *domain,
                             struct link_report *report, struct error *err)
{
    struct maker maker = {.store = store, .arena = arena, .domain = domain, .report = report};
    int64_t pages = domain->page_count;
    *report = (struct link_report){.page_count = 0};
    maker.page_cap = pages < REPORT_PAGES_MAX ? (size_t)(pages < 0 ? 0 : pages) : REPORT_PAGES_MAX;
    map_init(&maker.places, arena);
    map_init(&maker.hosts, arena);
    map_init(&maker.anchors, arena);
    enum status status = make(&maker, err);
    arena_free(maker.scratch);
    buf_free(&maker.key);
    buf_free(&maker.after);
    return status;
}
