/* Choosing links among candidates, by the rules that every result keeps. */
#ifndef COPYDESK_LINK_SELECT_H
#define COPYDESK_LINK_SELECT_H

#include "link/candidates.h"

struct choice {
    size_t start, end; /* bytes of the content: whole elements, or none of them */
    uint32_t page;
    double score;
};

struct rules {
    const struct map *excluded_keys; /* url_key of pages that get no link */
    double min_score;
    size_t wanted; /* links that should be made if they have at least least_score */
    double least_score;
    size_t max_links;
};

/* Best first, each page (by its key) once, no overlap. *choices holds at most max_links, in the order of the content. */
enum status choose_links(const struct link_index *index, const struct lexed *lexed, struct candidates *candidates,
                         const struct rules *rules, struct arena *arena, struct choice **choices, size_t *count,
                         struct error *err);

#endif
