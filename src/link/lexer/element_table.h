/* For this folder and link/markdown. The elements of HTML that mean something to the lexer. Any other is a block. */
#ifndef COPYDESK_LINK_LEXER_ELEMENT_TABLE_H
#define COPYDESK_LINK_LEXER_ELEMENT_TABLE_H

#include "link/lexer/lexer.h"

/* What it does to the flow of the text. */
enum element_flow {
    FLOW_BLOCK,  /* begins and ends blocks */
    FLOW_LINE,   /* breaks the text, not the paragraph; has no end tag */
    FLOW_INLINE, /* no break */
    FLOW_VOID,   /* no break, and no end tag */
};

/* Blocks in which others stand, and by which their end tags may be left out. */
enum container {
    NO_CONTAINER,
    CONTAINER_LIST,
    CONTAINER_ITEM,
    CONTAINER_TABLE,
    CONTAINER_ROW, /* never on the stack: ends cells */
    CONTAINER_CELL,
    CONTAINER_TERMS,
    CONTAINER_TERM,
    CONTAINER_DEFINITION,
    CONTAINER_QUOTE,
    CONTAINER_CAPTION,
};

struct element {
    const char *name;
    uint8_t length;
    uint8_t flow;      /* enum element_flow */
    uint8_t blocks;    /* enum lexeme_block */
    uint8_t container; /* enum container */
    uint8_t heading;   /* level, 0: none */
    bool is_hidden;    /* its text is not on the page and counts as no word */
    uint16_t emphasis; /* MARK_* of the text in it */
};

enum { ELEMENT_COUNT = 75 };

extern const struct element element_table[ELEMENT_COUNT]; /* ordered by name */

/*
 * Which containers a start tag of one ends when their own end tags are left out, and which one bounds the search for
 * them.
 */
struct implied_end {
    unsigned ends; /* bits: 1 << enum container */
    enum container scope;
};
struct implied_end element_implied_end(enum container container);

/* The row of that name, in any letter case; ELEMENT_COUNT when there is none. */
size_t element_find(struct str name);

#endif
