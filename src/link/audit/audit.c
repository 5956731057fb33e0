#include "link/audit/audit.h"

#include "base/system/system.h"
#include "text/html/html.h"

#include <stdlib.h>

/* Where the links of a page are in the spool. */
struct audit_page_place {
    uint64_t at;
    uint32_t size;
};

struct audit {
    struct arena *arena;            /* of all below, but for the pages */
    struct spool spool;             /* the links of each page, in the order of the text */
    struct map hosts;               /* of the pages */
    struct map addresses;           /* struct audit_address by url_key */
    struct audit_page_place *pages; /* by number */
    size_t page_count, page_cap;
};

/* The host of a url_key. */
static struct str host_of(struct str key)
{
    return (struct str){key.data, str_find(key, STR("/"), 0)};
}

enum status audit_new(const char *path, struct audit **out, struct error *err)
{
    struct audit *audit = calloc(1, sizeof *audit);
    *out = audit;
    if (!audit)
        return error_memory(err);
    audit->spool.file = -1;
    audit->arena = arena_new();
    if (!audit->arena)
        return error_memory(err);
    map_init(&audit->hosts, audit->arena);
    map_init(&audit->addresses, audit->arena);
    return spool_open(&audit->spool, path, err);
}

void audit_free(struct audit *audit)
{
    if (!audit)
        return;
    spool_close(&audit->spool);
    arena_free(audit->arena);
    free(audit->pages);
    free(audit);
}

/* --- pages --- */

static bool add_host(struct audit *audit, const char *url)
{
    struct str host = host_of(url_key(url));
    if (map_get(&audit->hosts, host))
        return true;
    const char *copy = arena_copy_n(audit->arena, host.data, host.len);
    void **place = copy ? map_put(&audit->hosts, (struct str){copy, host.len}) : NULL;
    if (place)
        *place = audit;
    return place != NULL;
}

/* Room for the page of that number; those before it that have not come have no links. */
static bool audit_make_room(struct audit *audit, uint32_t number)
{
    size_t count = audit->page_count, wanted = (size_t)number + 1;
    if (number < count)
        return true;
    if (!rows_room(&audit->pages, count, wanted - count, &audit->page_cap, sizeof *audit->pages))
        return false;
    memset(audit->pages + count, 0, (wanted - count) * sizeof *audit->pages);
    audit->page_count = wanted;
    return true;
}

static struct str cut_text(const char *text)
{
    struct str cut = str_from(text);
    if (cut.len > AUDIT_TEXT_MAX)
        cut.len = AUDIT_TEXT_MAX;
    cut.len = utf8_valid_length(cut);
    return str_trim(cut);
}

static enum status audit_put_links(struct audit *audit, struct audit_page_place *place, const char *url,
                                   struct str html, struct arena *scratch, struct error *err)
{
    struct page_anchor *links;
    size_t count;
    enum status status = page_links_read(scratch, html, url, &links, &count, err);
    if (status)
        return status;
    spool_begin(&audit->spool);
    for (size_t i = 0; i < count; i++) {
        spool_text(&audit->spool, (struct str){links[i].url, strlen(links[i].url) + 1});
        spool_text(&audit->spool, cut_text(links[i].text));
        spool_number(&audit->spool, links[i].is_listed);
    }
    return spool_end(&audit->spool, &place->at, &place->size, err);
}

enum status audit_add_page(struct audit *audit, uint32_t number, const char *url, struct str html, struct error *err)
{
    struct arena *scratch = arena_new();
    enum status status = scratch && audit_make_room(audit, number) && add_host(audit, url)
                             ? audit_put_links(audit, &audit->pages[number], url, html, scratch, err)
                             : error_memory(err);
    arena_free(scratch);
    return status;
}

/* --- addresses --- */

enum status audit_add_address(struct audit *audit, const struct audit_address *given, struct error *err)
{
    if (audit->addresses.count >= AUDIT_ADDRESSES_MAX)
        return OK;
    struct arena *arena = audit->arena;
    struct audit_address *address = ARENA_NEW(arena, struct audit_address);
    const char *url = address ? arena_copy(arena, given->url) : NULL;
    const char *leads_to = url && given->leads_to ? arena_copy(arena, given->leads_to) : NULL;
    void **place = url && (leads_to || !given->leads_to) ? map_put(&audit->addresses, url_key(url)) : NULL;
    if (!place)
        return error_memory(err);
    *address = (struct audit_address){url, given->status, leads_to};
    *place = address;
    return OK;
}

/* --- what is written, when all pages are known --- */

