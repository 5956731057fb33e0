/* Where the phrases of a site stand in a page. */
#ifndef COPYDESK_LINK_SITE_OCCURRENCES_H
#define COPYDESK_LINK_SITE_OCCURRENCES_H

#include "link/site/site.h"

/* Starts as zeros; the list is freed with free(). */
struct occurrences {
    struct site_occurrence *list;
    size_t count, cap;
};

/* Finds all of them, for site_text.occurrences. False: memory ran out. */
bool occurrences_find_all(const struct site *site, const struct site_text *text, struct occurrences *found);

#endif
