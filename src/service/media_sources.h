/* What the entries `products`, `places`, `videos` and `images` of the configuration open (media/media.h). */
#ifndef COPYDESK_SERVICE_MEDIA_SOURCES_H
#define COPYDESK_SERVICE_MEDIA_SOURCES_H

#include "base/base.h"

#include <jansson.h>

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
