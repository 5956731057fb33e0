/* A few threads for work that blocks, such as handlers that write to the store, link, or build an index. */
#ifndef COPYDESK_SERVICE_HTTP_POOL_H
#define COPYDESK_SERVICE_HTTP_POOL_H

#include "base/base.h"

struct pool;

enum status pool_new(int threads, struct pool **pool, struct error *err);

/* Queues work. E_CANCELLED when the pool is closed, E_MEMORY. */
enum status pool_submit(struct pool *pool, void (*work)(void *argument), void *argument, struct error *err);

/* Takes no more, finishes what is queued, ends the threads. NULL is allowed. */
void pool_free(struct pool *pool);

#endif
