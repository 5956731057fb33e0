/*
 * For this folder and link/markdown. The elements of HTML: which of them block links, what kind of text they hold,
 * where a block begins. The table of them is in lexer_elements_table.c, one row each.
 */
#ifndef COPYDESK_LINK_LEXER_LEXER_ELEMENTS_H
#define COPYDESK_LINK_LEXER_LEXER_ELEMENTS_H

#include "link/lexer/lexer_text.h"

/* --- those that mean something to the lexer; any other is a block: lexer_elements_table.c --- */

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

/*
 * --- the place of a block of text on its page: lexer_elements_place.c ---
 *
 * A hash of the path of elements around it, each by its name and its class, so that the same place of a site's template
 * has the same number on all of its pages, and another than the content has.
 */

enum { MAX_PLACES = 48 }; /* nested deeper they are counted only */

/* How many elements of a name have begun in their parent: counted by a hash of the name. */
struct siblings {
    uint8_t counts[8];
};

struct lexed_place {
    uint32_t name; /* hash */
    uint32_t path; /* hash of all up to here */
    struct siblings children;
    uint8_t container; /* enum container */
};

struct lexed_places {
    struct lexed_place open[MAX_PLACES];
    uint32_t depth, overflow;
    struct siblings roots;
};

/* To be called for each start and end tag of a block; element: NULL when the table does not have it. */
void place_follow(struct lexed_places *places, const struct element *element, const struct html_token *tag);

/* The innermost place; 0 outside of all elements. */
static inline uint32_t place_path(const struct lexed_places *places)
{
    return places->depth ? places->open[places->depth - 1].path : 0;
}

/* --- all of it --- */

/* The outermost excluded element that is open. */
struct excluded {
    struct str name;  /* len 0: none */
    size_t depth;     /* open elements of that name */
    size_t nested;    /* open lists and tables inside it */
    bool ends_itself; /* its end tag may be left out: another of its name ends it */
};

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
    struct lexed_places places;
};

/*
 * To be called for each start and end tag. A block element breaks the text, an inline one is added to the tags; from
 * here on the lexer blocks what the open elements block.
 */
void elements_follow(struct elements *elements, struct lexer *lexer, const struct html_token *tag);

#endif
