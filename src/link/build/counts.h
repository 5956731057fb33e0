/* The fifth pass: how often phrases stand where, linked or not, and how often the pages that they name are linked. */
#ifndef COPYDESK_LINK_BUILD_COUNTS_H
#define COPYDESK_LINK_BUILD_COUNTS_H

#include "link/site/site.h"

struct counting {
    struct phrase_use *uses; /* of the phrases that the present page holds */
    size_t use_count, use_cap;
    uint32_t *linked_page; /* per page: the last page, plus one, that linked it */
    uint32_t *named_page;  /* per page: the last page, plus one, that was counted as holding a name of it */
};

/* E_MEMORY. */
enum status counting_init(struct counting *counting, const struct site *site, struct error *err);
void counting_free(struct counting *counting);

/* A site_page_visitor, of SITE_OCCURRENCES, whose context is a struct counting. */
bool counts_visit(struct site *site, const struct site_text *text, void *context);

#endif
