/* The backends of search, a file each. */
#ifndef COPYDESK_RESEARCH_SEARCH_SEARCH_PARTS_H
#define COPYDESK_RESEARCH_SEARCH_SEARCH_PARTS_H

#include "research/search/search.h"

extern const struct search_backend search_searxng_backend;  /* an instance of SearXNG, or of searx from which it came */
extern const struct search_backend search_brave_backend;    /* the API of Brave Search */
extern const struct search_backend search_serper_backend;   /* serper.dev, which asks Google */
extern const struct search_backend search_tavily_backend;   /* the API of Tavily */
extern const struct search_backend search_rss_backend;      /* feeds in RSS or Atom */
extern const struct search_backend search_gdelt_backend;    /* the news of the world that the GDELT Project watches */
extern const struct search_backend search_openalex_backend; /* the catalogue of scholarly works of OpenAlex */
extern const struct search_backend search_crossref_backend; /* the works that have a DOI of Crossref */
extern const struct search_backend search_arxiv_backend;    /* preprints of arXiv */
extern const struct search_backend search_semanticscholar_backend; /* the papers of Semantic Scholar */
extern const struct search_backend search_folder_backend;          /* a folder of documents */

#endif
