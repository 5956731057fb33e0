#include "base/vec.h"

#include <stdint.h>
#include <string.h>

enum { FIRST_CAP = 16 };

void *vec_room(struct arena *arena, void *items, size_t count, size_t *cap, size_t size)
{
    if (count < *cap)
        return items;
    if (*cap > SIZE_MAX / 2)
        return NULL;
    size_t larger = *cap ? *cap * 2 : FIRST_CAP;
    void *copy = arena_array(arena, larger, size);
    if (!copy)
        return NULL;
    if (count)
        memcpy(copy, items, count * size);
    *cap = larger;
    return copy;
}

bool vec_grow(struct arena *arena, void *items, size_t count, size_t *cap, size_t size)
{
    void *old;
    memcpy(&old, items, sizeof old);
    void *roomy = vec_room(arena, old, count, cap, size);
    if (roomy)
        memcpy(items, &roomy, sizeof roomy);
    return roomy != NULL;
}
