/* What the library knows of the keyword's stems, stored with the sources so that a resumed article is judged as before.
 */
#ifndef COPYDESK_WRITE_SOURCES_COLLECTION_H
#define COPYDESK_WRITE_SOURCES_COLLECTION_H

#include "research/topic/topic.h"

#include <jansson.h>

/* A new reference; NULL: memory ran out. */
json_t *sources_collection_json(const struct topic_collection *collection);

/* Into the arena; what is missing is a collection without pages. E_MEMORY. */
enum status sources_collection_load(struct arena *arena, const json_t *value, struct topic_collection *collection,
                                    struct error *err);

#endif
