/* The pages of a site: from its sitemap (RFC-less, https://www.sitemaps.org/protocol.html), or by following links. */
#ifndef COPYDESK_RESEARCH_CRAWL_H
#define COPYDESK_RESEARCH_CRAWL_H

#include "net/net.h"
#include "research/page/page.h"

struct crawl_options {
    const char *start_url;   /* a page, or NULL */
    const char *sitemap_url; /* a sitemap or sitemap index (plain or gzip), or NULL */
    size_t max_pages;        /* 0: 2,000 */
    int delay_ms; /* between requests; -1: 0 for loopback, 200 else; robots.txt's Crawl-delay up to 10 s wins when longer */
    const atomic_bool *cancel; /* may be NULL */
};

struct crawl_page {
    const char *url, *title, *language; /* language tag, "" when unknown */
    struct str html;
};

struct crawl_report {
    size_t fetched, stored, refused_by_robots, failed;
    char last_problem[200]; /* why the last failing page failed; "" when none */
};

/* Called for each page in the order found; anything but OK ends the crawl with that status. */
typedef enum status (*crawl_on_page)(void *context, const struct crawl_page *page, struct error *err);

/*
 * With a sitemap: its URLs. With a start page: /robots.txt is read, its sitemaps are used when they list pages below the start
 * page's folder, else links are followed breadth first, within the start page's origin and folder. robots.txt obeyed (RFC 9309;
 * agent "copydesk"; unreachable 5xx: nothing is crawled; 4xx: everything may be), noindex and nofollow too, canonical URLs
 * honoured within the site, one request at a time. Fails only when not one page could be had; otherwise the report says what was
 * left out.
 */
enum status crawl_site(struct net *net, const struct crawl_options *options, crawl_on_page on_page, void *context,
                       struct crawl_report *report, struct error *err);

/* robots.txt by itself: may `agent` fetch this path (with query)? *delay_ms gets Crawl-delay, -1 when absent. */
bool robots_allows(struct str robots_txt, const char *agent, const char *path, int *delay_ms);

#endif
