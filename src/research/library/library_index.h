/*
 * The index of a library folder: a database of its own with what each document says, kept up to date by the paths,
 * times and sizes of the files.
 *
 *   library_index.c         the file: opened, made, made anew when it is damaged
 *   library_index_update.c  compares the files with the index, and reads those that have changed
 *   library_search.h        finds the documents that speak of a subject
 *   library_entry.h         what the index keeps of a document
 *   library_candidate.h     that again as a page
 *   library_words.h         a subject as the full-text index is asked for it
 *
 * The database is SQLite's, through store/db, which keeps forks apart; its full-text index (FTS5) holds the stems. The
 * file is no more than a memory of the folder: one that is damaged, or of another version, is removed and made anew.
 * What was indexed before an interruption stays. Several processes may use one file.
 *
 * An index is used by one thread at a time: see library_indexes.h.
 */
#ifndef COPYDESK_RESEARCH_LIBRARY_INDEX_H
#define COPYDESK_RESEARCH_LIBRARY_INDEX_H

#include "research/library/library.h"
#include "store/db/db.h"

struct library_index {
    struct db *db;
    char *root; /* resolved path of the library's folder */
    char *path; /* of the database; NULL: it has no name, and goes when it is closed */
};

/* Told while documents are read, about twice a second. `done` of `all` files that had to be read. */
struct library_progress {
    void (*report)(void *context, size_t done, size_t all);
    void *context;
};

/*
 * Opens the index of a folder, by its resolved path, in the data folder; makes it when there is none. data NULL: in a
 * file without a name. E_IO: it cannot be made or written; E_CORRUPT: it is damaged, and cannot be made anew;
 * E_MEMORY; E_INTERNAL: this SQLite has no FTS5.
 */
enum status library_index_open(const char *data, const char *root, struct library_index **index, struct error *err);
void library_index_close(struct library_index *index); /* NULL is allowed */

/* Removes what the index holds and makes it anew. Statuses of library_index_open. */
enum status library_index_clear(struct library_index *index, struct error *err);

/*
 * Brings the index up to date with the folder. A file that cannot be read is remembered with the reason, which the log
 * tells, and tried again when it has changed. progress and cancel may be NULL. E_NOT_FOUND, E_IO: the folder cannot be
 * read; E_IO "disk_full"; E_CANCELLED: what was read until then stays; E_CORRUPT: the index is damaged; E_MEMORY.
 */
enum status library_index_update(struct library_index *index, const struct library_progress *progress,
                                 const atomic_bool *cancel, struct error *err);

#endif
