/* A page cut into pieces of whole units under one heading. */
#ifndef COPYDESK_RESEARCH_EXCERPT_CUT_H
#define COPYDESK_RESEARCH_EXCERPT_CUT_H

#include "research/excerpt/excerpt.h"

struct piece {
    struct str text;
    bool is_slice;      /* of the page; otherwise it is in the arena */
    struct str heading; /* path, "h2 > h3 > definition", in the arena; empty: it stands under the page's title */
    double position;
    bool is_boilerplate; /* stands under a heading like "See also" */
};

/* The pieces are in the arena, in reading order. fallback: the language of a page that names none. E_MEMORY. */
enum status pieces_cut(struct arena *arena, const struct page *page, const struct language *fallback,
                       struct piece **pieces, size_t *count, struct error *err);

#endif
