#include "link/site/counts.h"

/* The target of the phrase, NULL: none. */
static struct site_target *find_target(struct site *site, uint32_t phrase, uint32_t page)
{
    uint32_t target = phrase == SITE_NO_PHRASE ? SITE_NO_PAGE : site_find_target(site, phrase, page);
    return target == SITE_NO_PAGE ? NULL : &site->targets[target];
}

static void count_titles(struct site *site, const struct site_text *text)
{
    for (size_t i = 0; i < text->name_count; i++) {
        const struct site_name *name = &text->names[i];
        uint32_t phrase = site_find_phrase(site, text->title + name->first, name->last - name->first);
        struct site_target *target = find_target(site, phrase, text->page);
        if (!target)
            continue;
        if (name->kind < target->title_kind)
            target->title_kind = name->kind;
        site_count_page(&site->phrases[phrase].seen, site->phrases[phrase].counts, PHRASE_TITLES, text->page);
    }
}

/* Counts one phrase of a link; true when it is the first of this page to its target from running text. */
static bool count_link(struct site *site, const struct site_text *text, const struct site_anchor *anchor,
                       uint32_t first)
{
    uint32_t phrase = site_find_phrase(site, text->items + first, anchor->last - first);
    struct site_target *target = find_target(site, phrase, anchor->page);
    return target &&
           site_count_page(&target->seen, target->counts, anchor->is_list ? TARGET_LISTS : TARGET_LINKS, text->page) &&
           !anchor->is_list;
}

static void count_links(struct site *site, const struct site_text *text)
{
    struct site_page *from = &site->pages[text->page];
    for (size_t i = 0; i < text->anchor_count; i++) {
        const struct site_anchor *anchor = &text->anchors[i];
        if (anchor->page == SITE_NO_PAGE || anchor->page == text->page)
            continue;
        struct site_page *to = &site->pages[anchor->page];
        if (count_link(site, text, anchor, anchor->first)) {
            site_count(from->counts, PAGE_LINKS_OUT);
            site_count_page(&to->seen, to->counts, PAGE_LINKS_IN, text->page);
            site->link_count++;
        }
        if (anchor->name > anchor->first)
            count_link(site, text, anchor, anchor->name);
    }
}

static void count_occurrence(struct site *site, const struct site_text *text, const struct site_occurrence *occurrence,
                             void *context)
{
    (void)context;
    struct site_phrase *phrase = &site->phrases[occurrence->phrase];
    if (site_count_page(&phrase->seen, phrase->counts, PHRASE_PAGES, text->page) &&
        site->pages[text->page].counts[PAGE_LINKS_OUT])
        site_count(phrase->counts, PHRASE_LINKING_PAGES);
}

bool counts_visit(struct site *site, const struct site_text *text, void *context)
{
    count_titles(site, text);
    count_links(site, text);
    site_each_occurrence(site, text, count_occurrence, context);
    return true;
}
