/* When an HTML page was published, by what it says of itself. */
#ifndef COPYDESK_RESEARCH_PAGE_EXTRACT_PAGE_DATE_H
#define COPYDESK_RESEARCH_PAGE_EXTRACT_PAGE_DATE_H

#include "research/page/document/document.h"
#include "research/page/extract/linked_data.h"

/*
 * In Unix milliseconds: when it was published, else when it was last changed; 0: it does not say. What says it best
 * counts: linked data, then <meta> (Open Graph, Dublin Core, Highwire and others) and microdata, then a <time> that is
 * marked as the time of publication, then the day in the address; after these what says when it was changed, and last
 * the first <time> outside navigation, footers and the like.
 */
int64_t page_date_of(xmlNode *root, const struct linked_article *article, struct str address);

#endif
