/*
 * The linking index of each domain: a file below indexes/ in the data folder, made from the stored pages when it is first needed
 * after they changed. Open ones are shared and counted; a file that a newer one replaces is removed, and so is, at the start, what
 * an earlier run left: files of domains that are gone, older than the pages, or not finished.
 */
#ifndef COPYDESK_SERVICE_DOMAIN_INDEXES_H
#define COPYDESK_SERVICE_DOMAIN_INDEXES_H

#include "link/link.h"
#include "store/store.h"

struct service;
struct sites;

enum status sites_new(struct service *service, struct sites **sites, struct error *err);
/* Every index must have been released. NULL is allowed. */
void sites_free(struct sites *sites);

struct site; /* an open index that is in use */

/* The index of a domain, built when it has to be (blocks). E_NOT_FOUND: no such domain of this account; E_INVALID: it has no pages. */
enum status sites_use(struct sites *sites, const char *account_id, const char *domain_id, struct site **site,
                      struct error *err);
const struct link_index *site_index(const struct site *site);
void sites_release(struct sites *sites, struct site *site);

/* The same, with the same statuses, for somebody who closes it with link_close: write_job's open_index. */
enum status sites_open_own(struct sites *sites, const char *account_id, const char *domain_id,
                           struct link_index **index, struct error *err);

/* The domain was deleted, or its index is damaged: the index goes, also one that is being built at this moment. */
void sites_drop(struct sites *sites, const char *domain_id);

#endif
