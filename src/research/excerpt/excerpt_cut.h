/* A page cut into pieces of whole units under one heading. */
#ifndef COPYDESK_RESEARCH_EXCERPT_EXCERPT_CUT_H
#define COPYDESK_RESEARCH_EXCERPT_EXCERPT_CUT_H

#include "research/excerpt/excerpt.h"

struct excerpt_piece {
    struct str text;
    bool is_slice;      /* of the page; otherwise it is in the arena */
    struct str heading; /* path, "h2 > h3 > definition", in the arena; empty: it stands under the page's title */
    double position;
    bool is_boilerplate; /* stands under a heading like "See also" */
};

/* The pieces are in the arena, in reading order, which notes where memory ran out. fallback: the language of a page
 * that names none. */
struct excerpt_piece *pieces_cut(struct arena *arena, const struct page *page, const struct language *fallback,
                                 size_t *count);

/*
 * The blocks of a page as units that are shown whole: a paragraph, a list or table or code with the sentence that
 * announces it. A unit has at most EXCERPT_MAX bytes: what is longer becomes several.
 */
struct excerpt_unit {
    struct str text;
    bool is_slice;   /* of the page; otherwise it is in the arena of the reader */
    bool leans;      /* begins with a word that points back, or in mid-sentence */
    struct str term; /* the title of the definition that it belongs to; empty: none */
    size_t entry;    /* number of that definition in the section, from 1 */
    double position; /* 0-1, in the page */
};

/* Reads one section of a page after the other. */
struct unit_reader {
    struct arena *arena;
    const struct page *page;
    const struct language *language; /* of the page; NULL: unknown */
    const struct cues *cues;
    struct excerpt_unit *units; /* of the section */
    size_t count, cap;
    struct str term;
    size_t entry;
    struct str announced; /* what stands before the next unit and belongs to it */
    bool announces_term;  /* it is the term alone */
};

/* The cues of a language; those of English where it has none. language may be NULL. */
const struct cues *unit_cues(const struct language *language);

/* Begins a section. */
void units_open(struct unit_reader *reader);

/* Reads the block `at`, which is no heading, and what belongs to it. Returns how many blocks those are. */
size_t units_read(struct unit_reader *reader, size_t at);

/* Ends the section: a last line that announced nothing becomes a unit. */
void units_close(struct unit_reader *reader);

#endif
