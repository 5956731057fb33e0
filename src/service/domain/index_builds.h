/*
 * Building linking indexes: one at a time for an account and a few side by side, in threads of their own, so that the
 * sites of one account keep nobody else waiting.
 */
#ifndef COPYDESK_SERVICE_DOMAIN_INDEX_BUILDS_H
#define COPYDESK_SERVICE_DOMAIN_INDEX_BUILDS_H

#include "store/store.h"

#include <stdatomic.h>
#include <stdbool.h>

/*
 * The files of the linking indexes: <domain's identifier>-<version of its pages>.cdx, in a folder of their own. Another
 * file there that begins with a domain's identifier is one that was never finished.
 */

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

/* --- the builds --- */

struct index_builds;

/* Builds the index of a domain and keeps it, unless *cancel is true by then. Any status; E_CANCELLED: it was. */
typedef enum status (*index_make)(void *context, const char *domain_id, const atomic_bool *cancel, struct error *err);

/* err: NULL when the status is OK. */
typedef void (*index_made)(void *argument, enum status status, const struct error *err);

/* E_MEMORY. */
enum status index_builds_new(index_make make, void *context, struct index_builds **builds, struct error *err);

/*
 * Has the index of a domain built, once for all that ask meanwhile. made is called once, in any thread, maybe in this
 * one: OK when it was built, or the domain was dropped meanwhile; E_CANCELLED when the builds are closed; otherwise
 * what `make` returned. account_id: of the domain.
 */
void index_builds_ask(struct index_builds *builds, const char *account_id, const char *domain_id, index_made made,
                      void *argument);

/* The same for a caller that waits for it. */
enum status index_builds_wait(struct index_builds *builds, const char *account_id, const char *domain_id,
                              struct error *err);

/* Would the index of a domain be built at once? False: others of the account, or too many of other accounts, come
 * first.
 */
bool index_builds_is_free(struct index_builds *builds, const char *account_id, const char *domain_id);

/* Calls off the building of a domain's index that is in line or under way. */
void index_builds_drop(struct index_builds *builds, const char *domain_id);

/* Calls off all; nothing is built any more. NULL is allowed. */
void index_builds_close(struct index_builds *builds);

/* Closes, and waits for the end of what is under way. NULL is allowed. */
void index_builds_free(struct index_builds *builds);

#endif
