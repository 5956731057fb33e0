/*
 * The threads that write articles. Each claims the oldest one that is due, under a lease; one more thread, the pulse, renews the
 * leases and stores progress (a few times a second at most), so that a writer never waits for the disk to say how far it is.
 */
#ifndef COPYDESK_SERVICE_JOBS_WORKERS_H
#define COPYDESK_SERVICE_JOBS_WORKERS_H

#include "base/base.h"

struct service;
struct workers;

enum { MAX_WORKERS = 64 };

/* count 0: none, articles stay queued. */
enum status workers_start(struct service *service, int count, struct workers **workers, struct error *err);

/* The libraries that its articles draw from. */
struct library_cache;
struct library_cache *workers_libraries(const struct workers *workers);

/* There is an article to claim. Any thread. NULL is allowed. */
void workers_wake(struct workers *workers);

/* The article was cancelled or deleted: its worker, if there is one, stops soon and tells the
 * log. False: nobody writes it. */
bool workers_cancel(struct workers *workers, const char *article_id);

/* How many articles are being written. */
int workers_busy(struct workers *workers);

/* Calls off what is under way, gives it back, ends the threads. NULL is allowed. */
void workers_stop(struct workers *workers);

#endif
