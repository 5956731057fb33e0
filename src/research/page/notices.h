/* Lines of a page that speak of other things than its text. */
#ifndef COPYDESK_RESEARCH_PAGE_NOTICES_H
#define COPYDESK_RESEARCH_PAGE_NOTICES_H

#include "research/page/page.h"

/*
 * Takes lines of a site out of the blocks, whatever the page is and whatever stands around it: buttons ("Pin it", "Jump
 * to recipe"), how long it takes to read, what the site earns by it, whose it is.
 */
void site_lines_drop(struct page *page);

/*
 * Takes out what announces other pages ("Related articles", "Mehr zum Thema"), what asks the reader for something
 * ("Share this", "Subscribe to our newsletter"), and headings whose section was left out. The lists of links that they
 * stand before are left out by prune_drops. Empty sections go of all pages, the lines only where is_of_site (struct
 * content) says that the page has navigation around its text.
 */
void notices_drop(struct page *page, bool is_of_site);

#endif
