/* The Robots Exclusion Protocol, RFC 9309: what a robots.txt allows, how fast, and which sitemaps it names. */
#ifndef COPYDESK_RESEARCH_CRAWL_ROBOTS_H
#define COPYDESK_RESEARCH_CRAWL_ROBOTS_H

#include "base/base.h"

/* May `agent` fetch this path (with query)? *delay_ms, unless NULL, gets the Crawl-delay, -1 when there is none. */
bool robots_allows(struct str robots_txt, const char *agent, const char *path, int *delay_ms);

/* The next "Sitemap:" line; *rest is moved behind it and starts as the whole file. False when there is none left. */
bool robots_next_sitemap(struct str *rest, struct str *url);

#endif
