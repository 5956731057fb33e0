/*
 * How like each other texts are: the resemblance of their sets of runs of five words (A. Broder, On the resemblance and
 * containment of documents, 1997), told from the smallest hashes of each set.
 */
#ifndef COPYDESK_RESEARCH_READ_CHOOSE_SAME_H
#define COPYDESK_RESEARCH_READ_CHOOSE_SAME_H

#include "research/page/page.h"

/* The standard error of a resemblance of 0.8 is 1.3 % by so many; that of shorter texts is exact. */
enum { SKETCH_MOST = 1024 };

struct sketch {
    uint64_t *hashes; /* the smallest ones, ascending, each once */
    size_t count;
};

/* The sketch lives in the arena; a page of fewer than five words has one run. E_MEMORY. */
enum status sketch_page(struct arena *arena, const struct page *page, struct sketch *sketch, struct error *err);

/* 0-1; 0 when one has no word. */
double sketch_resemblance(const struct sketch *a, const struct sketch *b);

#endif
