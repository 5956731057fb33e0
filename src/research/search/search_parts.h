#ifndef COPYDESK_RESEARCH_SEARCH_SEARCH_PARTS_H
#define COPYDESK_RESEARCH_SEARCH_SEARCH_PARTS_H

#include "research/search/search.h"

/* The backend "tavily" of search: the API of Tavily. */

extern const struct search_backend search_tavily_backend;

/* The backend "openalex" of search: the catalogue of scholarly works of OpenAlex. */

extern const struct search_backend search_openalex_backend;

extern const struct search_backend search_folder_backend;

/* The backend "gdelt" of search: the news of the world that the GDELT Project watches. */

extern const struct search_backend search_gdelt_backend;

/* The backend "searxng" of search: an instance of SearXNG, or of searx from which it came. */

extern const struct search_backend search_searxng_backend;

/* The backend "serper" of search: serper.dev, which asks Google. */

extern const struct search_backend search_serper_backend;

/* The backend "arxiv" of search: preprints of arXiv. */

extern const struct search_backend search_arxiv_backend;

extern const struct search_backend search_rss_backend;

/* The backend "crossref" of search: the works that have a DOI of Crossref. */

extern const struct search_backend search_crossref_backend;

/* The backend "semanticscholar" of search: the papers of Semantic Scholar. */

extern const struct search_backend search_semanticscholar_backend;

/* The backend "brave" of search: the API of Brave Search. */

extern const struct search_backend search_brave_backend;

#endif
