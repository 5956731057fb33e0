#include "client/heap.h"

#include <stdlib.h>

bool heap_reserve(struct timer_heap *heap, size_t count)
{
    if (count <= heap->cap)
        return true;
    size_t cap = heap->cap ? heap->cap * 2 : 16;
    while (cap < count)
        cap *= 2;
    struct timer **timers = realloc(heap->timers, cap * sizeof *timers);
    if (!timers)
        return false;
    heap->timers = timers;
    heap->cap = cap;
    return true;
}

static void place(struct timer_heap *heap, size_t slot, struct timer *timer)
{
    heap->timers[slot] = timer;
    timer->slot = slot;
}

static size_t sift_up(struct timer_heap *heap, size_t slot, const struct timer *timer)
{
    while (slot > 0 && heap->timers[(slot - 1) / 2]->due > timer->due) {
        place(heap, slot, heap->timers[(slot - 1) / 2]);
        slot = (slot - 1) / 2;
    }
    return slot;
}

static size_t sift_down(struct timer_heap *heap, size_t slot, const struct timer *timer)
{
    for (size_t child; (child = 2 * slot + 1) < heap->count; slot = child) {
        if (child + 1 < heap->count && heap->timers[child + 1]->due < heap->timers[child]->due)
            child++;
        if (heap->timers[child]->due >= timer->due)
            break;
        place(heap, slot, heap->timers[child]);
    }
    return slot;
}

void heap_push(struct timer_heap *heap, struct timer *timer)
{
    place(heap, sift_up(heap, heap->count++, timer), timer);
}

void heap_remove(struct timer_heap *heap, struct timer *timer)
{
    struct timer *last = heap->timers[--heap->count];
    if (last == timer)
        return;
    size_t slot = sift_up(heap, timer->slot, last);
    place(heap, slot == timer->slot ? sift_down(heap, slot, last) : slot, last);
}

void heap_free(struct timer_heap *heap)
{
    free(heap->timers);
    *heap = (struct timer_heap){0};
}
