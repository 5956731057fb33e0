/* What each page is about, once it is known how many pages hold each term. */
#ifndef COPYDESK_LINK_BUILD_VECTORS_H
#define COPYDESK_LINK_BUILD_VECTORS_H

#include "link/site/site.h"

struct vectors {
    uint32_t *counts; /* per term, for one page; zero between pages */
    struct vector_term *terms;
    size_t cap;
};

/* E_MEMORY. */
enum status vectors_init(struct vectors *vectors, const struct site *site, struct error *err);
void vectors_free(struct vectors *vectors);

/* A site_page_visitor, of SITE_ALL, whose context is a struct vectors. It may run beside the passes that count. */
bool vectors_visit(struct site *site, const struct site_text *text, void *context);

#endif
