#include "link/site/blocks.h"

/* Both must hold: on a small site a sentence may well stand on a few pages, on a large one a share is many. */
enum { LEAST_PAGES = 10, SHARE = 20 }; /* more than one page in so many */

void blocks_count(struct block_text *texts, uint32_t text, uint32_t page)
{
    if (texts[text].last_page != page + 1)
        texts[text].pages++;
    texts[text].last_page = page + 1;
}

bool blocks_is_boilerplate(const struct block_text *texts, uint32_t text, uint32_t page_count)
{
    return texts[text].pages >= LEAST_PAGES && (uint64_t)texts[text].pages * SHARE > page_count;
}
