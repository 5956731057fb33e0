/*
 * The linking index of each domain: a file below indexes/ in the data folder, made from the stored pages. Open indexes
 * are shared and counted (index_table.h). A file that a newer one replaces is removed, and at the start so are the
 * files that earlier processes left and that are of no use (index_files.h).
 *
 * An index is built when it is first needed, or a crawl has ended. When pages change later a new one is built beside
 * the old, which answers until then; the change to the new one is a single step. Pages that come while an index is
 * built make it build once more; so it goes on, in one thread, for as long as they keep coming. Only a domain of few
 * pages (INDEXES_FEW) is treated differently: its new index takes milliseconds, so that whoever links waits for it, and
 * sees the pages that came a moment ago, unless other builds come first.
 *
 * Any thread. Indexes are built in threads of their own (index_builds.h), one at a time for an account and four in all;
 * what a build takes is said in link/link.h.
 *
 * The files belong to this process alone; each node has a folder of its own. Of the nodes on one database one builds an
 * index and the others fetch the file from there (index_share.h), also when they ask for a newer one, so that all come
 * to have the same. A node learns of changed pages and of a deleted domain from the store when the domain is next used,
 * and keeps a deleted domain's file until its next start.
 */
#ifndef COPYDESK_SERVICE_DOMAIN_INDEXES_H
#define COPYDESK_SERVICE_DOMAIN_INDEXES_H

#include "link/link.h"
#include "service/domain/index_builds.h"
#include "store/store.h"

enum { INDEXES_FEW = 100 }; /* pages */

struct index_cache;

struct indexes_options {
    struct store *store;     /* outlives the cache, as node does */
    const char *data_folder; /* in which indexes/ is made */
    const char *node;        /* this run of the service */
    bool is_shared;          /* other nodes may be on the store: indexes are fetched from there, and stored there */
    int64_t lease_ms;        /* of a build for other nodes: INDEX_LEASE_MS (index_share.h); a test is in a hurry */
};

/* *cache may have been set when this fails: indexes_free it. */
enum status indexes_new(const struct indexes_options *options, struct index_cache **cache, struct error *err);

/* Calls off what is being built; nothing is built any more (E_CANCELLED). NULL is allowed. */
void indexes_close(struct index_cache *cache);

/* Every index must have been released. NULL is allowed. */
void indexes_free(struct index_cache *cache);

struct open_index; /* an index that is in use */

/*
 * The index of a domain, whichever there is; without one it is built (blocks). To be released. account_id NULL: of any
 * account. E_NOT_FOUND: there is no such domain of this account; E_INVALID: it has no pages; E_CANCELLED: the cache is
 * closed; otherwise statuses of store_read, link_build and link_open.
 */
enum status indexes_use(struct index_cache *cache, const char *account_id, const char *domain_id,
                        struct open_index **index, struct error *err);
const struct link_index *indexes_link_index(const struct open_index *index);
void indexes_release(struct index_cache *cache, struct open_index *index);

/*
 * Is there an index to link with? False: there is none, or only an old one of few pages; then indexes_prepare and wait.
 * Otherwise an old one is replaced by and by. Statuses of store_read, E_NOT_FOUND and E_INVALID as above.
 */
enum status indexes_look(struct index_cache *cache, const char *account_id, const char *domain_id, bool *is_there,
                         struct error *err);

/* Is there one of the very pages that are stored now, or as near to them as a crawl under way allows? The same
 * statuses. */
enum status indexes_is_newest(struct index_cache *cache, const char *account_id, const char *domain_id, bool *is_newest,
                              struct error *err);

/* Has the index built without waiting for it: see index_builds_ask. account_id: of the domain, see indexes_look. */
void indexes_prepare(struct index_cache *cache, const char *account_id, const char *domain_id, index_made made,
                     void *argument);

/* For a caller that keeps the index and closes it with link_close: write_job's open_index. Waits when indexes_look
 * would say so; statuses of indexes_use. */
enum status indexes_open(struct index_cache *cache, const char *account_id, const char *domain_id,
                         struct link_index **index, struct error *err);

/* Pages of the domain were stored: a newer index is built if there is one, and nobody crawls the domain. Returns at
 * once. make: also without an index. */
void indexes_refresh(struct index_cache *cache, const char *domain_id, bool make);

/* The domain was deleted, or its index is damaged: the index is removed, also one that is being built at this
 * moment. */
void indexes_drop(struct index_cache *cache, const char *domain_id);

#endif
