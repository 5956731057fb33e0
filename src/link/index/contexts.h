/*
 * Contexts: the surroundings of a phrase that tell how likely anything is linked there. The index counts them where the
 * site's own links are (SECTION_CONTEXTS), and they are looked up where a link could be.
 */
#ifndef COPYDESK_LINK_INDEX_CONTEXTS_H
#define COPYDESK_LINK_INDEX_CONTEXTS_H

#include "link/index/index_format.h"

enum context_kind {
    CONTEXT_PREVIOUS,        /* the term before */
    CONTEXT_NEXT,            /* the term behind */
    CONTEXT_BLOCK,           /* enum block_kind */
    CONTEXT_MARKS,           /* emphasis, quotes, brackets, start of a sentence */
    CONTEXT_SECTION,         /* the heading above */
    CONTEXT_POSITION,        /* which tenth of the page */
    CONTEXT_FOLDER,          /* folder of the content */
    CONTEXT_TO,              /* folder of the target */
    CONTEXT_PAIR,            /* both folders */
    CONTEXT_BETWEEN,         /* the terms on both sides */
    CONTEXT_LENGTH,          /* terms of the phrase and its case */
    CONTEXT_PHRASE_PREVIOUS, /* the phrase and the term before */
    CONTEXT_PHRASE_NEXT,     /* the phrase and the term behind */
    CONTEXT_FORM, /* the phrase in this form and letter case: counts all of its occurrences, and those that are links */
    CONTEXT_ALL,  /* any place */
    /*
     * Phrases of a class: "expected" is the number of times that a page holds one. What a page itself does is no part
     * of the counts that tell the class of a phrase there.
     */
    CONTEXT_CLASS_NAME,   /* how the phrase names pages, and how many; its words */
    CONTEXT_CLASS_COUNTS, /* the same, on how many other pages it is linked, and on which share of those that hold it */
    CONTEXT_CLASS_LETTERS, /* the same share and number, letter case, words */
    /*
     * Of the occurrences of which any word is linked, how many are the link, neither more nor less: where this site's
     * links begin and end. These count all occurrences. Terms that are numbers are one.
     */
    CONTEXT_EXACT_FIRST,    /* by the phrase's first term */
    CONTEXT_EXACT_LAST,     /* by its last */
    CONTEXT_EXACT_PREVIOUS, /* by the term before it */
    CONTEXT_EXACT_NEXT,     /* by the term behind it */
    CONTEXT_EXACT_FORM,     /* by the phrase and its form */
    CONTEXT_EXACT_SHAPE,    /* by its terms */
    CONTEXT_EXACT_BEFORE,   /* by its first term and the one before */
    CONTEXT_EXACT_BEHIND,   /* by its last term and the one behind */
    CONTEXT_KINDS
};

#define CONTEXT_NO_TERM UINT32_MAX
enum { CONTEXT_MARK_BITS = MARK_STARTS_SENTENCE | MARK_BOLD | MARK_ITALIC | MARK_QUOTED | MARK_BRACKETED };

/* Terms with CONTEXT_NUMBER in place of each that is a number, plus CONTEXT_CLOSE without a blank before it. */
#define CONTEXT_NUMBER (UINT32_MAX - 2)
#define CONTEXT_CLOSE  0x40000000u
struct context_edges {
    uint32_t first, last;    /* of the phrase */
    uint32_t before, behind; /* around it; CONTEXT_NO_TERM: the edge of a block */
    uint32_t shape;          /* of all its terms: context_shape, beginning with 0 */
};

static inline uint32_t context_shape(uint32_t shape, uint32_t term)
{
    return (uint32_t)index_hash_edge(shape, term);
}

/* What is known of a phrase from other pages. */
struct context_class {
    uint32_t title_kind; /* the best of its targets */
    bool is_ambiguous;   /* more targets than one have that kind */
    float linked, held;  /* other pages that link it, and that hold it where it could be linked */
};

struct context_place {
    uint32_t previous, next; /* terms; CONTEXT_NO_TERM: the edge of a block, or a word that the site has not */
    uint32_t block, marks;   /* enum block_kind; enum lexeme_mark, of which only CONTEXT_MARK_BITS count */
    uint64_t section;        /* context_heading_hash of the heading above, 0: none */
    uint32_t tenth;          /* of the page */
    uint32_t from, to;       /* url_place.folder of page and target */
    uint32_t words, letters; /* terms of the phrase; enum phrase_case */
    uint32_t phrase, form;   /* its number, and index_form of how it is written */
    struct context_edges edges;
    struct context_class class;
};

/* The key of a kind looks at some fields of the place only. */
uint64_t context_key(const struct context_place *place, enum context_kind kind);

/* One key per enum context_kind. */
void context_keys(const struct context_place *place, uint64_t keys[CONTEXT_KINDS]);

/* Of a heading's lexemes [first, last): of its words without numbers. */
uint64_t context_heading_hash(const struct lexed *lexed, size_t first, size_t last);

#endif
