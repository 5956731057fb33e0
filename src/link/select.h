/* Selects links among the candidates, by the rules that every result keeps. */
#ifndef COPYDESK_LINK_SELECT_H
#define COPYDESK_LINK_SELECT_H

#include "link/candidates.h"

struct choice {
    size_t start, end; /* bytes of the content, end exclusive; every element inside is whole */
    uint32_t page;
    double score;
};

struct rules {
    const struct map *excluded_keys; /* url_key of pages that get no link */
    double min_score;
    size_t max_links;
};

/*
 * Takes the best candidates first, each page (by its key) once, without overlap. Sorts the candidates. *choices, in the
 * arena, holds at most max_links, in the order of the content. E_MEMORY.
 */
enum status choose_links(const struct link_index *index, const struct lexed *lexed, struct candidates *candidates,
                         const struct rules *rules, struct arena *arena, struct choice **choices, size_t *count,
                         struct error *err);

#endif
