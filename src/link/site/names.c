#include "link/site/names.h"

/* Letters that a phrase must have: of a title, and of a link, whose author means it however short it is. */
enum { TITLE_LETTERS = 2, LINK_LETTERS = 1 };

static bool add_titles(struct site *site, const struct site_text *text)
{
    bool good = true;
    for (size_t i = 0; good && i < text->name_count; i++) {
        const struct site_name *name = &text->names[i];
        good = site_add_name(site, text->title + name->first, name->last - name->first, text->page, TITLE_LETTERS);
    }
    return good;
}

/*
 * A link "Section 12.1, RAID and LVM" is also one of "RAID and LVM": text seldom names a section by its number.
 */
static bool add_links(struct site *site, const struct site_text *text)
{
    bool good = true;
    for (size_t i = 0; good && i < text->anchor_count; i++) {
        const struct site_anchor *anchor = &text->anchors[i];
        if (anchor->page == SITE_NO_PAGE || anchor->page == text->page)
            continue;
        good =
            site_add_name(site, text->items + anchor->first, anchor->last - anchor->first, anchor->page, LINK_LETTERS);
        if (good && anchor->name > anchor->first)
            good = site_add_name(site, text->items + anchor->name, anchor->last - anchor->name, anchor->page,
                                 LINK_LETTERS);
    }
    return good;
}

static void count_terms(struct site *site, const struct site_text *text)
{
    for (size_t i = 0; i < text->count; i++) {
        if (text->items[i].term == SITE_BREAK)
            continue;
        struct site_term *term = &site->terms[text->items[i].term];
        site_count_page(&term->seen, term->counts, TERM_PAGES, text->page);
    }
}

bool names_visit(struct site *site, const struct site_text *text, void *context)
{
    (void)context;
    count_terms(site, text);
    return add_titles(site, text) && add_links(site, text);
}
