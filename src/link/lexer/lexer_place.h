/*
 * For this folder. The place of a block of text on its page: a hash of the path of elements around it, each by its name
 * and its class, so that the same place of a site's template has the same number on all of its pages, and another than
 * the content has.
 */
#ifndef COPYDESK_LINK_LEXER_LEXER_PLACE_H
#define COPYDESK_LINK_LEXER_LEXER_PLACE_H

#include "link/lexer/element_table.h"
#include "text/html/html.h"

enum { MAX_PLACES = 48 }; /* nested deeper they are counted only */

/* How many elements of a name have begun in their parent: counted by a hash of the name. */
struct siblings {
    uint8_t counts[8];
};

struct place {
    uint32_t name; /* hash */
    uint32_t path; /* hash of all up to here */
    struct siblings children;
    uint8_t container; /* enum container */
};

struct places {
    struct place open[MAX_PLACES];
    uint32_t depth, overflow;
    struct siblings roots;
};

/* To be called for each start and end tag of a block; element: NULL when the table does not have it. */
void place_follow(struct places *places, const struct element *element, const struct html_token *tag);

/* The innermost place; 0 outside of all elements. */
static inline uint32_t place_path(const struct places *places)
{
    return places->depth ? places->open[places->depth - 1].path : 0;
}

#endif