/* What is written, and where. */
struct audit_maker {
    struct audit *audit;
    audit_find_page find;
    const void *context;
    struct audit_records *records;
    struct audit_totals totals;
    struct arena *arena;   /* of the tables */
    struct table texts;    /* hash of a folded text -> its number + 1 */
    struct table anchors;  /* (page, text) -> number + 1 */
    struct buf folded;     /* a text */
    uint32_t page;         /* that is at work */
    struct arena *scratch; /* of it */
    struct map broken;     /* its broken links by URL */
};

/* A link as the spool has it. */
struct spooled_link {
    struct str url; /* its NUL included */
    struct str text;
    bool is_listed;
};

/* --- records --- */

const size_t audit_list_sizes[AUDIT_LISTS] = {
    [AUDIT_PAGES] = sizeof(uint32_t),
    [AUDIT_LINKS] = sizeof(uint32_t),
    [AUDIT_ANCHORS] = sizeof(struct audit_anchor),
    [AUDIT_TEXTS] = sizeof(struct audit_text),
    [AUDIT_CHARS] = 1,
    [AUDIT_BROKEN] = sizeof(struct audit_broken),
    [AUDIT_ADDRESSES] = sizeof(struct audit_known),
    [AUDIT_SUGGESTIONS] = sizeof(struct audit_suggestion),
    [AUDIT_TOTALS] = sizeof(struct audit_totals),
};

static struct buf *list_of(struct audit_records *records, enum audit_list list)
{
    return &records->lists[list];
}

static void add_record(struct audit_maker *maker, enum audit_list list, const void *record)
{
    buf_add(list_of(maker->records, list), record, audit_list_sizes[list]);
}

static uint32_t count_records(const struct audit_maker *maker, enum audit_list list)
{
    return (uint32_t)audit_count(maker->records, list);
}

struct audit_text audit_add_text(struct audit_records *records, struct str text)
{
    struct buf *chars = list_of(records, AUDIT_CHARS);
    chars->limit = UINT32_MAX;
    struct audit_text place = {(uint32_t)chars->len};
    buf_add(chars, text.data, text.len);
    buf_char(chars, '\0');
    return place;
}

void audit_add_suggestion(struct audit_records *records, const struct audit_suggestion *suggestion)
{
    buf_add(list_of(records, AUDIT_SUGGESTIONS), suggestion, sizeof *suggestion);
}

/* --- where links lead --- */

/* What is at a place. */
struct audit_place {
    uint32_t page; /* AUDIT_NO_PAGE: none */
    const struct audit_address *address;
};

static bool audit_look_up(const struct audit_maker *maker, struct str key, struct audit_place *place)
{
    place->page = maker->find(maker->context, key);
    place->address = place->page == AUDIT_NO_PAGE ? map_get(&maker->audit->addresses, key) : NULL;
    return place->page != AUDIT_NO_PAGE || place->address;
}

/* False: nothing is known of the address, with or without its query. */
static bool audit_find_place(const struct audit_maker *maker, struct str key, struct audit_place *place)
{
    struct str query = key;
    if (audit_look_up(maker, key, place))
        return true;
    if (!str_split(&query, '?', &key) || !query.data)
        return false;
    return audit_look_up(maker, str_ends(key, STR("/")) ? (struct str){key.data, key.len - 1} : key, place);
}

/* The place that an address leads to in the end. */
static bool audit_follow(const struct audit_maker *maker, struct str key, struct audit_place *place)
{
    struct audit_place next;
    if (!audit_find_place(maker, key, place))
        return false;
    for (int i = 0; i < AUDIT_REDIRECTS_MAX && place->address && place->address->leads_to; i++) {
        if (!audit_find_place(maker, url_key(place->address->leads_to), &next))
            break;
        *place = next;
    }
    return true;
}

/* --- what links say --- */

/* The number of a text + 1; 0: memory ran out. Two texts whose hashes are one are taken for one. */
static uint32_t add_audit_text(struct audit_maker *maker, struct str text)
{
    buf_clear(&maker->folded);
    text_fold(&maker->folded, text);
    uint64_t hash = word_hash((struct str){buf_text(&maker->folded), maker->folded.len});
    struct table_slot *slot =
        maker->folded.failed ? NULL : table_put(&maker->texts, (uint32_t)(hash >> 32), (uint32_t)hash);
    if (slot && !slot->value) {
        struct audit_text record = audit_add_text(maker->records, text);
        slot->value = count_records(maker, AUDIT_TEXTS) + 1;
        add_record(maker, AUDIT_TEXTS, &record);
    }
    return slot ? slot->value : 0;
}

