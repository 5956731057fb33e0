/*
 * Boilerplate: texts of blocks that many pages have. A sentence that stands on a tenth of the pages tells nothing,
 * wherever it stands; yet it may get links, as any content may. (Where no content stands is another question: see
 * index/frame.h.)
 */
#ifndef COPYDESK_LINK_SITE_BLOCKS_H
#define COPYDESK_LINK_SITE_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

/* Of FRAME_TEXTS: how many pages have a text. */
struct block_text {
    uint32_t pages, last_page; /* last_page: plus one */
};

/* Counts a text for a page. */
void blocks_count(struct block_text *texts, uint32_t text, uint32_t page);

/* Do so many of all pages have it that it is boilerplate? */
bool blocks_is_boilerplate(const struct block_text *texts, uint32_t text, uint32_t page_count);

#endif
