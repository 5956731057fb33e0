/* Where a number is, or would be, in an array of records that are in its order. */
#ifndef COPYDESK_BASE_SEARCH_H
#define COPYDESK_BASE_SEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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
