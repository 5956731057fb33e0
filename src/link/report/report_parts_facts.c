#include "link/report/report_parts.h"

#include "link/index/url_key.h"

/* --- reading the index --- */

struct str report_facts_url(const struct report_facts *facts, uint32_t page)
{
    return page < facts->page_count ? facts->urls[page] : STR("");
}

struct str report_facts_title(const struct report_facts *facts, uint32_t page)
{
    return index_page_title(facts->index, page, facts->arena);
}

struct str report_facts_anchor_text(const struct report_facts *facts, uint32_t anchor)
{
    uint32_t text = facts->links.anchors[anchor].text;
    return text < facts->links.text_count ? facts->links.texts[text] : STR("");
}

struct link_walk walk_links(const struct report_facts *facts, uint32_t page)
{
    if (page >= facts->page_count)
        return (struct link_walk){0, 0};
    return (struct link_walk){facts->links.pages[page], facts->links.pages[page + 1]};
}

bool walk_next(struct link_walk *walk, const struct report_facts *facts, uint32_t page, struct fact_link *link)
{
    while (walk->at < walk->end) {
        uint32_t record = facts->links.links[walk->at++];
        link->anchor = record & ~AUDIT_LISTED;
        link->is_listed = record & AUDIT_LISTED || facts->anchors[link->anchor].is_everywhere;
        link->page = facts->links.anchors[link->anchor].page;
        if (link->page < facts->page_count && link->page != page)
            return true;
    }
    return false;
}

/* --- the entry --- */

static uint32_t find_redirected(const struct report_facts *facts, struct str key)
{
    uint64_t hash = word_hash(key);
    for (size_t i = 0; i < index_count(facts->index, SECTION_AUDIT_ADDRESSES); i++) {
        const struct audit_known *known = &facts->index->audit.addresses[i];
        if (known->page < facts->page_count && known->key[0] == (uint32_t)hash && known->key[1] == hash >> 32)
            return known->page;
    }
    return FACTS_NO_PAGE;
}

static uint32_t parts_facts_find_page(const struct report_facts *facts, struct str key)
{
    uint32_t page = index_find_page(facts->index, key);
    return page < facts->page_count ? page : find_redirected(facts, key);
}

/* "example.org" and "example.org/index.html" are keys of the root of a site, "example.org/about" is none. */
static bool is_root(const struct report_facts *facts, uint32_t page)
{
    struct str path = facts->keys[page], host;
    if (!path.len || !str_split(&path, '/', &host))
        return false;
    return !path.data || str_eq(path, STR("index.html")) || str_eq(path, STR("index.htm"));
}

static uint32_t find_root(const struct report_facts *facts)
{
    for (uint32_t page = 0; page < facts->page_count; page++)
        if (is_root(facts, page))
            return page;
    return FACTS_NO_PAGE;
}

static void find_entry(struct report_facts *facts, struct str url)
{
    const char *absolute = page_url_resolve(facts->scratch, url);
    facts->entry = absolute ? parts_facts_find_page(facts, url_key(absolute)) : FACTS_NO_PAGE;
    if (facts->entry == FACTS_NO_PAGE)
        facts->entry = find_root(facts);
}

/* --- counting --- */

/* The frame of the pages repeats what it links: on so many pages at least, and on one in so many. */
enum { FRAME_PAGES = 20, FRAME_SHARE = 2 };

static void count_anchors(struct report_facts *facts)
{
    for (uint32_t page = 0; page < facts->page_count; page++) {
        struct link_walk walk = walk_links(facts, page);
        for (struct fact_link link; walk_next(&walk, facts, page, &link);) {
            facts->anchors[link.anchor].count++;
            facts->anchors[link.anchor].count_in_text += !link.is_listed;
        }
    }
    for (size_t i = 0; i < facts->anchor_count; i++) {
        struct anchor_facts *anchor = &facts->anchors[i];
        anchor->is_everywhere =
            anchor->count_in_text >= FRAME_PAGES && anchor->count_in_text >= facts->page_count / FRAME_SHARE;
        anchor->count_in_text = anchor->is_everywhere ? 0 : anchor->count_in_text;
    }
}

