/*
 * housekeeping: what a store needs beside the requests and the articles, done in small steps by one thread, so that
 * nobody waits for it.
 *
 *   the index of articles (store/article_grams.h) gets those that an older program has written
 */
#ifndef COPYDESK_SERVICE_JOBS_HOUSEKEEPING_H
#define COPYDESK_SERVICE_JOBS_HOUSEKEEPING_H

#include "base/base.h"

struct housekeeping;
struct store;

/* The store outlives it. E_MEMORY, also when no more threads can be made. */
enum status housekeeping_start(struct store *store, struct housekeeping **housekeeping, struct error *err);

/* NULL is allowed. */
void housekeeping_stop(struct housekeeping *housekeeping);

#endif
