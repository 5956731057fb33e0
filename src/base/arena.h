/*
 * An arena: many allocations, one free. A job, a request, a page that is read each own one.
 * Not shared between threads. Every function returns NULL when memory runs out; what was allocated before stays valid.
 * That it ran out is remembered, so that many steps that can fail for nothing else need one check behind them.
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

#endif
