/* Pages cut to a length. */
#ifndef COPYDESK_RESEARCH_READ_SHORTEN_H
#define COPYDESK_RESEARCH_READ_SHORTEN_H

#include "research/page/page.h"

/* Bytes of the text of all blocks. */
size_t page_bytes(const struct page *page);

/* Cuts the page's text to `most` bytes and says so in is_cut. Its blocks may belong to others: they are copied into the
 * arena, not changed. E_MEMORY. */
enum status page_shorten(struct arena *arena, struct page *page, size_t most, struct error *err);

#endif
