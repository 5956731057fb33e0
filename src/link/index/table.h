/*
 * A hash table from a pair of numbers to a number, in an arena: open addressing, with the hash of the index file's
 * trie.
 */
#ifndef COPYDESK_LINK_INDEX_TABLE_H
#define COPYDESK_LINK_INDEX_TABLE_H

#include "base/base.h"

#include <stdint.h>

struct table_slot {
    uint32_t a, b, value; /* value 0: free */
};

struct table {
    struct arena *arena;
    struct table_slot *slots;
    size_t count, cap; /* cap is a power of two, or 0 */
};

/* Room for so many pairs from the beginning; false when memory ran out, and it grows as it is filled. */
bool table_reserve(struct table *table, size_t count);

/* The slot of (a, b), made with value 0 when it is new (the caller must then set one). NULL when memory ran out. */
struct table_slot *table_put(struct table *table, uint32_t a, uint32_t b);

/* The value, 0 when there is none. */
uint32_t table_get(const struct table *table, uint32_t a, uint32_t b);

#endif
