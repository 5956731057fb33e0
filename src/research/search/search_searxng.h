/* The backend "searxng" of search: an instance of SearXNG, or of searx from which it came. */
#ifndef COPYDESK_RESEARCH_SEARCH_SEARXNG_H
#define COPYDESK_RESEARCH_SEARCH_SEARXNG_H

#include "research/search/search.h"

extern const struct search_backend search_searxng_backend;

#endif
