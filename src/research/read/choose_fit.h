/* How much pages speak of what is asked for. */
#ifndef COPYDESK_RESEARCH_READ_CHOOSE_FIT_H
#define COPYDESK_RESEARCH_READ_CHOOSE_FIT_H

#include "base/lookup.h"
#include "research/page/page.h"

struct page_fit {
    bool is_on_topic; /* it has more than half of the words of a query, or half and its noun in a main heading */
    double score;     /* by the best of the queries: how surely it speaks of it (research/topic), then how well */
};

/* One for each page; pages are compared with those of their language. What is made for it is freed. E_MEMORY,
 * E_CANCELLED. */
enum status pages_fit(const struct page *const *pages, size_t count, const struct str *queries, size_t query_count,
                      const struct language *language, const struct lookup *lookup, struct page_fit *fits);

#endif
