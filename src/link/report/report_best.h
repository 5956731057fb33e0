/* Used only inside this folder: the best few of many. */
#ifndef COPYDESK_LINK_REPORT_REPORT_BEST_H
#define COPYDESK_LINK_REPORT_REPORT_BEST_H

#include "base/base.h"

/* Which of two numbers comes first: <0, 0, >0. Of two different ones never 0, so that the outcome is always the same.
 */
typedef int (*best_order)(const void *context, uint32_t a, uint32_t b);

/* The lesser number first. */
static inline int by_number(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Keeps the first `cap` of all numbers that are added, as a heap; best_sort puts them in order. */
struct best {
    uint32_t *list;
    size_t count, cap;
    int64_t total; /* added */
    best_order order;
    const void *context;
};

/* E_MEMORY. */
enum status best_start(struct best *best, struct arena *arena, size_t cap, best_order order, const void *context,
                       struct error *err);
void best_add(struct best *best, uint32_t number);
void best_sort(struct best *best);

#endif
