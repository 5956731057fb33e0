/*
 * index_share: linking indexes on a database that several nodes use (store/index_file): an index is built by one node,
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
#ifndef COPYDESK_SERVICE_DOMAIN_INDEX_SHARE_H
#define COPYDESK_SERVICE_DOMAIN_INDEX_SHARE_H

#include "store/index_file/index_file.h"
#include "store/store.h"

#include <stdatomic.h>

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
 * Puts an index of the domain into the folder (index_files.h); file->version says of which pages, and built_at is 0
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
