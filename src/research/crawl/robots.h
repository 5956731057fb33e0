/* robots.txt beyond robots_allows of crawl.h; private to research/. */
#ifndef COPYDESK_RESEARCH_CRAWL_ROBOTS_H
#define COPYDESK_RESEARCH_CRAWL_ROBOTS_H

#include "base/base.h"

/* The next "Sitemap:" line; *rest is moved behind it and starts as the whole file. False when there is none left. */
bool robots_next_sitemap(struct str *rest, struct str *url);

#endif
