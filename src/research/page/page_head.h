/* What the head of an HTML page says of it: title, language, address. And titles: without section numbers and names of
 * sites, or made from a path. The arenas note where memory runs out. */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_HEAD_H
#define COPYDESK_RESEARCH_PAGE_PAGE_HEAD_H

#include "research/page/document.h"
#include "research/page/page.h"

/* Slices of the tree; empty: not said. */
struct page_head {
    struct str title;     /* of <title>, in the arena */
    struct str site_name; /* of <meta property="og:site_name"> */
    struct str language;
    struct str description, shown_description; /* of <meta name="description">, <meta property="og:description"> */
    struct str address;                        /* <link rel="canonical"> or <meta property="og:url"> */
    struct str canonical;                      /* the first <link rel="canonical"> */
    struct str base;                           /* the first <base href>, to which that is relative */
    struct arena *arena;
};

void page_head_read(struct arena *arena, xmlNode *root, struct page_head *head);

/* What the addresses of a page that was found at `url` are relative to; NULL: that is no address of the web. */
const char *page_head_base(struct arena *arena, const struct page_head *head, const char *url);

/* Sets the title and description of a page whose blocks are read, the canonical address of one that was found at a URL,
 * and the address of a saved one. */
void page_head_use(struct arena *arena, const struct page_head *head, const char *url, struct page *page);

/* --- titles --- */

/* Without "5.11. ", "Chapter 5. ", "A.2 " in front. */
struct str title_without_number(struct str title);

/* Without what markup left in it: "{#toc1}", a permalink's "¶". A slice of it. */
struct str title_without_marks(struct str title);

/* Does the heading stand over a table of contents, which is left out? */
bool title_is_contents(struct str heading);

/* The last segment of a URL or path, without its extension; "-" and "_" as blanks. NULL when memory ran out. */
char *title_from_path(struct arena *arena, const char *path);

#endif
