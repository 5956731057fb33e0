/* Threads that share work, and threads that share a place. */
#ifndef COPYDESK_BASE_SYSTEM_POOL_H
#define COPYDESK_BASE_SYSTEM_POOL_H

#include "base/base.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- a pool --- */

/*
 * A pool of threads that takes work fairly by whose it is: the owner with the least work under way comes first, among
 * those the one that was served longest ago (one that had none counts as served when it comes); an owner never has more
 * than its share under way, and its work begins in order. Threads are made when they are needed, and end when they were
 * idle for a while.
 */

struct fair_pool;

struct fair_pool_options {
    int threads;    /* most of them */
    int per_owner;  /* most under way for one owner; less than threads, so that others are served beside it */
    size_t waiting; /* most in line for one owner; 0: unlimited */
    bool is_small;  /* the threads have small stacks (thread.h) */
};

/* E_MEMORY. */
enum status fair_pool_new(const struct fair_pool_options *options, struct fair_pool **pool, struct error *err);

/* Queues work. owner: a text that is copied; NULL: each piece counts as an owner of its own. E_LIMIT: the owner has too
 * much in line; E_CANCELLED: the pool is closing; E_MEMORY, also when no thread can be made. Any thread, also one of
 * the pool. */
enum status fair_pool_submit(struct fair_pool *pool, const char *owner, void (*work)(void *argument), void *argument,
                             struct error *err);

/* Takes no more, finishes what is queued, ends the threads. NULL is allowed. */
void fair_pool_free(struct fair_pool *pool);

/* --- turns --- */

/*
 * Taking turns: so many threads at once, the others in line. Those that share a `cancel`, such as the threads of one
 * article, count as one: who waits gets a turn in every round, in the order in which they came, so that a single caller
 * is not kept behind all that another one has to ask.
 */

/* Does not move while it is used. */
struct turns {
    pthread_mutex_t lock;
    long free;
    struct turns_waiter *first;
    size_t waiting; /* how many stand in line */
    uint64_t round; /* of the last one that got its turn out of the line */
};

void turns_init(struct turns *turns, long count);

/* Nobody has a turn or waits for one. */
void turns_destroy(struct turns *turns);

/* Waits for a turn. OK: give it back with turns_give. E_CANCELLED: *cancel (may be NULL) became true; E_TIMEOUT: the
 * deadline (clock_mono_ms, 0: none) passed. With neither it is always OK. */
enum status turns_take(struct turns *turns, const atomic_bool *cancel, int64_t deadline);

void turns_give(struct turns *turns);

#endif