/* The number of an anchor + 1; 0: memory ran out, or the numbers did. */
static uint32_t add_anchor(struct audit_maker *maker, uint32_t page, struct str text)
{
    uint32_t number = add_audit_text(maker, text);
    struct table_slot *slot = number ? table_put(&maker->anchors, page, number - 1) : NULL;
    if (slot && !slot->value && count_records(maker, AUDIT_ANCHORS) < AUDIT_LAST - 1) {
        struct audit_anchor record = {page, number - 1};
        slot->value = count_records(maker, AUDIT_ANCHORS) + 1;
        add_record(maker, AUDIT_ANCHORS, &record);
    }
    return slot ? slot->value : 0;
}

/* --- links: the arena of the tables remembers when memory runs out --- */

static void audit_add_link(struct audit_maker *maker, const struct spooled_link *link, uint32_t to)
{
    uint32_t anchor = add_anchor(maker, to, link->text);
    if (!anchor) {
        arena_fail(maker->arena);
        return;
    }
    uint32_t record = (anchor - 1) | (link->is_listed ? AUDIT_LISTED : 0);
    add_record(maker, AUDIT_LINKS, &record);
    maker->totals.links++;
}

static void add_broken(struct audit_maker *maker, const struct spooled_link *link, int status)
{
    struct str url = {link->url.data, link->url.len - 1};
    const char *copy = arena_copy_n(maker->scratch, url.data, url.len);
    void **before = copy ? map_put(&maker->broken, (struct str){copy, url.len}) : NULL;
    maker->totals.links++;
    if (!before || *before)
        return;
    *before = maker;
    if (maker->totals.broken++ >= AUDIT_BROKEN_MAX)
        return;
    struct audit_broken record = {.page = maker->page,
                                  .status = (uint32_t)(status > 0 ? status : 0),
                                  .url = audit_add_text(maker->records, url),
                                  .text = audit_add_text(maker->records, link->text)};
    add_record(maker, AUDIT_BROKEN, &record);
}

static void take_link(struct audit_maker *maker, const struct spooled_link *link)
{
    struct audit_place place;
    struct str key = url_key(link->url.data);
    if (!map_get(&maker->audit->hosts, host_of(key)))
        return;
    bool is_known = audit_follow(maker, key, &place);
    int status = is_known && place.address ? place.address->status : 0;
    if (is_known && place.page != AUDIT_NO_PAGE && place.page != maker->page)
        audit_add_link(maker, link, place.page);
    else if (!is_known || status >= 400)
        add_broken(maker, link, status);
}

/* --- pages --- */

/* Marks the last of the page's links, whose first would be `first`; returns that, or that there is none. */
static uint32_t end_links(struct audit_maker *maker, uint32_t first)
{
    uint32_t last, count = count_records(maker, AUDIT_LINKS);
    struct buf *links = list_of(maker->records, AUDIT_LINKS);
    if (count == first)
        return AUDIT_NO_LINK;
    memcpy(&last, links->data + links->len - sizeof last, sizeof last);
    last |= AUDIT_LAST;
    memcpy(links->data + links->len - sizeof last, &last, sizeof last);
    return first;
}

static void take_links(struct audit_maker *maker, const unsigned char *at, const unsigned char *end)
{
    maker->scratch = arena_new();
    if (!maker->scratch) {
        arena_fail(maker->arena);
        return;
    }
    map_init(&maker->broken, maker->scratch);
    while (at < end) {
        struct spooled_link link = {.url = spool_next_text(&at, end)};
        link.text = spool_next_text(&at, end);
        link.is_listed = spool_next(&at, end);
        take_link(maker, &link);
    }
    if (arena_failed(maker->scratch))
        arena_fail(maker->arena);
    arena_free(maker->scratch);
}

static enum status audit_take_page(struct audit_maker *maker, struct spool_reader *reader, uint32_t page,
                                   struct error *err)
{
    const struct audit_page_place none = {0, 0};
    const struct audit_page_place *place = page < maker->audit->page_count ? &maker->audit->pages[page] : &none;
    uint32_t first = count_records(maker, AUDIT_LINKS);
    const unsigned char *data;
    maker->page = page;
    enum status status = place->size ? spool_read(reader, place->at, place->size, &data, err) : OK;
    if (!status && place->size)
        take_links(maker, data, data + place->size);
    first = end_links(maker, first);
    add_record(maker, AUDIT_PAGES, &first);
    return !status && arena_failed(maker->arena) ? error_memory(err) : status;
}

