/*
 * What a node looks at now and then, whether notices come or not: statements that read little, and take no lock that
 * another node could wait for.
 */
#ifndef COPYDESK_STORE_GLANCE_H
#define COPYDESK_STORE_GLANCE_H

#include "base/base.h"

struct db;

/* Is there an article that could be claimed now, to be written or polished? */
enum status glance_work(struct db *db, bool *is_due, struct error *err);

/* Something that requests wait for: text of which no two versions are the same. */
struct glance_version {
    const char *id, *version;
};

/* Those of the ids, UUIDs, that are articles or domains, in any order. */
enum status glance_versions(struct db *db, struct arena *arena, const char *const *ids, size_t count,
                            struct glance_version **versions, size_t *found, struct error *err);

#endif
