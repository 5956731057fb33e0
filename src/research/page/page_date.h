/* When an HTML page was published, by what it says of itself, and what it says of its article as linked data. */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_DATE_H
#define COPYDESK_RESEARCH_PAGE_PAGE_DATE_H

#include "research/page/document.h"
#include "text/text.h"

/* An article in JSON-LD, in the terms of https://schema.org. In the arena; data NULL: not said. */
struct linked_article {
    struct str published, changed; /* dates as they stand */
    struct str body;               /* articleBody: text, or now and then HTML */
};

/*
 * scripts: the texts of all elements of that kind, each ended by a NUL byte. Of several objects the first that is an
 * article counts, else the first that is a page. What is no JSON says nothing.
 */
struct linked_article linked_data_read(struct arena *arena, struct str scripts);

/*
 * In Unix milliseconds: when it was published, else when it was last changed; 0: it does not say. What says it best
 * counts: linked data, then <meta> (Open Graph, Dublin Core, Highwire and others) and microdata, then a <time> that is
 * marked as the time of publication, then the day in the address; after these what says when it was changed, and last
 * the first <time> outside navigation, footers and the like.
 */
int64_t page_date_of(xmlNode *root, const struct linked_article *article, struct str address);

/* A date as pages write it for machines, in Unix milliseconds: what date_read reads, if it names a day of the years
 * 1990 to 2099: what pages say beyond those is no date of a page. */
bool date_text_read(struct str text, int64_t *ms);

#endif
