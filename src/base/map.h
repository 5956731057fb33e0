/* Maps from text, hashes, and numbers that are looked for in their order. */
#ifndef COPYDESK_BASE_MAP_H
#define COPYDESK_BASE_MAP_H

#include "base/arena.h"
#include "base/str.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* --- maps --- */

/*
 * A hash map from text to pointer, open addressing, in an arena. Keys are not copied: they must live as long as the
 * map. Iteration follows the order of insertion, so that what is computed from a map is the same on every run. The hash
 * is keyed with a random number per process: text from outside cannot be chosen to collide.
 */
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

/* --- hashes that are the same on every run --- */

/*
 * For what is stored or chosen by them, and sets of them. Whoever sends the text can make two of them collide: what has
 * to bear that is a map, or asks for no more than a likeness.
 */

/* The hash of no text; hash_of and hash_add go on from it. */
#define HASH_EMPTY UINT64_C(14695981039346656037)

/* Fowler-Noll-Vo 1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
static inline uint64_t hash_add(uint64_t number, uint64_t hash)
{
    return (hash ^ number) * UINT64_C(1099511628211);
}

uint64_t hash_of(struct str text, uint64_t hash);

/* The same in 32 bits, for tables that are small. */
#define HASH32_EMPTY UINT32_C(2166136261)

static inline uint32_t hash32_add(uint32_t number, uint32_t hash)
{
    return (hash ^ number) * UINT32_C(16777619);
}

static inline uint32_t hash32_of(struct str text, uint32_t hash)
{
    for (size_t i = 0; i < text.len; i++)
        hash = hash32_add((unsigned char)text.data[i], hash);
    return hash;
}

/* Makes close numbers far ones, so that the smallest of a set are a fair sample of it: the finaliser of MurmurHash3
 * (Austin Appleby, public domain). */
uint64_t hash_mix(uint64_t hash);

/* A set of hashes: in ascending order, each once, when hashes_order was called. */
struct hashes {
    uint64_t *list;
    size_t count;
};

/* Room for so many more behind those that are there. False: memory ran out. */
bool hashes_room(struct arena *arena, struct hashes *hashes, size_t more);

/* Puts them in order, each once. Before that the functions below find nothing. */
void hashes_order(struct hashes *hashes);

bool hashes_have(const struct hashes *hashes, uint64_t hash);

/* How many hashes both sets have. */
size_t hashes_shared(const struct hashes *a, const struct hashes *b);

/* --- where a number is, or would be, in an array of records that are in its order --- */

/* The first of the records whose number is not less; `count` when all are. at: of the number in a record of `size`. */
static inline size_t search_first(const void *records, size_t count, size_t size, size_t at, uint32_t number)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint32_t found;
        memcpy(&found, (const char *)records + middle * size + at, sizeof found);
        if (found < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The same by the name of a uint32_t member. */
#define SEARCH_FIRST(type, member, records, count, number)                                                             \
    search_first((records), (count), sizeof(type), offsetof(type, member), (number))

#endif
