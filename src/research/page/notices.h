/*
 * Lines of a page that speak of other things than its text: what announces other pages ("Related articles", "Mehr zum
 * Thema"), asks the reader for something ("Share this", "Subscribe to our newsletter"), and headings whose section was
 * left out. The lists of links that they stand before are left out by prune.h.
 */
#ifndef COPYDESK_RESEARCH_PAGE_NOTICES_H
#define COPYDESK_RESEARCH_PAGE_NOTICES_H

#include "research/page/page.h"

/*
 * Lines of a site beside the text of a page, whatever the page is and whatever stands around it: buttons ("Pin it",
 * "Jump to recipe"), how long it takes to read, what the site earns by it, whose it is.
 */

/* Takes them out of the blocks. */
void site_lines_drop(struct page *page);

/* Takes them out of the blocks of a page: empty sections of all, the lines only where is_of_site (prune.h) says that
 * the page has navigation around its text. */
void notices_drop(struct page *page, bool is_of_site);

#endif