static enum status take_pages(struct audit_maker *maker, uint32_t page_count, struct error *err)
{
    struct spool_reader reader = {.spool = &maker->audit->spool};
    enum status status = spool_flush(&maker->audit->spool, err);
    for (uint32_t page = 0; !status && page < page_count; page++)
        status = audit_take_page(maker, &reader, page, err);
    spool_reader_free(&reader);
    return status;
}

static void add_addresses(struct audit_maker *maker)
{
    const struct map *addresses = &maker->audit->addresses;
    size_t kept = 0;
    for (size_t i = 0; i < addresses->count && kept < AUDIT_REDIRECTED_MAX; i++) {
        struct audit_place place;
        if (!audit_follow(maker, addresses->entries[i].key, &place) || place.page == AUDIT_NO_PAGE)
            continue;
        uint64_t hash = word_hash(addresses->entries[i].key);
        struct audit_known record = {{(uint32_t)hash, (uint32_t)(hash >> 32)}, place.page};
        add_record(maker, AUDIT_ADDRESSES, &record);
        kept++;
    }
}

/* A list can hold 4 GiB of text, and as many records as 32 bits can number. */
enum status audit_check_records(const struct audit_records *records, struct error *err)
{
    const struct buf *chars = &records->lists[AUDIT_CHARS];
    bool failed = false;
    if (chars->failed && chars->len > UINT32_MAX / 2)
        return error_set(err, E_LIMIT, NULL, "the site is too large for one index");
    for (size_t i = 0; i < COUNT_OF(records->lists); i++)
        failed = failed || records->lists[i].failed;
    return failed ? error_memory(err) : OK;
}

enum status audit_make_records(struct audit *audit, uint32_t page_count, audit_find_page find, const void *context,
                               struct audit_records *records, struct error *err)
{
    struct audit_maker maker = {
        .audit = audit, .find = find, .context = context, .records = records, .arena = arena_new()};
    maker.texts.arena = maker.anchors.arena = maker.arena;
    enum status status = maker.arena ? take_pages(&maker, page_count, err) : error_memory(err);
    if (!status)
        add_addresses(&maker);
    add_record(&maker, AUDIT_TOTALS, &maker.totals);
    buf_free(&maker.folded);
    arena_free(maker.arena);
    return status ? status : audit_check_records(records, err);
}

void audit_free_records(struct audit_records *records)
{
    for (size_t i = 0; i < COUNT_OF(records->lists); i++)
        buf_free(&records->lists[i]);
}

struct coder {
    const struct audit_records *records;
    const struct audit_pages *pages;
    uint32_t *anchors, *texts; /* per number in the records: that in the file + 1; 0: not yet there */
    uint32_t anchor_count, text_count;
    struct audit_totals totals;
    struct buf links, chars; /* of the file */
    struct buf coded;        /* a text */
};

/* --- texts --- */

static struct str coded_text_of(const struct coder *coder, struct audit_text text)
{
    return str_from((const char *)audit_list(coder->records, AUDIT_CHARS) + text.offset);
}

/* Where the text stands in the file. An empty one is an escape of nothing, since the length 0 means a title. */
static struct audit_text put_text(struct coder *coder, struct str text)
{
    struct audit_text place = {(uint32_t)coder->chars.len};
    buf_clear(&coder->coded);
    symbols_encode(coder->pages->symbols, text, &coder->coded);
    if (!text.len)
        buf_char(&coder->coded, (char)SYMBOL_ESCAPE);
    varint_put(&coder->chars, (uint32_t)coder->coded.len);
    buf_add(&coder->chars, coder->coded.data, coder->coded.len);
    coder->chars.failed |= coder->coded.failed;
    return place;
}

/* --- links --- */

static void put_anchor(struct coder *coder, const struct audit_anchor *anchor, uint32_t from)
{
    const struct audit_text *texts = audit_list(coder->records, AUDIT_TEXTS);
    uint32_t *text = &coder->texts[anchor->text];
    varint_put(&coder->links, varint_sign(anchor->page - from));
    varint_put(&coder->links, *text ? coder->text_count + 1 - *text : 0);
    if (*text)
        return;
    *text = ++coder->text_count;
    struct str written = coded_text_of(coder, texts[anchor->text]);
    if (word_hash(written) == coder->pages->titles[anchor->page])
        varint_put(&coder->chars, 0);
    else
        put_text(coder, written);
}

