/* Arrays that grow in an arena. */
#ifndef COPYDESK_BASE_VEC_H
#define COPYDESK_BASE_VEC_H

#include "base/arena.h"

/*
 * Makes room for one more entry behind the `count` that are there. Returns the array: the same one, or a copy of twice
 * the capacity, zeroed behind its entries (the old one stays in the arena until that is freed). size: of one entry.
 * NULL when memory runs out; the old array is unchanged then.
 *
 *     struct word *list = vec_room(arena, words->list, words->count, &words->cap, sizeof *list);
 *     if (!list)
 *         return error_memory(err);
 *     words->list = list;
 *     words->list[words->count++] = word;
 */
void *vec_room(struct arena *arena, void *items, size_t count, size_t *cap, size_t size);

/* The same for the array to which `items`, the address of a pointer, leads: it is replaced. False: memory ran out. */
bool vec_grow(struct arena *arena, void *items, size_t count, size_t *cap, size_t size);

/*
 * Adds an entry to an array and gives its address; NULL when memory runs out, which the arena remembers. `items`,
 * `count` and `cap` are lvalues: of the array, of its entries, and of those for which there is room.
 *
 *     struct tag *tag = VEC_PUSH(arena, list->tags, list->count, list->cap);
 */
#define VEC_PUSH(arena, items, count, cap)                                                                             \
    (vec_grow((arena), &(items), (count), &(cap), sizeof *(items)) ? &(items)[(count)++] : NULL)

#endif
