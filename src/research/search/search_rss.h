/* The backend "rss" of search: feeds in RSS or Atom, whose entries are ranked by the words of the query. */
#ifndef COPYDESK_RESEARCH_SEARCH_RSS_H
#define COPYDESK_RESEARCH_SEARCH_RSS_H

#include "research/search/search.h"

extern const struct search_backend search_rss_backend;

#endif
