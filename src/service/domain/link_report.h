/*
 * How the stored pages of a domain link to each other: which pages no other one links to, how many link to each, which
 * links lead to nothing, and what links say.
 *
 * - The links are those of the stored HTML, wherever they stand on a page: navigation counts too, and so does
 *   rel="nofollow", for readers follow both. A link of a page to itself does not count.
 * - A link is internal when its host is that of a stored page; http and https, "/about" and "/about/" are one page
 *   (link/index/url_key.h). An address with a query that is not stored counts as the page without it.
 * - What the last crawl met is taken into account: a link to an address that redirects, or names another one as
 *   canonical, counts for the page that it leads to; one to a file, to a page that asks not to be indexed, or to what
 *   robots.txt closes is neither counted nor broken.
 * - A link is broken when its address answered the last crawl with 400 or more, or is none of the stored pages and was
 *   not read by a crawl; the status is 0 then. So a site of which only a part is stored has links that are only said to
 *   be broken.
 * - An orphan is a page to which no other one links, unless it is the start page of the domain or the root of its site.
 */
#ifndef COPYDESK_SERVICE_DOMAIN_LINK_REPORT_H
#define COPYDESK_SERVICE_DOMAIN_LINK_REPORT_H

#include "store/store.h"

enum {
    REPORT_PAGES_MAX = 50000,   /* pages that are looked at */
    REPORT_BROKEN_MAX = 10000,  /* broken links that are kept; more are only counted */
    REPORT_ANCHORS_MAX = 50000, /* different ones that are kept */
    REPORT_VISITS_MAX = 100000, /* visits that are taken into account */
};

struct report_page {
    const char *url, *title;
    int64_t inbound;  /* other pages that link to it */
    int64_t outbound; /* other pages that it links to */
    bool is_orphan;
};

struct report_broken {
    const char *from, *to, *text; /* page, address, what the link says: the first time on that page */
    int64_t status;               /* what the address answered; 0: it was not read */
};

struct report_anchor {
    const char *text, *url; /* of a stored page */
    int64_t count;          /* how often it is said of that page, over all pages */
};

struct link_report {
    struct report_page *pages; /* the least linked first, then by URL */
    size_t page_count;
    struct report_broken *broken; /* by the page that they stand on */
    size_t broken_count;
    struct report_anchor *anchors; /* the most frequent first */
    size_t anchor_count;
    int64_t broken_total, orphan_total;
    int64_t link_total; /* internal links, broken ones included */
    bool is_cut;        /* the domain has more pages, or links say more different things, than are looked at */
};

/* Makes the report of a domain, in the arena. Reads one page at a time and blocks for as long as that takes. E_MEMORY;
 * statuses of store_read. */
enum status link_report_make(struct store *store, struct arena *arena, const struct domain *domain,
                             struct link_report *report, struct error *err);

#endif
