#include "link/site/blocks.h"

#include "link/index/index_format.h"

/* Both must hold: on a small site a sentence may well stand on a few pages, on a large one a share is many. */
enum { LEAST_PAGES = 10, SHARE = 20 }; /* more than one page in so many */

uint32_t blocks_count(struct block_cell *cells, uint64_t hash, uint32_t page)
{
    uint32_t number = (uint32_t)index_home(hash, BLOCK_CELLS);
    struct block_cell *cell = &cells[number];
    if (cell->last_page != page + 1)
        cell->pages++;
    cell->last_page = page + 1;
    return number;
}

bool blocks_is_boilerplate(const struct block_cell *cells, uint32_t cell, uint32_t page_count)
{
    uint32_t pages = cell < BLOCK_CELLS ? cells[cell].pages : 0;
    return pages >= LEAST_PAGES && (uint64_t)pages * SHARE > page_count;
}
