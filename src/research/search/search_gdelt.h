/* The backend "gdelt" of search: the news of the world that the GDELT Project watches. */
#ifndef COPYDESK_RESEARCH_SEARCH_GDELT_H
#define COPYDESK_RESEARCH_SEARCH_GDELT_H

#include "research/search/search.h"

extern const struct search_backend search_gdelt_backend;

#endif
