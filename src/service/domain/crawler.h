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
#ifndef COPYDESK_SERVICE_DOMAIN_CRAWLER_H
#define COPYDESK_SERVICE_DOMAIN_CRAWLER_H

#include "service/domain/domain.h"

struct crawler;

/* E_MEMORY, also when no more threads can be made. *crawler may have been set nevertheless: crawler_stop it. */
enum status crawler_start(const struct crawler_options *options, struct crawler **crawler, struct error *err);

/* There is a domain in state DOMAIN_CRAWLING. Any thread. */
void crawler_wake(struct crawler *crawler);

/* The domain was deleted: a crawl of it ends. Any thread. */
void crawler_drop(struct crawler *crawler, const char *domain_id);

/* Breaks off all crawls (they begin anew after the next start), ends the threads. NULL is allowed. */
void crawler_stop(struct crawler *crawler);

#endif
