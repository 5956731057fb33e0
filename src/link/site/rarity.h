/*
 * How many titles and headings hold the same words. Only small numbers matter, so that a table of bytes is enough: each
 * text counts in two of them, and the smaller one is taken (Cormode, Muthukrishnan: An improved data stream summary,
 * the count-min sketch, 2005). A text may seem more common than it is, but never rarer.
 */
#ifndef COPYDESK_LINK_SITE_RARITY_H
#define COPYDESK_LINK_SITE_RARITY_H

#include "link/site/site.h"

struct rarity {
    uint8_t *cells;
    size_t count;
};

/* A table for so many pages. E_MEMORY. */
enum status rarity_init(struct rarity *rarity, uint32_t page_count, struct error *err);
void rarity_free(struct rarity *rarity);

void rarity_add(struct rarity *rarity, uint64_t hash);

/* How often it was added; 255: or more. */
unsigned rarity_of(const struct rarity *rarity, uint64_t hash);

#endif
