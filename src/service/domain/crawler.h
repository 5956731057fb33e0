/* The thread that crawls domains, one after the other; what a stopped process left unfinished is taken up again. */
#ifndef COPYDESK_SERVICE_DOMAIN_CRAWLER_H
#define COPYDESK_SERVICE_DOMAIN_CRAWLER_H

#include "base/base.h"

struct service;
struct crawler;

enum status crawler_start(struct service *service, struct crawler **crawler, struct error *err);

/* There is a domain in state DOMAIN_CRAWLING. Any thread. */
void crawler_wake(struct crawler *crawler);

/* The domain was deleted: a crawl of it ends. */
void crawler_drop(struct crawler *crawler, const char *domain_id);

/* Breaks off a crawl (it begins anew after the next start). NULL is allowed. */
void crawler_stop(struct crawler *crawler);

#endif
