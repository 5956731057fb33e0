/* A linking index from the stored pages of a domain. */
#ifndef COPYDESK_SERVICE_DOMAIN_INDEX_BUILD_H
#define COPYDESK_SERVICE_DOMAIN_INDEX_BUILD_H

#include "store/store.h"

#include <stdatomic.h>

/* Writes the index file `path`; blocks for as long as that takes. Statuses of link_build and store_read; E_CANCELLED:
 * *cancel became true; then there is no file. */
enum status index_build(struct store *store, const char *domain_id, const char *path, const atomic_bool *cancel,
                        struct error *err);

#endif
