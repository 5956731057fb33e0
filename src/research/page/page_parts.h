/* What a page's own table of contents lists. */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_PARTS_H
#define COPYDESK_RESEARCH_PAGE_PAGE_PARTS_H

#include "research/page/document/document.h"
#include "research/page/page.h"

/* Sets the page's parts: of the entries of its table of contents the outermost alone. E_MEMORY. */
enum status page_parts_read(struct arena *arena, xmlNode *root, struct page *page, struct error *err);

#endif
