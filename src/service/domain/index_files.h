/*
 * The files of the linking indexes: <domain's identifier>-<version of its pages>.cdx, in a folder of their own. Another
 * file there that begins with a domain's identifier is one that was never finished.
 */
#ifndef COPYDESK_SERVICE_DOMAIN_INDEX_FILES_H
#define COPYDESK_SERVICE_DOMAIN_INDEX_FILES_H

#include "store/store.h"

/* To be freed. NULL: no memory. */
char *index_file_path(const char *folder, const struct domain *domain);

/* Removes all files of a domain but `keep`, a path (NULL: none is kept). */
void index_files_remove(const char *folder, const char *domain_id, const char *keep);

/*
 * Removes what earlier processes left: files of domains that are gone, files older than the pages, unfinished ones.
 * E_IO: the folder cannot be read; otherwise statuses of store_read.
 */
enum status index_files_sweep(const char *folder, struct store *store, struct error *err);

#endif
