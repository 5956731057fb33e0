/* What the log tells of crawls. */
#ifndef COPYDESK_SERVICE_DOMAIN_CRAWL_LOG_H
#define COPYDESK_SERVICE_DOMAIN_CRAWL_LOG_H

#include "store/store.h"

void crawl_log_begun(const struct domain *domain);

/* problem: what was left out, or why it failed; NULL: nothing. */
void crawl_log_ended(const struct domain *domain, bool failed, size_t pages, const char *problem, int64_t began_at);

/* interrupted: the service stops, and the crawl goes on later; otherwise the domain was deleted. */
void crawl_log_left(const struct domain *domain, bool interrupted);

#endif
