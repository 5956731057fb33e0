#include "link/audit/audit_inner.h"

#include "link/index/index_audit.h"
#include "link/index/table.h"
#include "link/index/url_key.h"
#include "link/lexer/lexer.h"

/* What is written, and where. */
struct maker {
    struct audit *audit;
    audit_find_page find;
    const void *context;
    struct audit_records *records;
    uint32_t *pages;
    size_t page_count;
    struct audit_totals totals;
    struct arena *arena;   /* of the tables */
    struct table texts;    /* hash of a folded text -> its number + 1 */
    struct table anchors;  /* (page, text) -> number + 1 */
    struct buf folded;     /* a text */
    struct arena *scratch; /* of the page that is at work */
    struct map broken;     /* its broken links by URL */
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

static void add_record(struct maker *maker, enum audit_list list, const void *record)
{
    buf_add(list_of(maker->records, list), record, audit_list_sizes[list]);
}

static uint32_t count_records(struct maker *maker, enum audit_list list)
{
    return (uint32_t)(list_of(maker->records, list)->len / audit_list_sizes[list]);
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

static struct audit_text add_chars(struct maker *maker, struct str text)
{
    return audit_add_text(maker->records, text);
}

void audit_add_suggestion(struct audit_records *records, const struct audit_suggestion *suggestion)
{
    buf_add(list_of(records, AUDIT_SUGGESTIONS), suggestion, sizeof *suggestion);
}

/* --- where links lead --- */

/* What is at a place. */
struct place {
    uint32_t page; /* AUDIT_NO_PAGE: none */
    const struct audit_address *address;
};

static bool look_up(const struct maker *maker, struct str key, struct place *place)
{
    place->page = maker->find(maker->context, key);
    place->address = place->page == AUDIT_NO_PAGE ? map_get(&maker->audit->addresses, key) : NULL;
    return place->page != AUDIT_NO_PAGE || place->address;
}

/* False: nothing is known of the address, with or without its query. */
static bool find_place(const struct maker *maker, struct str key, struct place *place)
{
    struct str query = key;
    if (look_up(maker, key, place))
        return true;
    if (!str_split(&query, '?', &key) || !query.data)
        return false;
    return look_up(maker, str_ends(key, STR("/")) ? (struct str){key.data, key.len - 1} : key, place);
}

/* The place that an address leads to in the end. */
static bool follow(const struct maker *maker, struct str key, struct place *place)
{
    struct place next;
    if (!find_place(maker, key, place))
        return false;
    for (int i = 0; i < AUDIT_REDIRECTS_MAX && place->address && place->address->leads_to; i++) {
        if (!find_place(maker, url_key(place->address->leads_to), &next))
            break;
        *place = next;
    }
    return true;
}

/* --- what links say --- */

/* The number of a text + 1; 0: memory ran out. Two texts whose hashes are one are taken for one. */
static uint32_t add_text(struct maker *maker, struct str text)
{
    buf_clear(&maker->folded);
    text_fold(&maker->folded, text);
    uint64_t hash = word_hash((struct str){buf_text(&maker->folded), maker->folded.len});
    struct table_slot *slot =
        maker->folded.failed ? NULL : table_put(&maker->texts, (uint32_t)(hash >> 32), (uint32_t)hash);
    if (!slot)
        return 0;
    if (!slot->value) {
        struct audit_text record = add_chars(maker, text);
        slot->value = count_records(maker, AUDIT_TEXTS) + 1;
        add_record(maker, AUDIT_TEXTS, &record);
    }
    return slot->value;
}

/* The number of an anchor + 1; 0: memory ran out, or the numbers did. */
static uint32_t add_anchor(struct maker *maker, uint32_t page, struct str text)
{
    uint32_t number = add_text(maker, text);
    struct table_slot *slot = number ? table_put(&maker->anchors, page, number - 1) : NULL;
    if (!slot)
        return 0;
    if (!slot->value) {
        if (count_records(maker, AUDIT_ANCHORS) >= AUDIT_LAST - 1)
            return 0;
        struct audit_anchor record = {page, number - 1};
        slot->value = count_records(maker, AUDIT_ANCHORS) + 1;
        add_record(maker, AUDIT_ANCHORS, &record);
    }
    return slot->value;
}

/* --- links --- */

static enum status add_link(struct maker *maker, const struct audit_spool_link *link, uint32_t from, uint32_t to,
                            struct error *err)
{
    uint32_t anchor = add_anchor(maker, to, link->text);
    if (!anchor)
        return error_memory(err);
    uint32_t record = (anchor - 1) | (link->is_listed ? AUDIT_LISTED : 0);
    add_record(maker, AUDIT_LINKS, &record);
    maker->pages[from] =
        maker->pages[from] == AUDIT_NO_LINK ? count_records(maker, AUDIT_LINKS) - 1 : maker->pages[from];
    maker->totals.links++;
    return OK;
}

static enum status add_broken(struct maker *maker, const struct audit_spool_link *link, uint32_t from, int status,
                              struct error *err)
{
    const char *copy = arena_copy_n(maker->scratch, link->url.data, link->url.len);
    void **before = copy ? map_put(&maker->broken, str_from(copy)) : NULL;
    if (!before)
        return error_memory(err);
    maker->totals.links++;
    if (*before)
        return OK;
    *before = maker;
    if (maker->totals.broken++ >= AUDIT_BROKEN_MAX)
        return OK;
    struct audit_broken record = {.page = from,
                                  .status = (uint32_t)(status > 0 ? status : 0),
                                  .url = add_chars(maker, link->url),
                                  .text = add_chars(maker, link->text)};
    add_record(maker, AUDIT_BROKEN, &record);
    return OK;
}

static enum status take_link(struct maker *maker, const struct audit_spool_link *link, uint32_t from, struct error *err)
{
    struct place place;
    struct str key = url_key(link->url.data);
    if (!map_get(&maker->audit->hosts, audit_host(key)))
        return OK;
    bool is_known = follow(maker, key, &place);
    if (is_known && place.page != AUDIT_NO_PAGE)
        return place.page == from ? OK : add_link(maker, link, from, place.page, err);
    int status = is_known ? place.address->status : 0;
    return !is_known || status >= 400 ? add_broken(maker, link, from, status, err) : OK;
}

/* --- pages --- */

/* Links of an earlier reading of the page are passed over. */
static bool is_wanted(const struct maker *maker, const struct audit_spool_page *page)
{
    return page->number < maker->page_count && maker->audit->readings[page->number] == page->reading;
}

static void mark_last(struct buf *links)
{
    uint32_t last;
    if (links->len < sizeof last)
        return;
    memcpy(&last, links->data + links->len - sizeof last, sizeof last);
    last |= AUDIT_LAST;
    memcpy(links->data + links->len - sizeof last, &last, sizeof last);
}

static enum status take_page(struct maker *maker, const struct audit_spool_page *page, struct error *err)
{
    struct audit_spool_link link;
    uint32_t from = page->number, count = page->link_count;
    bool is_taken = is_wanted(maker, page);
    enum status status = OK;
    maker->scratch = arena_new();
    if (!maker->scratch)
        return error_memory(err);
    map_init(&maker->broken, maker->scratch);
    for (uint32_t i = 0; status == OK && i < count; i++) {
        status = audit_spool_next_link(&maker->audit->spool, &link, err);
        if (status == OK && is_taken)
            status = take_link(maker, &link, from, err);
    }
    arena_free(maker->scratch);
    if (is_taken && maker->pages[from] != AUDIT_NO_LINK)
        mark_last(list_of(maker->records, AUDIT_LINKS));
    return status;
}

static enum status take_pages(struct maker *maker, struct error *err)
{
    struct audit_spool *spool = &maker->audit->spool;
    struct audit_spool_page page;
    bool done = false;
    if (!spool->file)
        return OK; /* a site without pages */
    enum status status = audit_spool_rewind(spool, err);
    while (status == OK) {
        status = audit_spool_next_page(spool, &page, &done, err);
        if (status != OK || done)
            return status;
        status = take_page(maker, &page, err);
    }
    return status;
}

static void add_addresses(struct maker *maker)
{
    const struct map *addresses = &maker->audit->addresses;
    size_t kept = 0;
    for (size_t i = 0; i < addresses->count && kept < AUDIT_REDIRECTED_MAX; i++) {
        struct place place;
        if (!follow(maker, addresses->entries[i].key, &place) || place.page == AUDIT_NO_PAGE)
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
    struct maker maker = {.audit = audit, .find = find, .context = context, .records = records, .arena = arena_new()};
    maker.texts.arena = maker.anchors.arena = maker.arena;
    maker.page_count = page_count < audit->page_count ? page_count : audit->page_count;
    maker.pages = maker.arena ? ARENA_ARRAY(maker.arena, page_count, uint32_t) : NULL;
    for (uint32_t i = 0; maker.pages && i < page_count; i++)
        maker.pages[i] = AUDIT_NO_LINK;
    enum status status = maker.pages ? take_pages(&maker, err) : error_memory(err);
    for (uint32_t i = 0; status == OK && i < page_count; i++)
        add_record(&maker, AUDIT_PAGES, &maker.pages[i]);
    if (status == OK)
        add_addresses(&maker);
    add_record(&maker, AUDIT_TOTALS, &maker.totals);
    buf_free(&maker.folded);
    arena_free(maker.arena);
    return status == OK ? audit_check_records(records, err) : status;
}

void audit_free_records(struct audit_records *records)
{
    for (size_t i = 0; i < COUNT_OF(records->lists); i++)
        buf_free(&records->lists[i]);
}
