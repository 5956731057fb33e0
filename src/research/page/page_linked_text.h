/* The text of a page as it stands in its linked data: pages that scripts put together have it nowhere else. */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_LINKED_TEXT_H
#define COPYDESK_RESEARCH_PAGE_PAGE_LINKED_TEXT_H

#include "research/page/page.h"

/* Puts the articleBody of linked data (schema.org) in place of the blocks, a paragraph for each line, when these are a
 * small part of it; a body that is HTML is not read. Lives in the arena. E_MEMORY. */
enum status page_linked_text_use(struct arena *arena, struct str body, struct page *page, struct error *err);

#endif
