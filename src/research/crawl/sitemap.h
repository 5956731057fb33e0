/* Sitemaps (https://www.sitemaps.org/protocol.html): XML, index, text, any of them gzipped. */
#ifndef COPYDESK_RESEARCH_CRAWL_SITEMAP_H
#define COPYDESK_RESEARCH_CRAWL_SITEMAP_H

#include "base/base.h"

/* The most URLs that one sitemap file may list, and its largest size when inflated, by the protocol. */
enum { SITEMAP_MOST_URLS = 50000, SITEMAP_LARGEST = 50 * 1024 * 1024 };

struct sitemap {
    char **urls; /* absolute and normalised, in document order; those that are no http(s) URL are left out */
    size_t count;
    bool is_index; /* they are sitemaps themselves */
};

/*
 * Reads a sitemap's bytes, found at `url`. No XML parser takes part: the file is read as tags and text, so that there
 * are no entities to expand and nothing to fetch. E_CORRUPT: damaged gzip data; E_LIMIT: too large when inflated;
 * E_MEMORY.
 */
enum status sitemap_read(struct arena *arena, struct str body, const char *url, struct sitemap *sitemap,
                         struct error *err);

#endif
