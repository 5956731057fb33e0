/* The backend "crossref" of search: the works that have a DOI of Crossref. */
#ifndef COPYDESK_RESEARCH_SEARCH_CROSSREF_H
#define COPYDESK_RESEARCH_SEARCH_CROSSREF_H

#include "research/search/search.h"

extern const struct search_backend search_crossref_backend;

#endif
