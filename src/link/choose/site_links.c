#include "link/choose/choose.h"

#include "base/search.h"
#include "link/index/url_key.h"
#include "text/url.h"

/* The page that an address leads to; INDEX_NO_PAGE: none of the index. */
static uint32_t site_links_find_page(const struct link_index *index, const char *base, struct str href,
                                     struct arena *arena)
{
    char *absolute = url_resolve(arena, base, href);
    return absolute ? index_find_page(index, url_key(absolute)) : INDEX_NO_PAGE;
}

/* Lets phrases reach across the edge of a link. */
static void open_edge(struct lexed *lexed, size_t at)
{
    if (at < lexed->count && lexed->lexemes[at].marks & MARK_AT_ANCHOR)
        lexed->lexemes[at].marks &= (uint16_t)~MARK_STARTS_PHRASE;
}

static void mark(struct lexed *lexed, const struct lexer_anchor *anchor)
{
    open_edge(lexed, anchor->first);
    open_edge(lexed, anchor->last);
    for (size_t i = anchor->first; i < anchor->last; i++)
        if (lexed->lexemes[i].blocked == BLOCK_ANCHOR)
            lexed->lexemes[i].blocked = BLOCK_SITE_LINK;
}

/* Every page has the links of its frame: they keep no text from leading to the same pages. */
static bool is_of_frame(const struct lexed *lexed, const struct lexer_anchor *anchor)
{
    return anchor->first < anchor->last && (lexed->lexemes[anchor->first].blocked & BLOCK_FRAME);
}

bool site_links_find(struct choosing *choosing, struct lexed *lexed, struct arena *arena)
{
    const struct link_index *index = choosing->index;
    uint32_t *pages = ARENA_ARRAY(arena, lexed->anchor_count, uint32_t);
    char *base = page_url_resolve(arena, choosing->options->url);
    if (!base)
        base = page_url_resolve(arena, index_page_url(index, 0, arena));
    choosing->linked = pages;
    for (size_t i = 0; pages && i < lexed->anchor_count; i++) {
        const struct lexer_anchor *anchor = &lexed->anchors[i];
        bool may_lead = base && !is_of_frame(lexed, anchor);
        pages[i] = may_lead ? site_links_find_page(index, base, anchor->href, arena) : INDEX_NO_PAGE;
        if (pages[i] != INDEX_NO_PAGE)
            mark(lexed, anchor);
    }
    return !arena_failed(arena);
}

const struct candidate *site_links_text(const struct choosing *choosing, const struct candidates *candidates,
                                        size_t anchor)
{
    enum { LONGEST = 32 }; /* lexemes */
    size_t end = choosing->lexed->anchors[anchor].first;
    uint32_t page = choosing->linked[anchor];
    if (choosing->options->format != LINK_TEXT || page == INDEX_NO_PAGE)
        return NULL;
    uint32_t from = end > LONGEST ? (uint32_t)end - LONGEST : 0;
    size_t i = SEARCH_FIRST(struct candidate, first, candidates->list, candidates->count, from);
    for (; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->list[i];
        if (candidate->first >= end)
            break;
        if (candidate->last == end && candidate->page == page)
            return candidate;
    }
    return NULL;
}
