/* Choosing links among candidates, by the rules that every result keeps. */
#ifndef COPYDESK_LINK_SELECT_H
#define COPYDESK_LINK_SELECT_H

#include "link/candidates.h"

struct choice {
    size_t start, end; /* bytes of the content: whole elements, or none of them */
    uint32_t page;
    double score;
};

/* Best first: no candidate below min_score, each page (by its key) once, none of the excluded keys, no overlap. *choices holds at
 * most max_links, in the order of the content. */
enum status choose_links(const struct link_index *index, const struct lexed *lexed, struct candidates *candidates,
                         const struct map *excluded_keys, double min_score, size_t max_links, struct arena *arena,
                         struct choice **choices, size_t *count, struct error *err);

#endif