/* Per page: number + 1 of the last page that was found to link there. */
struct marks {
    uint32_t *any, *in_text;
};

static void parts_facts_count_links(struct report_facts *facts, struct marks *marks, uint32_t page)
{
    struct reported_page *from = &facts->pages[page];
    struct link_walk walk = walk_links(facts, page);
    for (struct fact_link link; walk_next(&walk, facts, page, &link);) {
        struct reported_page *to = &facts->pages[link.page];
        if (marks->any[link.page] != page + 1) {
            to->inbound++;
            from->outbound++;
        }
        marks->any[link.page] = page + 1;
        if (link.is_listed)
            continue;
        if (marks->in_text[link.page] != page + 1) {
            to->inbound_in_text++;
            from->outbound_in_text++;
        }
        marks->in_text[link.page] = page + 1;
    }
}

/* A page that makes no sense, or for whose key memory has run out, has none. */
static void read_keys(struct report_facts *facts)
{
    for (uint32_t page = 0; page < facts->page_count; page++) {
        facts->urls[page] = index_page_url(facts->index, page, facts->arena);
        const char *url = facts->urls[page].data ? page_url_resolve(facts->scratch, facts->urls[page]) : NULL;
        facts->keys[page] = url ? url_key(url) : STR("");
    }
}

/* Breadth first: a page is as deep as the shortest way to it is long. */
static void count_clicks(struct report_facts *facts, uint32_t *line)
{
    size_t first = 0, last = 0;
    for (size_t i = 0; i < facts->page_count; i++)
        facts->pages[i].depth = UINT32_MAX;
    if (facts->entry == FACTS_NO_PAGE)
        return;
    facts->pages[facts->entry].depth = 0;
    line[last++] = facts->entry;
    while (first < last) {
        uint32_t page = line[first++];
        struct link_walk walk = walk_links(facts, page);
        for (struct fact_link link; walk_next(&walk, facts, page, &link);) {
            if (facts->pages[link.page].depth != UINT32_MAX)
                continue;
            facts->pages[link.page].depth = facts->pages[page].depth + 1;
            line[last++] = link.page;
        }
    }
}

enum status report_facts_count(struct report_facts *facts, struct str entry, struct error *err)
{
    const struct link_index *index = facts->index;
    struct arena *scratch = facts->scratch;
    facts->page_count = link_page_count(index);
    enum status status = audit_links_read(index, facts->arena, &facts->links, err);
    if (status != OK)
        return status;
    facts->anchor_count = facts->links.anchor_count;
    facts->pages = ARENA_ARRAY(scratch, facts->page_count + 1, struct reported_page);
    facts->keys = ARENA_ARRAY(scratch, facts->page_count + 1, struct str);
    facts->urls = ARENA_ARRAY(scratch, facts->page_count + 1, struct str);
    facts->anchors = ARENA_ARRAY(scratch, facts->anchor_count + 1, struct anchor_facts);
    struct marks marks = {ARENA_ARRAY(scratch, facts->page_count + 1, uint32_t),
                          ARENA_ARRAY(scratch, facts->page_count + 1, uint32_t)};
    if (!facts->pages || !facts->keys || !facts->urls || !facts->anchors || !marks.any || !marks.in_text)
        return error_memory(err);
    read_keys(facts);
    if (arena_failed(facts->arena))
        return error_memory(err);
    count_anchors(facts);
    for (uint32_t i = 0; i < facts->page_count; i++)
        parts_facts_count_links(facts, &marks, i);
    find_entry(facts, entry);
    count_clicks(facts, marks.any);
    return OK;
}

bool report_facts_is_orphan(const struct report_facts *facts, uint32_t page)
{
    return facts->pages[page].inbound_in_text == 0 && page != facts->entry && !is_root(facts, page);
}

bool report_facts_is_weak(const struct report_facts *facts, uint32_t page)
{
    uint32_t inbound = facts->pages[page].inbound_in_text;
    return inbound > 0 && inbound < facts->weak_below && page != facts->entry;
}
