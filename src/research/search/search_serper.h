/* The backend "serper" of search: serper.dev, which asks Google. */
#ifndef COPYDESK_RESEARCH_SEARCH_SERPER_H
#define COPYDESK_RESEARCH_SEARCH_SERPER_H

#include "research/search/search.h"

extern const struct search_backend search_serper_backend;

#endif
