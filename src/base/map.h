/*
 * Hash map from text to pointer, open addressing, in an arena. Keys are not copied: they must live as long as the map.
 * Iteration follows the order of insertion, so that what is computed from a map is the same on every run.
 * The hash is keyed with a random number per process: text from outside cannot be chosen to collide.
 */
#ifndef COPYDESK_BASE_MAP_H
#define COPYDESK_BASE_MAP_H

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>

struct map_entry {
    struct str key;
    void *value;
    uint64_t hash;
};

struct map {
    struct arena *arena;
    struct map_entry *entries; /* count of them, in order of insertion */
    size_t count, cap;
    uint32_t *slots; /* index into entries + 1, 0: free */
    size_t slot_count;
};

void map_init(struct map *map, struct arena *arena);

/* The value, or NULL. */
void *map_get(const struct map *map, struct str key);

/* The place of the value for key, which is made (NULL) when it is new. NULL when memory ran out. */
void **map_put(struct map *map, struct str key);

/* Keyed 64-bit hash (SipHash-1-3, https://www.aumasson.jp/siphash/). */
uint64_t hash_bytes(const void *data, size_t length);

#endif
