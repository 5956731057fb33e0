/*
 * domain: a customer's site, to whose pages content is linked. Its pages are stored (store.h: struct domain, struct
 * domain_page); here they are fetched, and made into a linking index.
 *
 *   crawler.c        crawls domains, one at a time for an account: the pages that are found go into the store
 *   indexes.c        the cache of open linking indexes, for requests and for articles that are written
 *   index_builds.h   builds them, one at a time for an account; their files in the data folder
 *   index_build.h    an index file from the stored pages
 *   index_share.c    index files that one node builds and the others fetch
 *
 * Requests that create or refresh a domain store it in state DOMAIN_CRAWLING and call crawler_wake; whoever stores
 * pages calls indexes_refresh afterwards; whoever links content calls indexes_use (or indexes_open); whoever deletes a
 * domain calls crawler_drop and indexes_drop after the deletion is stored.
 *
 * Threads: crawls run side by side over accounts, and so does the building of indexes (index_builds.h).
 *
 * Locks: the crawler's guards its list of crawls, that of the builds their list, the cache's its table and the files in
 * its folder. While one of them is held no other lock is taken: no store, no callback, no building of an index. That of
 * the shared builds guards their list, and is taken inside a write of the store, never around one.
 */
#ifndef COPYDESK_SERVICE_DOMAIN_DOMAIN_H
#define COPYDESK_SERVICE_DOMAIN_DOMAIN_H

#include "link/link.h"
#include "net/net.h"
#include "service/domain/index_builds.h"

#include <stdatomic.h>

struct bounds;

/* --- the crawler --- */

/* What domains are crawled with. All of it outlives the crawler. */
struct crawler_options {
    struct store *store;
    struct net *net;
    const char *node;            /* this run of the service */
    const struct bounds *bounds; /* of the pages (service/account/account.h) */
    /* Called in a crawl's thread after a change of the domain was stored; by several at once. */
    void (*changed)(void *context, const char *domain_id);
    void *context;
};

/*
 * Crawls domains: those of different accounts side by side, up to sixteen, those of one account one after the other,
 * the oldest first. What a stopped process left unfinished is crawled anew, since its domain is still stored as
 * DOMAIN_CRAWLING.
 *
 * A crawl has a lease (struct crawl_lease, store.h), which is renewed while it goes on, so that of several nodes on a
 * database one crawls a domain, and another one begins anew when that one dies. A crawl ends by itself when its lease
 * is lost, also because the domain was deleted at another node: that shows when it stores pages next, or renews. Nodes
 * that share a database look for crawls every few seconds, besides being woken.
 */

struct crawler;

/* E_MEMORY, also when no more threads can be made. *crawler may have been set nevertheless: crawler_stop it. */
enum status crawler_start(const struct crawler_options *options, struct crawler **crawler, struct error *err);

/* There is a domain in state DOMAIN_CRAWLING. Any thread. */
void crawler_wake(struct crawler *crawler);

/* The domain was deleted: a crawl of it ends. Any thread. */
void crawler_drop(struct crawler *crawler, const char *domain_id);

/* Breaks off all crawls (they begin anew after the next start), ends the threads. NULL is allowed. */
void crawler_stop(struct crawler *crawler);

/*
 * --- indexes: the linking index of each domain ---
 *
 * A file below indexes/ in the data folder, made from the stored pages. Open indexes
 * are shared and counted. A file that a newer one replaces is removed, and at the start so are the
 * files that earlier processes left and that are of no use (index_builds.h).
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
 * index and the others fetch the file from there (below), also when they ask for a newer one, so that all come
 * to have the same. A node learns of changed pages and of a deleted domain from the store when the domain is next used,
 * and keeps a deleted domain's file until its next start.
 */

enum { INDEXES_FEW = 100 }; /* pages */

struct index_cache;

struct indexes_options {
    struct store *store;     /* outlives the cache, as node does */
    const char *data_folder; /* in which indexes/ is made */
    const char *node;        /* this run of the service */
    bool is_shared;          /* other nodes may be on the store: indexes are fetched from there, and stored there */
    int64_t lease_ms;        /* of a build for other nodes: INDEX_LEASE_MS; a test is in a hurry */
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

/*
 * --- index_share: linking indexes on a database that several nodes use (index_file, store.h) ---
 *
 * An index is built by one node,
 * which stores the file; the others fetch it, and open the very same.
 *
 * Whoever needs an index asks for one of at least the version of the domain's pages that it saw; while the domain is
 * crawled any version is good enough. One that is stored is fetched part by part, each in a short transaction, into a
 * file beside the indexes, and gets its name once size and sum are right. A damaged one is discarded and built anew, as
 * is one that proves to be of no use when it is opened: it was damaged before it was stored (index_share_discard).
 * When none is stored, whoever takes the build's lease builds it; the others look again at growing intervals of up to
 * a second, so that they wait as long as for a build of their own. A lease is renewed while its index is built; when
 * its node dies, another one takes it within INDEX_LEASE_MS.
 *
 * What is built is used here even when it cannot be stored: the lease was lost, the database refuses it, or the file is
 * larger than INDEX_SHARE_MAX. Such a large one is built by each node for itself, one node after the other.
 */

enum { INDEX_LEASE_MS = 30 * 1000 };
#define INDEX_SHARE_MAX ((int64_t)2 << 30)

struct index_share;

/* node: of this run of the service; it outlives the share, as the store does. lease_ms: INDEX_LEASE_MS; a test is in a
 * hurry. E_MEMORY. */
enum status index_share_new(struct store *store, const char *node, int64_t lease_ms, struct index_share **share,
                            struct error *err);

/* Nothing may be under way. NULL is allowed. */
void index_share_free(struct index_share *share);

/*
 * Puts an index of the domain into the folder (index_builds.h); file->version says of which pages, and built_at is 0
 * when it was built here. Blocks. E_NOT_FOUND: the domain was deleted; E_CANCELLED: *cancel became true; E_IO: the file
 * cannot be written; statuses of index_build, store_read and store_write.
 */
enum status index_share_obtain(struct index_share *share, const char *folder, const struct domain *domain,
                               const atomic_bool *cancel, struct index_file *file, struct error *err);

/* A file that was fetched cannot be used: it is removed from the store, unless a newer one has taken its place.
 * Statuses of store_write. */
enum status index_share_discard(struct index_share *share, const char *domain_id, const struct index_file *file,
                                struct error *err);

#endif
