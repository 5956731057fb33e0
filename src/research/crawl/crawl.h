/*
 * crawl: the pages of a site, by its sitemap or by following links.
 *
 *   crawl.c    one crawl from its start to its report
 *   robots.h   what a robots.txt says
 *   sitemap.h  what a sitemap lists
 *
 * A crawl runs on the thread of its caller. All that it remembers lives in an arena of its own, freed at its end.
 */
#ifndef COPYDESK_RESEARCH_CRAWL_CRAWL_H
#define COPYDESK_RESEARCH_CRAWL_CRAWL_H

#include "net/net.h"
#include "research/page/page.h"

/*
 * --- a site ---
 *
 * What it wishes of whoever reads it: its robots.txt (RFC 9309), the pauses between requests, and to be left alone
 * while it is busy.
 */

enum { SITE_LONGEST_PAUSE_MS = 10 * 1000 }; /* that is kept because a site asks for it */

/*
 * Fetches the robots.txt of the site of a URL into the arena. request: timeout_ms and cancel count, all else is filled
 * in. *robots is "" when the site has none (section 2.3.1.3). E_DENIED: it answers 5xx, which forbids everything
 * (2.3.1.4); the errors of net_fetch otherwise.
 */
enum status site_robots(struct net *net, const char *url, struct net_request *request, struct arena *arena,
                        struct str *robots, struct error *err);

/* Does the robots.txt of its site allow to fetch this normalised URL? */
bool site_allows(struct str robots, const char *url);

/* Milliseconds between two requests to the site of a URL: what is wished (-1: 0 for loopback, 200 else) or, where that
 * is longer, its Crawl-delay, up to SITE_LONGEST_PAUSE_MS. */
int site_pause(struct str robots, const char *url, int wished_ms);

/* How long the site wants not to be asked, where it answered that it is busy (429, 503); -1: it is not. */
int64_t site_busy_ms(const struct net_response *response);

/* --- a crawl --- */

/* An address that is no page of the crawl: a file, a redirect, an error, a page that asks not to be indexed. */
struct crawl_visit {
    const char *url;
    int status;           /* of the answer, behind redirects; 0: it was not asked for, since robots.txt closes it */
    const char *leads_to; /* by a redirect, or its canonical address; NULL: nowhere else */
};

/* Called for each such address; the visit lives until it returns. Any status but OK ends the crawl with that status. */
typedef enum status (*crawl_on_visit)(void *context, const struct crawl_visit *visit, struct error *err);

struct crawl_options {
    const char *start_url;   /* a page, or NULL */
    const char *sitemap_url; /* a sitemap or sitemap index (plain or gzip), or NULL */
    size_t max_pages;        /* 0: 2,000 */
    /* Between requests; -1: 0 for loopback, 200 else. A longer Crawl-delay of the robots.txt wins, up to 10 s. */
    int delay_ms;
    int64_t time_ms;           /* no request begins later than that after the start; 0: unlimited */
    const atomic_bool *cancel; /* may be NULL */
    crawl_on_visit on_visit;   /* called with the context of on_page; may be NULL */
};

struct crawl_page {
    const char *url, *title, *language; /* language tag, "" when unknown */
    struct str html;
};

struct crawl_report {
    size_t fetched, stored, refused_by_robots, failed;
    bool is_cut_short;      /* by time_ms: there was more to fetch */
    char last_problem[200]; /* why the last failing page failed; "" when none */
};

/* Called for each page in the order found, which lives until it returns. Any status but OK ends the crawl with that
 * status. */
typedef enum status (*crawl_on_page)(void *context, const struct crawl_page *page, struct error *err);

/*
 * With a sitemap: crawls its URLs. With a start page: reads /robots.txt and uses its sitemaps when they list pages
 * below the folder of the start page, else follows links breadth first, within the origin and folder of the start page.
 *
 * robots.txt is obeyed (RFC 9309; agent "copydesk"; when it answers 5xx nothing is crawled, when it answers 4xx
 * everything may be), noindex and nofollow too, canonical URLs are honoured within the site, and requests go out one at
 * a time. Fails only when not one page could be had (E_NOT_FOUND; E_DENIED: robots.txt forbids it), with E_INVALID for
 * a URL that is none, with the status of on_page, E_CANCELLED or E_MEMORY; otherwise the report says what was left out.
 */
enum status crawl_site(struct net *net, const struct crawl_options *options, crawl_on_page on_page, void *context,
                       struct crawl_report *report, struct error *err);

#endif
