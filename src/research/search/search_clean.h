/* What a backend found, made fit for those who asked. */
#ifndef COPYDESK_RESEARCH_SEARCH_CLEAN_H
#define COPYDESK_RESEARCH_SEARCH_CLEAN_H

#include "research/search/search.h"

/*
 * Addresses are normalised, without what only tells where a reader came from (utm_source and its like), and each stays
 * once: http and https, with and without a last slash are one. What is no http or https address, or longer than
 * PAGE_URL_MAX, is left out, and what is known to be outside of the age. Titles, texts and questions become plain text
 * of limited length. At most query->most stay. now_ms: Unix ms. E_MEMORY: *results stays as it was.
 */
enum status search_clean(struct search_results *results, const struct search_query *query, int64_t now_ms,
                         const struct lookup *lookup);

#endif
