/*
 * Boilerplate: blocks of text that stand on many pages alike. They are counted by a hash of their words in a table of
 * fixed size, in which blocks may share a place: with B different blocks a place counts B / BLOCK_CELLS pages too
 * many, which is far below what makes a block boilerplate.
 */
#ifndef COPYDESK_LINK_SITE_BLOCKS_H
#define COPYDESK_LINK_SITE_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

enum { BLOCK_CELLS = 1 << 20 };

struct block_cell {
    uint32_t pages, last_page; /* last_page: plus one */
};

/* Counts a block for a page, and returns its cell. */
uint32_t blocks_count(struct block_cell *cells, uint64_t hash, uint32_t page);

/* Does what was counted there stand on so many of all pages that it is boilerplate? */
bool blocks_is_boilerplate(const struct block_cell *cells, uint32_t cell, uint32_t page_count);

#endif
