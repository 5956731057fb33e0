/* What the entries `search`, `products`, `places`, `videos` and `images` of the configuration open. */
#ifndef COPYDESK_SERVICE_SOURCES_H
#define COPYDESK_SERVICE_SOURCES_H

#include "research/search/search.h"

#include <jansson.h>

/* --- search = { web = {...}, news = {...}, scholarly = {...} } --- */

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

/* --- products, places, videos, images (media/media.h) --- */

/* NULL: it is not configured. */
struct media_sources {
    struct products *products;
    struct places *places;
    struct videos *videos;
    struct images *images;
    struct net *net; /* for what others serve */
};

/* The entries' names in order; NULL behind the last. */
const char *media_sources_name(size_t i);

/* Opens and closes one entry, by its name, to see what is wrong with it. Statuses as of media.h. */
enum status media_sources_check(const char *name, const json_t *entry, struct error *err);

/*
 * Opens the entries that the configuration has; config: all of it. net outlives them. On failure what was opened is in
 * *sources all the same: close it.
 */
enum status media_sources_open(const json_t *config, struct net *net, struct media_sources *sources, struct error *err);
void media_sources_close(struct media_sources *sources);

#endif
