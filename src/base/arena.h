/*
 * An arena: many allocations, one free. A job, a request, a page that is read each own one. Not shared between threads.
 *
 * Every function returns NULL when memory runs out; what was allocated before stays valid. That it ran out is
 * remembered: functions that can fail for nothing else return nothing, or their value, and the step that calls them
 * asks once at its end, and before anything that would act on half a result:
 *
 *     return arena_failed(arena) ? error_memory(err) : OK;
 *
 * Until then each writes only to what is not NULL.
 */
#ifndef COPYDESK_BASE_ARENA_H
#define COPYDESK_BASE_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct arena;

struct arena *arena_new(void);

/* Frees the arena and all that came from it. NULL is allowed. */
void arena_free(struct arena *arena);

/* Takes back all that came from it, and keeps its memory, up to `most` bytes, for what comes next. */
void arena_reset(struct arena *arena, size_t most);

/* Has memory run out since it was made, or taken back? Also for what is NULL itself. */
bool arena_failed(const struct arena *arena);

/* Memory ran out for something that belongs with what is in the arena. */
void arena_fail(struct arena *arena);

/* Zeroed memory, aligned for any type. */
void *arena_alloc(struct arena *arena, size_t size);

/* Zeroed array; NULL when count * size overflows. */
void *arena_array(struct arena *arena, size_t count, size_t size);

/* NUL-terminated copies. The length form copies any bytes. */
char *arena_copy(struct arena *arena, const char *text);
char *arena_copy_n(struct arena *arena, const char *data, size_t length);
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Bytes handed out so far, for limits and tests. */
size_t arena_used(const struct arena *arena);

#define ARENA_NEW(arena, type)          ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, count, type) ((type *)arena_array((arena), (count), sizeof(type)))

/* --- arrays that grow in an arena --- */

/*
 * Makes room for one more entry behind the `count` that are there. Returns the array: the same one, or a copy of twice
 * the capacity, zeroed behind its entries (the old one stays in the arena until that is freed). size: of one entry.
 * NULL when memory runs out; the old array is unchanged then. For arrays whose type is not known where they grow; else
 * VEC_PUSH.
 */
void *vec_room(struct arena *arena, void *items, size_t count, size_t *cap, size_t size);

/* The same for the array to which `items`, the address of a pointer, leads: it is replaced. False: memory ran out. */
bool vec_grow(struct arena *arena, void *items, size_t count, size_t *cap, size_t size);

/*
 * Adds an entry to an array and gives its address; NULL when memory runs out, which the arena remembers. `items`,
 * `count` and `cap` are lvalues: of the array, of its entries, and of those for which there is room.
 *
 *     struct tag *tag = VEC_PUSH(arena, list->tags, list->count, list->cap);
 *     if (tag)
 *         *tag = (struct tag){.name = name};
 */
#define VEC_PUSH(arena, items, count, cap)                                                                             \
    (vec_grow((arena), &(items), (count), &(cap), sizeof *(items)) ? &(items)[(count)++] : NULL)

#endif
