/* Arrays that grow, each an allocation of its own: what is needed no more is given back at once. */
#ifndef COPYDESK_BASE_SYSTEM_ROWS_H
#define COPYDESK_BASE_SYSTEM_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Makes room for `more` rows of `size` bytes behind the `count` that are there, by doubling. *rows moves; it is freed
 * with free(). New rows are not cleared. False: memory ran out, and nothing has changed.
 */
bool rows_room(void *rows, size_t count, size_t more, size_t *cap, size_t size);

/*
 * Adds a row and gives its address, not cleared; NULL when memory runs out. `rows`, `count` and `cap` are lvalues.
 *
 *     struct site_page *page = ROWS_PUSH(site->pages, site->page_count, store->page_cap);
 */
#define ROWS_PUSH(rows, count, cap) (rows_room(&(rows), (count), 1, &(cap), sizeof *(rows)) ? &(rows)[(count)++] : NULL)

/* --- a hash table from hashes to numbers --- */

/*
 * A hash table from 64-bit hashes to numbers. Nothing but the hash is compared: with n different keys in the table a
 * further one is taken for another with a probability of n / 2^64.
 */

/* One piece of memory for each key, so that a search waits for it once. */
struct numbers_slot {
    uint32_t low, high; /* the hash */
    uint32_t value;     /* 0: free */
};

/* Starts as zeros, ends with numbers_free. */
struct numbers {
    struct numbers_slot *slots;
    size_t count, cap;
};

static inline uint64_t numbers_hash(const struct numbers_slot *slot)
{
    return (uint64_t)slot->high << 32 | slot->low;
}

/* The place of the number for the hash, 0 when it is new: the caller must then set it. NULL: memory ran out. */
uint32_t *numbers_put(struct numbers *numbers, uint64_t hash);

/* The number, 0 when there is none. */
uint32_t numbers_get(const struct numbers *numbers, uint64_t hash);

/* Asks for the memory where the hash would be. */
void numbers_prefetch(const struct numbers *numbers, uint64_t hash);

void numbers_free(struct numbers *numbers);

#endif
