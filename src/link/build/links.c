#include "link/build/build.h"

#include "link/site/store.h"

/* The target of the phrase, NULL: none. */
static struct site_target *find_target(struct site *site, uint32_t phrase, uint32_t page)
{
    uint32_t target = phrase == SITE_NO_PHRASE ? SITE_NO_PAGE : site_find_target(site, phrase, page);
    return target == SITE_NO_PAGE ? NULL : &site->targets[target];
}

/* --- titles --- */

static void describe_name(struct site *site, const struct site_text *text, const struct name *name)
{
    uint32_t number = site_find_phrase(site, name->items, name->length);
    struct site_target *target = find_target(site, number, text->page);
    if (!target)
        return;
    if (name->kind < target->title_kind) {
        target->title_kind = (uint8_t)name->kind;
        target->cover = name->cover;
        target->title_form = site_form_of(name->items, name->length);
        target->title_case = (uint8_t)site_case_of(name->items, name->length);
    }
    struct site_phrase *phrase = &site->phrases[number];
    site_count_page(&phrase->seen, phrase->counts, name->kind == TITLE_HEADING ? PHRASE_HEADINGS : PHRASE_TITLES,
                    text->page);
}

/* --- links --- */

/*
 * Of all forms that a phrase is linked in, the one that most links have, if it is more than half of them (Boyer, Moore:
 * MJRTY, a fast majority vote algorithm, 1981).
 */
static void vote_form(struct site_target *target, uint16_t form)
{
    if (!target->counts[TARGET_FORM_LINKS])
        target->form = form;
    if (target->form == form)
        site_count(target->counts, TARGET_FORM_LINKS);
    else
        target->counts[TARGET_FORM_LINKS]--;
}

/* Counts the link by the items from `first` on, once for the page. */
static void count_link(struct site *site, const struct site_text *text, const struct site_anchor *anchor,
                       uint32_t first)
{
    size_t length = anchor->last - first;
    uint32_t number = site_find_phrase(site, text->items + first, length);
    struct site_target *target = find_target(site, number, anchor->page);
    if (!target ||
        !site_count_page(&target->seen, target->counts, anchor->is_list ? TARGET_LISTS : TARGET_LINKS, text->page))
        return;
    if (target->counts[TARGET_LISTS] + target->counts[TARGET_LINKS] == 1)
        site_count(site->phrases[number].counts, PHRASE_TARGETS);
    if (anchor->is_list)
        return;
    vote_form(target, site_form_of(text->items + first, length));
    if (site->pages[text->page].folder == site->pages[anchor->page].folder)
        site_count(target->counts, TARGET_SAME_FOLDER);
    if (graph_has(site, anchor->page, text->page))
        site_count(target->counts, TARGET_BACK);
    site->link_count += first == anchor->first;
}

static void visit(struct site *site, const struct site_text *text, void *context)
{
    (void)context;
    for (size_t i = 0; i < text->anchor_count; i++) {
        const struct site_anchor *anchor = &text->anchors[i];
        if (anchor->page == SITE_NO_PAGE)
            continue;
        count_link(site, text, anchor, anchor->first);
        if (anchor->name > anchor->first)
            count_link(site, text, anchor, anchor->name);
    }
    names_each(site, text, describe_name);
}

enum status count_links(struct site *site, struct error *err)
{
    enum status status = site_each_page(site, SITE_ALL, 1, visit, NULL, err);
    rarity_free(&site->store->rarity);
    phrases_rank(site);
    return status;
}
