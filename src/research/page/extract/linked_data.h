/* What a page says of its article as linked data: JSON-LD in the terms of https://schema.org. */
#ifndef COPYDESK_RESEARCH_PAGE_EXTRACT_LINKED_DATA_H
#define COPYDESK_RESEARCH_PAGE_EXTRACT_LINKED_DATA_H

#include "text/text.h"

/* In the arena; data NULL: not said. */
struct linked_article {
    struct str published, changed; /* dates as they stand */
    struct str body;               /* articleBody: text, or now and then HTML */
};

/*
 * scripts: the texts of all elements of that kind, each ended by a NUL byte. Of several objects the first that is an
 * article counts, else the first that is a page. What is no JSON says nothing. E_MEMORY.
 */
enum status linked_data_read(struct arena *arena, struct str scripts, struct linked_article *article,
                             struct error *err);

#endif
