/* The backend "arxiv" of search: preprints of arXiv. */
#ifndef COPYDESK_RESEARCH_SEARCH_ARXIV_H
#define COPYDESK_RESEARCH_SEARCH_ARXIV_H

#include "research/search/search.h"

extern const struct search_backend search_arxiv_backend;

#endif
