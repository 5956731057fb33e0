/* The backend "semanticscholar" of search: the papers of Semantic Scholar. */
#ifndef COPYDESK_RESEARCH_SEARCH_SEMANTICSCHOLAR_H
#define COPYDESK_RESEARCH_SEARCH_SEMANTICSCHOLAR_H

#include "research/search/search.h"

extern const struct search_backend search_semanticscholar_backend;

#endif