static void put_link(struct coder *coder, uint32_t link, uint32_t from)
{
    const struct audit_anchor *anchors = audit_list(coder->records, AUDIT_ANCHORS);
    uint32_t number = link & ~AUDIT_FLAGS, *anchor = &coder->anchors[number];
    uint32_t back = *anchor ? coder->anchor_count + 1 - *anchor : 0;
    varint_put(&coder->links, back << 1 | (link & AUDIT_LISTED ? 1 : 0));
    if (*anchor)
        return;
    *anchor = ++coder->anchor_count;
    put_anchor(coder, &anchors[number], from);
}

static void put_coded_links(struct coder *coder)
{
    const uint32_t *pages = audit_list(coder->records, AUDIT_PAGES), *links = audit_list(coder->records, AUDIT_LINKS);
    size_t page_count = audit_count(coder->records, AUDIT_PAGES), link_count = audit_count(coder->records, AUDIT_LINKS);
    for (uint32_t page = 0; page < page_count; page++) {
        uint32_t first = pages[page];
        size_t count = first < link_count ? audit_count_links(links + first, link_count - first) : 0;
        varint_put(&coder->links, (uint32_t)count);
        for (size_t i = 0; i < count; i++)
            put_link(coder, links[first + i], page);
        coder->totals.kept += count;
    }
}

/* --- sections --- */

/* In the order of the file, but for the texts, which all others add to. */
static void write_lists(struct coder *coder, struct index_writer *writer)
{
    size_t broken_count = audit_count(coder->records, AUDIT_BROKEN),
           suggestion_count = audit_count(coder->records, AUDIT_SUGGESTIONS);
    const struct audit_broken *broken = audit_list(coder->records, AUDIT_BROKEN);
    const struct audit_suggestion *suggestions = audit_list(coder->records, AUDIT_SUGGESTIONS);
    index_writer_begin(writer, SECTION_AUDIT_BROKEN);
    for (size_t i = 0; i < broken_count; i++) {
        struct audit_broken record = broken[i];
        record.url = put_text(coder, coded_text_of(coder, broken[i].url));
        record.text = put_text(coder, coded_text_of(coder, broken[i].text));
        index_writer_add(writer, &record, sizeof record);
    }
    const struct buf *addresses = &coder->records->lists[AUDIT_ADDRESSES];
    index_writer_put(writer, SECTION_AUDIT_ADDRESSES, addresses->data, addresses->len);
    index_writer_begin(writer, SECTION_AUDIT_SUGGESTIONS);
    struct audit_text text = {0};
    for (size_t i = 0; i < suggestion_count; i++) { /* those of a page mostly have one text */
        struct audit_suggestion record = suggestions[i];
        bool is_new = i == 0 || suggestions[i].text.offset != suggestions[i - 1].text.offset;
        text = record.text = is_new ? put_text(coder, coded_text_of(coder, suggestions[i].text)) : text;
        index_writer_add(writer, &record, sizeof record);
    }
}

static enum status audit_write_all(struct coder *coder, struct index_writer *writer, struct error *err)
{
    if (!coder->anchors || !coder->texts)
        return error_memory(err);
    if (audit_count(coder->records, AUDIT_TOTALS))
        memcpy(&coder->totals, audit_list(coder->records, AUDIT_TOTALS), sizeof coder->totals);
    put_coded_links(coder);
    coder->totals.anchors = coder->anchor_count;
    index_writer_put(writer, SECTION_AUDIT_LINKS, coder->links.data, coder->links.len);
    write_lists(coder, writer);
    index_writer_put(writer, SECTION_AUDIT_CHARS, coder->chars.data, coder->chars.len);
    index_writer_put(writer, SECTION_AUDIT_TOTALS, &coder->totals, sizeof coder->totals);
    if (coder->chars.failed && coder->chars.len > UINT32_MAX / 2)
        return error_set(err, E_LIMIT, NULL, "the site is too large for one index");
    return coder->chars.failed || coder->links.failed ? error_memory(err) : OK;
}

enum status audit_write(const struct audit_records *records, const struct audit_pages *pages,
                        struct index_writer *writer, struct error *err)
{
    struct coder coder = {.records = records, .pages = pages, .chars.limit = UINT32_MAX};
    coder.anchors = calloc(audit_count(records, AUDIT_ANCHORS) + 1, sizeof *coder.anchors);
    coder.texts = calloc(audit_count(records, AUDIT_TEXTS) + 1, sizeof *coder.texts);
    enum status status = audit_write_all(&coder, writer, err);
    buf_free(&coder.links);
    buf_free(&coder.chars);
    buf_free(&coder.coded);
    free(coder.anchors);
    free(coder.texts);
    return status;
}
