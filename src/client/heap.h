/* heap: timers in a binary min-heap, the earliest first. */
#ifndef COPYDESK_CLIENT_HEAP_H
#define COPYDESK_CLIENT_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Belongs to whoever sets it. In one heap at most, and taken out before its due time is changed. */
struct timer {
    int64_t due; /* monotonic ms */
    size_t slot; /* in the heap's array */
    void (*expired)(void *context);
    void *context;
};

/* Zeroed: empty. */
struct timer_heap {
    struct timer **timers;
    size_t count, cap;
};

/* Makes room for `count` timers in all, so that heap_push cannot fail. False: out of memory. */
bool heap_reserve(struct timer_heap *heap, size_t count);
void heap_push(struct timer_heap *heap, struct timer *timer);
void heap_remove(struct timer_heap *heap, struct timer *timer); /* from anywhere in the heap */
void heap_free(struct timer_heap *heap);

#endif
