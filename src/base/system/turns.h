/*
 * Taking turns: so many threads at once, the others in line. Those that share a `cancel`, such as the threads of one
 * article, count as one: who waits gets a turn in every round, in the order in which they came, so that a single caller
 * is not kept behind all that another one has to ask.
 */
#ifndef COPYDESK_BASE_SYSTEM_TURNS_H
#define COPYDESK_BASE_SYSTEM_TURNS_H

#include "base/error.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

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
