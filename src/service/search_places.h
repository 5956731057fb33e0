/* What the entry `search` of the configuration opens: search = { web = {...}, news = {...}, scholarly = {...} }. */
#ifndef COPYDESK_SERVICE_SEARCH_PLACES_H
#define COPYDESK_SERVICE_SEARCH_PLACES_H

#include "research/search/search.h"

struct search_places {
    struct search_place *list[SEARCH_KINDS]; /* NULL: it is not configured */
};

/*
 * Opens what the entry has; entry NULL: nothing. E_INVALID names the member that is wrong and what is allowed;
 * E_MEMORY. On failure what was opened is in *places all the same: close it.
 */
enum status search_places_open(const json_t *entry, struct search_places *places, struct error *err);
void search_places_close(struct search_places *places);

/* Opens and closes the entry, to see what is wrong with it. Statuses of search_places_open. */
enum status search_places_check(const json_t *entry, struct error *err);

#endif
