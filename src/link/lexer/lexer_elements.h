/*
 * Used only inside this folder. Follows the elements in and around which no link may stand; the table of them is in
 * lexer_elements.c, one row each.
 */
#ifndef COPYDESK_LINK_LEXER_LEXER_ELEMENTS_H
#define COPYDESK_LINK_LEXER_LEXER_ELEMENTS_H

#include "link/lexer/lexer_text.h"

enum { MAX_NO_LINK_ELEMENTS = 32 }; /* room for the rows of the table */

struct elements {
    size_t open[MAX_NO_LINK_ELEMENTS]; /* per row of the table: how many of that name are open */
    bool is_hidden;                    /* inside one whose text is not on the page */
};

/*
 * To be called for each start and end tag. A block element breaks the text, an inline one is added to the tags; from
 * here on the lexer blocks what the open elements block.
 */
void elements_follow(struct elements *elements, struct lexer *lexer, const struct html_token *tag);

#endif
