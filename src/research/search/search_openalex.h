/* The backend "openalex" of search: the catalogue of scholarly works of OpenAlex. */
#ifndef COPYDESK_RESEARCH_SEARCH_OPENALEX_H
#define COPYDESK_RESEARCH_SEARCH_OPENALEX_H

#include "research/search/search.h"

extern const struct search_backend search_openalex_backend;

#endif
