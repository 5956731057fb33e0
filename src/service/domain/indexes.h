/*
 * The linking index of each domain: a file below indexes/ in the data folder, made from the stored pages when it is
 * first needed after they changed. Open indexes are shared and counted. A file that a newer one replaces is removed,
 * and at the start so are the files that earlier processes left and that are of no use (index_files.h).
 *
 * Any thread. Indexes are built in threads of their own (index_builds.h), one at a time for an account; whoever needs
 * one waits for it, or is told when it is there.
 *
 * Single node: the files belong to this process alone. Another one on the same database has a folder of its own, and
 * builds the indexes that it needs itself; it learns of a deleted domain from the store, and keeps that domain's file
 * until its next start.
 */
#ifndef COPYDESK_SERVICE_DOMAIN_INDEXES_H
#define COPYDESK_SERVICE_DOMAIN_INDEXES_H

#include "link/link.h"
#include "service/domain/index_builds.h"
#include "store/store.h"

struct index_cache;

/* data_folder: the data folder, in which indexes/ is made. The store outlives the cache. *cache may have been set
 * when this fails: indexes_free it. */
enum status indexes_new(struct store *store, const char *data_folder, struct index_cache **cache, struct error *err);

/* Calls off what is being built; nothing is built any more (E_CANCELLED). NULL is allowed. */
void indexes_close(struct index_cache *cache);

/* Every index must have been released. NULL is allowed. */
void indexes_free(struct index_cache *cache);

struct open_index; /* an index that is in use */

/*
 * The index of a domain, built when it has to be (blocks); to be released. account_id NULL: of any account.
 * E_NOT_FOUND: there is no such domain of this account; E_INVALID: it has no pages; E_CANCELLED: the cache is closed;
 * otherwise statuses of store_read, link_build and link_open.
 */
enum status indexes_use(struct index_cache *cache, const char *account_id, const char *domain_id,
                        struct open_index **index, struct error *err);
const struct link_index *indexes_link_index(const struct open_index *index);
void indexes_release(struct index_cache *cache, struct open_index *index);

/* Would indexes_use have it at once? Statuses of store_read, E_NOT_FOUND and E_INVALID as above. */
enum status indexes_look(struct index_cache *cache, const char *account_id, const char *domain_id, bool *is_there,
                         struct error *err);

/* Has the index built without waiting for it: see index_builds_ask. account_id: of the domain, see indexes_look. */
void indexes_prepare(struct index_cache *cache, const char *account_id, const char *domain_id, index_made made,
                     void *argument);

/* The same as indexes_use, with the same statuses, for a caller that keeps the index and closes it with link_close:
 * write_job's open_index. */
enum status indexes_open(struct index_cache *cache, const char *account_id, const char *domain_id,
                         struct link_index **index, struct error *err);

/* The domain was deleted, or its index is damaged: the index is removed, also one that is being built at this
 * moment. */
void indexes_drop(struct index_cache *cache, const char *domain_id);

#endif
