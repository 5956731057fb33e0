#include "client/internal.h"

#include <stdlib.h>

bool heap_reserve(struct call_heap *heap, size_t count)
{
    if (count <= heap->cap)
        return true;
    size_t cap = heap->cap ? heap->cap * 2 : 16;
    while (cap < count)
        cap *= 2;
    struct client_call **calls = realloc(heap->calls, cap * sizeof *calls);
    if (!calls)
        return false;
    heap->calls = calls;
    heap->cap = cap;
    return true;
}

static void place(struct call_heap *heap, size_t slot, struct client_call *call)
{
    heap->calls[slot] = call;
    call->slot = slot;
}

static size_t sift_up(struct call_heap *heap, size_t slot, const struct client_call *call)
{
    while (slot > 0 && heap->calls[(slot - 1) / 2]->due > call->due) {
        place(heap, slot, heap->calls[(slot - 1) / 2]);
        slot = (slot - 1) / 2;
    }
    return slot;
}

static size_t sift_down(struct call_heap *heap, size_t slot, const struct client_call *call)
{
    for (size_t child; (child = 2 * slot + 1) < heap->count; slot = child) {
        if (child + 1 < heap->count && heap->calls[child + 1]->due < heap->calls[child]->due)
            child++;
        if (heap->calls[child]->due >= call->due)
            break;
        place(heap, slot, heap->calls[child]);
    }
    return slot;
}

void heap_push(struct call_heap *heap, struct client_call *call)
{
    place(heap, sift_up(heap, heap->count++, call), call);
}

void heap_remove(struct call_heap *heap, struct client_call *call)
{
    struct client_call *last = heap->calls[--heap->count];
    if (last == call)
        return;
    size_t slot = sift_up(heap, call->slot, last);
    place(heap, slot == call->slot ? sift_down(heap, slot, last) : slot, last);
}
