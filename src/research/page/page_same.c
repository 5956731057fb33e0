#include "research/page/page_same.h"

enum status page_identify(struct arena *arena, const struct page *page, struct page_identity *identity,
                          struct error *err)
{
    struct url parts;
    bool has_address = url_parse(str_from(page->url), &parts, NULL) == OK;
    char *address = has_address ? url_normalise(arena, str_from(page->url)) : arena_copy(arena, page->url);
    if (!address)
        return error_memory(err);
    *identity = (struct page_identity){page, address};
    return OK;
}

static bool same_text(const struct page *a, const struct page *b)
{
    if (a->count != b->count || !a->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->blocks[i].kind != b->blocks[i].kind || !str_eq(a->blocks[i].text, b->blocks[i].text))
            return false;
    return true;
}

/* The home page of its site names no other page: sites that give it for all their pages are not one page. */
static bool is_home(const char *address)
{
    struct url parts;
    return url_parse(str_from(address), &parts, NULL) == OK && parts.path.len <= 1 && !parts.query.len;
}

static bool same_address(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

/* One of the two addresses is what a page says of itself. */
static bool same_claim(const char *a, const char *b)
{
    return same_address(a, b) && !is_home(a);
}

bool page_is_same(const struct page_identity *a, const struct page_identity *b)
{
    return same_address(a->address, b->address) || same_claim(a->page->canonical, b->page->canonical) ||
           same_claim(a->page->canonical, b->address) || same_claim(a->address, b->page->canonical) ||
           same_text(a->page, b->page);
}
