/*
 * The indexes of library folders, shared by all threads: each is opened when it is first needed, brought up to date for
 * each use, and used by one thread at a time. At most four stay open, besides those in use.
 */
#ifndef COPYDESK_RESEARCH_LIBRARY_INDEXES_H
#define COPYDESK_RESEARCH_LIBRARY_INDEXES_H

#include "research/library/library_index.h"

struct library_indexes;

/* data: the folder in which the indexes are kept, copied; NULL: they are kept in files without a name, and go when they
 * are closed. E_MEMORY. */
enum status library_indexes_new(const char *data, struct library_indexes **indexes, struct error *err);
/* Every index must have been released. A child after a fork leaves them to its parent. NULL is allowed. */
void library_indexes_free(struct library_indexes *indexes);

/*
 * The index of a folder as it is now; to be released. Blocks while another thread uses it. A damaged one is made anew.
 * Statuses of library_index_open and library_index_update; E_CANCELLED also soon after *cancel became true while
 * waiting. progress and cancel may be NULL.
 */
enum status library_indexes_use(struct library_indexes *indexes, const char *folder,
                                const struct library_progress *progress, const atomic_bool *cancel,
                                struct library_index **index, struct error *err);
void library_indexes_release(struct library_indexes *indexes, struct library_index *index);

#endif
