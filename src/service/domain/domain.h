/*
 * domain: a customer's site, to whose pages content is linked. Its pages are stored (store.h: struct domain, struct
 * domain_page); here they are fetched, and made into a linking index.
 *
 *   crawler.h        crawls domains, one at a time for an account
 *   domain_crawl.h   one crawl: the pages that are found go into the store
 *   crawl_log.h      the log lines about crawls
 *   indexes.h        the cache of open linking indexes, for requests and for articles that are written
 *   index_table.h    which of them are open
 *   index_files.h    the files of these indexes in the data folder
 *   index_builds.h   builds them, one at a time for an account
 *   index_build.h    an index file from the stored pages
 *   index_share.h    index files that one node builds and the others fetch
 *
 * Requests that create or refresh a domain store it in state DOMAIN_CRAWLING and call crawler_wake; whoever stores
 * pages calls indexes_refresh afterwards; whoever links content calls indexes_use (or indexes_open); whoever deletes a
 * domain calls crawler_drop and indexes_drop after the deletion is stored.
 *
 * Threads: crawls run side by side over accounts (crawler.h), and so does the building of indexes (index_builds.h).
 *
 * Locks: the crawler's guards its list of crawls, that of the builds their list, the cache's its table and the files in
 * its folder. While one of them is held no other lock is taken: no store, no callback, no building of an index. That of
 * the shared builds guards their list, and is taken inside a write of the store, never around one.
 */
#ifndef COPYDESK_SERVICE_DOMAIN_H
#define COPYDESK_SERVICE_DOMAIN_H

#include "net/net.h"
#include "store/store.h"

struct bounds;

/* What domains are crawled with. All of it outlives the crawler. */
struct crawler_options {
    struct store *store;
    struct net *net;
    const char *node;            /* this run of the service */
    const struct bounds *bounds; /* of the pages (service/account/bounds.h) */
    /* Called in a crawl's thread after a change of the domain was stored; by several at once. */
    void (*changed)(void *context, const char *domain_id);
    void *context;
};

#endif
