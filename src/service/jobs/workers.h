/* All workers, with the heartbeat: threads that write articles. See jobs.h. */
#ifndef COPYDESK_SERVICE_JOBS_WORKERS_H
#define COPYDESK_SERVICE_JOBS_WORKERS_H

#include "service/jobs/jobs.h"

struct workers;

/* E_MEMORY, also when no more threads can be made. *workers may have been set nevertheless: workers_stop them. */
enum status workers_start(const struct jobs_options *options, struct workers **workers, struct error *err);

/* There is an article to claim. Any thread. NULL is allowed. */
void workers_wake(struct workers *workers);

/*
 * The article was cancelled or deleted, and that is stored: the worker that writes it stops soon, and writes the log
 * line about it. Any thread. False: no worker writes it, and there is no log line.
 */
bool workers_cancel(struct workers *workers, const char *article_id);

/* How many articles are being written. Any thread. */
int workers_busy(struct workers *workers);

/* Interrupts the articles under way, gives them back, ends the threads. NULL is allowed. */
void workers_stop(struct workers *workers);

#endif
