/*
 * Files that are read again when they have changed, for any number of threads: each use checks times and sizes, not
 * contents. Whoever still uses a former reading keeps it. When the new content is wrong or gone, the former one stays,
 * and the log says so once for each change.
 */
#ifndef COPYDESK_MEDIA_DATA_WATCHED_H
#define COPYDESK_MEDIA_DATA_WATCHED_H

#include "base/base.h"

#include <jansson.h>

/* How a file, or a folder, is read. */
struct watched_kind {
    const char *ending; /* of the files in a folder that count: ".json"; NULL: the path is a file */

    /*
     * Makes *data of what is there, in the arena. E_NOT_FOUND, E_IO, E_LIMIT, E_CORRUPT: it cannot be used, and the
     * message says why; E_MEMORY. drop is called for *data unless that is NULL, also after a failure.
     */
    enum status (*read)(const char *path, struct arena *arena, void **data, struct error *err);

    /* Lets go of what the data hold outside of their arena. Cannot fail. */
    void (*drop)(void *data);
};

/* The data of one reading; it does not change. */
struct file_reading {
    void *data;
};

struct watched;

/*
 * Reads for the first time what `path` names, which is all that the entry of the configuration may say beside its api.
 * name: of the entry, "videos". *state is a struct watched, as backends hand it round. E_INVALID; statuses of `read`.
 */
enum status watched_open(const json_t *entry, const char *name, const struct watched_kind *kind, void **state,
                         struct error *err);
/* state: a struct watched, of which every reading must have been released. NULL is allowed. */
void watched_close(void *state);

/* Where it is; a folder's path ends without a slash. */
const char *watched_path(const struct watched *watched);

/* The reading of what is there now, or the last good one; to be released. Blocks while it is read. */
const struct file_reading *watched_use(struct watched *watched);
void watched_release(struct watched *watched, const struct file_reading *reading);

#endif
