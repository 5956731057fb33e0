#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Under the address sanitizer, what was not handed out of a block may not be touched. */
#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined __SANITIZE_ADDRESS__ || __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size)   ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#endif

/*
 * The first blocks are small, and the very first is one allocation together with the arena: most requests need no more.
 * glibc hands out up to 1032 bytes from a cache of the thread, without looking at the heap.
 */
enum { SMALL_SIZE = 960, SMALL_BLOCKS = 2, BLOCK_SIZE = 16 * 1024 };

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    max_align_t data[];
};

/* Behind it lies its first block. */
struct arena {
    _Alignas(max_align_t) struct arena_block *blocks; /* the first one is being filled */
    size_t used;
    bool failed; /* memory ran out */
};

static struct arena_block *first_block(struct arena *arena)
{
    return (struct arena_block *)(arena + 1);
}

static struct arena_block *arena_begin_block(struct arena_block *block, size_t size)
{
    block->next = NULL;
    block->used = 0;
    block->size = size;
    ASAN_POISON_MEMORY_REGION(block->data, size);
    return block;
}

struct arena *arena_new(void)
{
    struct arena *arena = malloc(sizeof *arena + sizeof(struct arena_block) + SMALL_SIZE);
    if (!arena)
        return NULL;
    arena->used = 0;
    arena->failed = false;
    arena->blocks = arena_begin_block(first_block(arena), SMALL_SIZE);
    return arena;
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    for (struct arena_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        if (block != first_block(arena))
            free(block);
    }
    free(arena);
}

void arena_reset(struct arena *arena, size_t most)
{
    struct arena_block *first = first_block(arena), *only = arena->blocks == first ? first->next : arena->blocks;
    size_t size = 0, count = 0;
    for (struct arena_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        size += block != first ? block->size : 0;
        count += block != first;
    }
    if (count > 1 || size > most) { /* several blocks become one, of the size that all had */
        for (struct arena_block *block = arena->blocks, *next; block; block = next) {
            next = block->next;
            if (block != first)
                free(block);
        }
        only = size <= most ? malloc(sizeof *only + size) : NULL;
    }
    arena->used = 0;
    arena->failed = false;
    arena->blocks = arena_begin_block(first, SMALL_SIZE);
    if (only) {
        arena->blocks = arena_begin_block(only, size);
        only->next = first;
    }
}

static struct arena_block *arena_add_block(struct arena *arena, size_t size)
{
    struct arena_block *block = malloc(sizeof *block + size);
    if (!block)
        return NULL;
    arena_begin_block(block, size);
    /* A block made for one large piece goes behind the one being filled, whose room would be lost otherwise. */
    if (size > BLOCK_SIZE) {
        block->next = arena->blocks->next;
        arena->blocks->next = block;
    } else {
        block->next = arena->blocks;
        arena->blocks = block;
    }
    return block;
}

/* Of the block that takes a piece for which there is no room. */
static size_t size_for(const struct arena *arena, size_t piece)
{
    bool is_small = piece <= SMALL_SIZE && arena->used < (SMALL_BLOCKS - 1) * SMALL_SIZE;
    return is_small ? SMALL_SIZE : piece > BLOCK_SIZE ? piece : BLOCK_SIZE;
}

bool arena_failed(const struct arena *arena)
{
    return !arena || arena->failed;
}

void arena_fail(struct arena *arena)
{
    arena->failed = true;
}

static void *fail_arena(struct arena *arena)
{
    arena_fail(arena);
    return NULL;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        return fail_arena(arena);
    size_t rounded = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    struct arena_block *block = arena->blocks;
    if (block->size - block->used < rounded)
        block = arena_add_block(arena, size_for(arena, rounded));
    if (!block)
        return fail_arena(arena);
    void *memory = (char *)block->data + block->used;
    block->used += rounded;
    arena->used += rounded;
    ASAN_UNPOISON_MEMORY_REGION(memory, size);
    return memset(memory, 0, size);
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return fail_arena(arena);
    return arena_alloc(arena, count * size);
}

char *arena_copy_n(struct arena *arena, const char *data, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    if (copy && length)
        memcpy(copy, data, length);
    return copy;
}

char *arena_copy(struct arena *arena, const char *text)
{
    return arena_copy_n(arena, text, strlen(text));
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = length < 0 ? NULL : arena_alloc(arena, (size_t)length + 1);
    if (!text)
        return NULL;
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

size_t arena_used(const struct arena *arena)
{
    return arena->used;
}

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
