/*
 * What the lexers of HTML and Markdown share: runs of text that become lexemes, what stands between them, and what the
 * elements around them mean.
 */
#ifndef COPYDESK_LINK_LEXER_LEXER_ELEMENTS_H
#define COPYDESK_LINK_LEXER_LEXER_ELEMENTS_H

#include "link/lexer/lexer.h"
#include "text/html/html.h"

/*
 * --- what the signs of a text say about the words between them: lexer_text.c ---
 *
 * Where sentences begin, what stands in quotation marks and in brackets. By simple rules: an abbreviation may end a
 * sentence too early, and a mark that is never closed reaches to the end of its block.
 */

struct lexer_context {
    uint32_t sentence;  /* number of the present one; UINT32_MAX before the first */
    uint32_t brackets;  /* open ones */
    uint32_t end_quote; /* the sign that closes the open quotation, 0: none is open */
    bool after_end;     /* a sign that ends sentences was the last thing but closing signs */
    bool after_wide;    /* it was one behind which no blank is written: "。" */
    bool at_start;      /* no word of the sentence was read */
    uint16_t marks;     /* MARK_QUOTED and MARK_BRACKETED of the present place */
};

/* --- runs of text: the lexers say where they are, and what kind of text they hold --- */

struct lexer {
    struct arena *arena;
    struct str content;
    struct lexed *lexed;
    size_t lexeme_cap, tag_cap, anchor_cap, heading_cap, place_cap;
    struct buf scratch, room;
    size_t half_words, max_half_words; /* words read and allowed, in halves */
    size_t max_lexemes;
    size_t signs_in_row, tags_in_row, lexemes_before_tag;
    struct lexer_context context;
    const struct lexer_exclusion *exclusion; /* NULL: there is none */
    uint32_t paragraph;                      /* number of the present one; UINT32_MAX before the first */

    /* What holds for the text to come; the lexers set these. */
    unsigned blocked;  /* enum lexeme_block */
    unsigned block;    /* enum block_kind */
    uint32_t place;    /* as in lexed.places */
    unsigned emphasis; /* MARK_BOLD, MARK_ITALIC, MARK_QUOTED */

    bool in_word;                                      /* the character before was part of a counted word */
    bool at_block_start, at_phrase_start, after_blank; /* for the next lexeme */
    bool at_paragraph_start, at_anchor;
    bool in_anchor, in_heading;
    bool is_full;  /* the limit of words or lexemes is reached */
    bool is_large; /* the content is too large for the spans */
    bool failed;   /* memory ran out, but for what the arena remembers */
};

void lexer_init(struct lexer *lexer, struct arena *arena, struct str content, size_t max_words, struct lexed *lexed);

/* Frees what is not in the arena. OK, E_LIMIT, or E_MEMORY when any call before ran out of memory. */
enum status lexer_finish(struct lexer *lexer, struct error *err);

/* Adds bytes [from, to) of the content as text; references: character references are decoded. */
void lexer_add_text(struct lexer *lexer, size_t from, size_t to, bool references);

/* --- what stands between the words --- */

/* Marks the edge of a block: neither a phrase nor a counted word continues across this place. */
void lexer_break(struct lexer *lexer);

/* The same inside a paragraph: a hard line break. */
void lexer_break_line(struct lexer *lexer);

/* Marks a place that no link may reach across, though the block, and even a word, may continue. */
void lexer_break_phrase(struct lexer *lexer);

/* Marks the edge of a link, which is told by MARK_AT_ANCHOR if nothing else stands there. */
void lexer_break_anchor(struct lexer *lexer);

void lexer_add_tag(struct lexer *lexer, struct lexer_tag tag);

/* The lexemes from here to lexer_close_anchor are the text of a link. Closing when none is open does nothing. */
void lexer_open_anchor(struct lexer *lexer, struct str href);
void lexer_close_anchor(struct lexer *lexer);

/* The same for a heading. Opening one closes the one before. */
void lexer_open_heading(struct lexer *lexer, unsigned level);
void lexer_close_heading(struct lexer *lexer);

/* --- elements that mean something to the lexer, one row each in lexer_elements.c; any other is a block --- */

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

/*
 * Which containers a start tag of one ends when their own end tags are left out, and which one bounds the search for
 * them.
 */
struct implied_end {
    unsigned ends; /* bits: 1 << enum container */
    enum container scope;
};

/*
 * --- the place of a block of text on its page ---
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

/* The innermost place; 0 outside of all elements. */
static inline uint32_t place_path(const struct lexed_places *places)
{
    return places->depth ? places->open[places->depth - 1].path : 0;
}

/* --- the elements around the present place --- */

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
