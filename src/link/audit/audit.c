#include "link/audit/audit_inner.h"

#include "base/utf8.h"
#include "link/index/url_key.h"

#include <stdlib.h>

enum status audit_new(const char *path, struct audit **out, struct error *err)
{
    struct audit *audit = calloc(1, sizeof *audit);
    *out = audit;
    if (!audit)
        return error_memory(err);
    audit->arena = arena_new();
    if (!audit->arena)
        return error_memory(err);
    map_init(&audit->hosts, audit->arena);
    map_init(&audit->addresses, audit->arena);
    audit->path = arena_copy(audit->arena, path);
    return audit->path ? OK : error_memory(err);
}

void audit_free(struct audit *audit)
{
    if (!audit)
        return;
    audit_spool_close(&audit->spool);
    arena_free(audit->arena);
    free(audit);
}

/* --- pages --- */

static bool add_host(struct audit *audit, const char *url)
{
    struct str host = audit_host(url_key(url));
    if (map_get(&audit->hosts, host))
        return true;
    const char *copy = arena_copy_n(audit->arena, host.data, host.len);
    void **place = copy ? map_put(&audit->hosts, (struct str){copy, host.len}) : NULL;
    if (place)
        *place = audit;
    return place != NULL;
}

/* Room for the reading of that page. The array doubles: what it grew out of stays in the arena until the end. */
static bool make_room(struct audit *audit, uint32_t number)
{
    if (number < audit->reading_cap)
        return true;
    size_t cap = audit->reading_cap ? audit->reading_cap : 1024;
    while (cap <= number)
        cap *= 2;
    uint32_t *readings = ARENA_ARRAY(audit->arena, cap, uint32_t);
    if (!readings)
        return false;
    if (audit->reading_cap)
        memcpy(readings, audit->readings, audit->reading_cap * sizeof *readings);
    audit->readings = readings;
    audit->reading_cap = cap;
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

static enum status spool_links(struct audit *audit, uint32_t number, const char *url, struct str html,
                               struct arena *scratch, struct error *err)
{
    struct page_anchor *links;
    size_t count;
    enum status status = audit->spool.file ? OK : audit_spool_open(&audit->spool, audit->path, err);
    if (status == OK)
        status = page_links_read(scratch, html, url, &links, &count, err);
    if (status != OK)
        return status;
    struct audit_spool_page page = {number, audit->reading_count, (uint32_t)count, str_from(url)};
    audit_spool_add_page(&audit->spool, &page);
    for (size_t i = 0; i < count; i++) {
        struct audit_spool_link link = {str_from(links[i].url), cut_text(links[i].text), links[i].is_listed};
        audit_spool_add_link(&audit->spool, &link);
    }
    return OK;
}

enum status audit_add_page(struct audit *audit, uint32_t number, const char *url, struct str html, struct error *err)
{
    struct arena *scratch = arena_new();
    if (!scratch || !make_room(audit, number) || !add_host(audit, url)) {
        arena_free(scratch);
        return error_memory(err);
    }
    audit->readings[number] = ++audit->reading_count;
    audit->page_count = number < audit->page_count ? audit->page_count : (size_t)number + 1;
    enum status status = spool_links(audit, number, url, html, scratch, err);
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
