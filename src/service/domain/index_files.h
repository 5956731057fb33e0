/*
 * The files of the linking indexes: <domain's identifier>-<version of its pages>.cdx, in a folder of their own. Another
 * file there that begins with a domain's identifier is one that was never finished.
 */
#ifndef COPYDESK_SERVICE_DOMAIN_INDEX_FILES_H
#define COPYDESK_SERVICE_DOMAIN_INDEX_FILES_H

#include "store/store.h"

/* To be freed. NULL: no memory. */
char *index_file_path(const char *folder, const char *domain_id, int64_t version);

/* The highest version that the domain has a file of, and that is none of the future; -1: it has none. */
int64_t index_files_newest(const char *folder, const struct domain *domain);

/* Removes all files of a domain but `keep`, a path (NULL: none is kept). */
void index_files_remove(const char *folder, const char *domain_id, const char *keep);

void index_files_remove_version(const char *folder, const char *domain_id, int64_t version);

/*
 * Removes what earlier processes left: files of domains that are gone, unfinished ones, and those older than the pages
 * where there is one of the present pages; otherwise the old one answers until a newer one is built.
 * E_IO: the folder cannot be read; otherwise statuses of store_read.
 */
enum status index_files_sweep(const char *folder, struct store *store, struct error *err);

#endif
