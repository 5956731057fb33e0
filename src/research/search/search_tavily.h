/* The backend "tavily" of search: the API of Tavily. */
#ifndef COPYDESK_RESEARCH_SEARCH_TAVILY_H
#define COPYDESK_RESEARCH_SEARCH_TAVILY_H

#include "research/search/search.h"

extern const struct search_backend search_tavily_backend;

#endif
