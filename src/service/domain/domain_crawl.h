/* One crawl of a domain: the pages that are found go into the store, and so does the outcome. */
#ifndef COPYDESK_SERVICE_DOMAIN_DOMAIN_CRAWL_H
#define COPYDESK_SERVICE_DOMAIN_DOMAIN_CRAWL_H

#include "service/domain/domain.h"

#include <stdatomic.h>

/*
 * Crawls the domain, which is in state DOMAIN_CRAWLING, and stores it as DOMAIN_READY or DOMAIN_FAILED; `problem` then
 * says what was left out, or what went wrong. After half an hour nothing more is fetched, and at a bound of what the
 * account may hold the crawl ends; the pages up to there are kept. Pages of an earlier crawl that were not found again
 * are removed when every page could be read. Blocks for as long as that takes.
 *
 * lease: of this crawl, whose time other writes renew; when it is lost, nothing more is stored. started: the database's
 * time at its begin. *cancel true: breaks off soon and leaves the state as it is. *stopping: what the log says of that,
 * see crawl_log_left. arena: of the domain.
 */
void domain_crawl(const struct crawler_options *options, const struct domain *domain, const struct crawl_lease *lease,
                  int64_t started, struct arena *arena, const atomic_bool *cancel, const atomic_bool *stopping);

#endif
