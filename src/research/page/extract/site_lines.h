/*
 * Lines of a site beside the text of a page, whatever the page is and whatever stands around it: buttons ("Pin it",
 * "Jump to recipe"), how long it takes to read, what the site earns by it, whose it is.
 */
#ifndef COPYDESK_RESEARCH_PAGE_EXTRACT_SITE_LINES_H
#define COPYDESK_RESEARCH_PAGE_EXTRACT_SITE_LINES_H

#include "research/page/page.h"

/* Takes them out of the blocks. */
void site_lines_drop(struct page *page);

#endif
