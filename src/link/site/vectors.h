/* The third pass too: what each page is about. */
#ifndef COPYDESK_LINK_SITE_VECTORS_H
#define COPYDESK_LINK_SITE_VECTORS_H

#include "link/site/site.h"

struct vectors {
    uint32_t *counts; /* per term, for one page; zero between pages */
    struct vector_term *terms;
    size_t cap;
};

/* E_MEMORY. */
enum status vectors_init(struct vectors *vectors, const struct site *site, struct error *err);
void vectors_free(struct vectors *vectors);

/* A site_page_visitor, with a struct vectors as its context. */
bool vectors_visit(struct site *site, const struct site_text *text, void *context);

#endif
