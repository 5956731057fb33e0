/*
 * For this folder and link/markdown. The elements of HTML: which of them block links, what kind of text they hold,
 * where a block begins. The table of them is in element_table.c, one row each.
 */
#ifndef COPYDESK_LINK_LEXER_LEXER_ELEMENTS_H
#define COPYDESK_LINK_LEXER_LEXER_ELEMENTS_H

#include "link/lexer/element_table.h"
#include "link/lexer/lexer_excluded.h"
#include "link/lexer/lexer_place.h"
#include "link/lexer/lexer_text.h"

enum { MAX_CONTAINERS = 64 }; /* nested deeper they are counted only */

struct elements {
    uint32_t open[ELEMENT_COUNT];       /* per row of the table: how many are open */
    uint32_t blocking[BLOCK_OTHER + 1]; /* per bit of enum lexeme_block: how many elements with it are open */
    uint32_t hiding;
    bool is_hidden;                     /* inside an element whose text is not on the page */
    bool in_paragraph;                  /* <p> */
    uint8_t containers[MAX_CONTAINERS]; /* enum container, the innermost last */
    uint32_t depth, overflow;           /* containers in the array; and deeper ones */
    struct excluded excluded;
    struct places places;
};

/*
 * To be called for each start and end tag. A block element breaks the text, an inline one is added to the tags; from
 * here on the lexer blocks what the open elements block.
 */
void elements_follow(struct elements *elements, struct lexer *lexer, const struct html_token *tag);

#endif
