#include "link/report/report_parts.h"

struct best best_new(struct arena *arena, size_t cap, best_order order, const void *context)
{
    uint32_t *list = ARENA_ARRAY(arena, cap + 1, uint32_t);
    return (struct best){.list = list, .cap = list ? cap : 0, .order = order, .context = context};
}

/* Does the entry a of the heap come behind b? */
static bool is_behind(const struct best *best, size_t a, size_t b)
{
    return best->order(best->context, best->list[a], best->list[b]) > 0;
}

static void swap(struct best *best, size_t a, size_t b)
{
    uint32_t kept = best->list[a];
    best->list[a] = best->list[b];
    best->list[b] = kept;
}

/* The last of all is at the top. */
static void sift_down(struct best *best, size_t at, size_t count)
{
    for (;;) {
        size_t last = at, left = at * 2 + 1, right = left + 1;
        if (left < count && is_behind(best, left, last))
            last = left;
        if (right < count && is_behind(best, right, last))
            last = right;
        if (last == at)
            return;
        swap(best, at, last);
        at = last;
    }
}

static void sift_up(struct best *best, size_t at)
{
    while (at && is_behind(best, at, (at - 1) / 2)) {
        swap(best, at, (at - 1) / 2);
        at = (at - 1) / 2;
    }
}

void best_add(struct best *best, uint32_t number)
{
    best->total++;
    if (best->count < best->cap) {
        best->list[best->count++] = number;
        sift_up(best, best->count - 1);
        return;
    }
    if (!best->cap || best->order(best->context, number, best->list[0]) >= 0)
        return;
    best->list[0] = number;
    sift_down(best, 0, best->count);
}

void best_sort(struct best *best)
{
    for (size_t count = best->count; count > 1; count--) {
        swap(best, 0, count - 1);
        sift_down(best, 0, count - 1);
    }
}

void *best_finish(struct best *best, struct arena *arena, size_t size, int64_t *total)
{
    best_sort(best);
    void *entries = arena_array(arena, best->count, size);
    best->count = entries ? best->count : 0;
    *total = best->total;
    return entries;
}
