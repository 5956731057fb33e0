/* The links of an HTML page with what they say and where they stand, each time that they stand there. */
#ifndef COPYDESK_TEXT_HTML_PAGE_LINKS_H
#define COPYDESK_TEXT_HTML_PAGE_LINKS_H

#include "text/text.h"

enum {
    PAGE_LINKS_MAX = 5000,    /* those of a page behind them are left out */
    PAGE_LINK_TEXT_MAX = 300, /* bytes; longer texts are cut between characters */
};

struct page_anchor {
    const char *url;  /* absolute, normalised, without fragment */
    const char *text; /* white space squeezed; of a picture its alternative text; "" where there is none */
    bool is_listed;   /* it stands in no running text: in navigation, in a heading, or alone in its block */
};

/*
 * Reads the links of UTF-8 found at `url`, in document order; all lives in the arena. Links to another place of the
 * same page ("#top") and what is no http(s) address are left out. No tree is made: memory goes with the links, not with
 * the page. E_MEMORY.
 */
enum status page_links_read(struct arena *arena, struct str html, const char *url, struct page_anchor **links,
                            size_t *count, struct error *err);

#endif
