/* The log lines about crawls. */
#ifndef COPYDESK_SERVICE_DOMAIN_CRAWL_LOG_H
#define COPYDESK_SERVICE_DOMAIN_CRAWL_LOG_H

#include "store/store.h"

void crawl_log_begun(const struct domain *domain);

/* problem: what was left out, or why the crawl failed; NULL: nothing. began_at: clock_mono_ms. */
void crawl_log_ended(const struct domain *domain, bool failed, size_t pages, const char *problem, int64_t began_at);

/* The crawl was broken off. interrupted: the service stops, and the crawl begins anew later; otherwise the domain
 * was deleted, or another node crawls it. */
void crawl_log_left(const struct domain *domain, bool interrupted);

#endif
