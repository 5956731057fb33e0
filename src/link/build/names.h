/* What names a page: its title and parts of it, the last part of its URL, its headings; and the links to it. */
#ifndef COPYDESK_LINK_BUILD_NAMES_H
#define COPYDESK_LINK_BUILD_NAMES_H

#include "link/site/rarity.h"
#include "link/site/site.h"

/* One name of a page. */
struct name {
    const struct site_item *items;
    size_t length;
    enum title_kind kind;
    uint8_t cover; /* how much of the title it is, in 255ths */
};

/* False ends it: memory ran out. */
typedef bool (*name_visitor)(struct site *site, const struct site_text *text, const struct name *name, void *context);

/*
 * Calls the visitor for each name of the page, some of them more than once. rarity: of the titles' parts and headings,
 * as names_count has found it. False when the visitor said so.
 */
bool names_each(struct site *site, const struct site_text *text, const struct rarity *rarity, name_visitor visit,
                void *context);

/* A site_page_visitor, of SITE_NAMES, whose context is a struct rarity: counts parts of titles and headings. */
bool names_count(struct site *site, const struct site_text *text, void *context);

/*
 * A site_page_visitor, of SITE_ALL, whose context is a struct rarity: makes phrases of the names and of the links'
 * texts, and counts how many pages hold each term.
 */
bool names_add(struct site *site, const struct site_text *text, void *context);

#endif
