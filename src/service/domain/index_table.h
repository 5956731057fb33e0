/*
 * The open indexes of domains: the newest of each, the one that was used last in front, and which files of the folder
 * belong to them (index_files.h). Whoever uses an index counts as a user of it; one that a newer replaces goes on until
 * its last user has released it.
 *
 * No lock of its own: indexes.c holds one around every call but open_index_new.
 */
#ifndef COPYDESK_SERVICE_DOMAIN_INDEX_TABLE_H
#define COPYDESK_SERVICE_DOMAIN_INDEX_TABLE_H

#include "link/link.h"
#include "store/store.h"

struct open_index {
    char domain_id[UUID_LENGTH + 1];
    int64_t version; /* of the domain's pages */
    struct link_index *index;
    char *path;
    size_t users;       /* whoever has it in use, and the table while it is the newest */
    bool is_refreshing; /* a newer one was asked for */
    int64_t rest_until; /* a newer one could not be built, and is not tried again before: monotonic milliseconds */
    struct open_index *next;
};

struct index_table {
    const char *folder;
    struct open_index *first;
};

/* The file of that version of the domain's pages, with one user. Statuses of link_open. */
enum status open_index_new(const char *folder, const char *domain_id, int64_t version, struct open_index **index,
                           struct error *err);

/* One user less; closes it behind the last. */
void open_index_release(struct open_index *index);

/* The newest index of the domain, in front from now on: from the table, or else from a file of its present pages or
 * older ones. A file that is no index (E_CORRUPT: of another version, or damaged) is removed. NULL: there is none. */
struct open_index *index_table_find(struct index_table *table, const struct domain *domain);

/* The table's index of a domain, NULL when it has none. */
struct open_index *index_table_get(struct index_table *table, const char *domain_id);

/* Takes over an index as the newest of its domain: the one before is released and its file removed. */
void index_table_put(struct index_table *table, struct open_index *index);

/* Releases the index of a domain and removes its files. */
void index_table_drop(struct index_table *table, const char *domain_id);

/* Releases all; the files stay. */
void index_table_free(struct index_table *table);

#endif
