/* The backend "brave" of search: the API of Brave Search. */
#ifndef COPYDESK_RESEARCH_SEARCH_BRAVE_H
#define COPYDESK_RESEARCH_SEARCH_BRAVE_H

#include "research/search/search.h"

extern const struct search_backend search_brave_backend;

#endif
