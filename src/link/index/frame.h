/*
 * The frame that the pages of a site share: its menus, sidebars, author cards and footers, known by their places in
 * the site's templates. It is learned when the index is built (build/frame.h), and it is left out everywhere: of what
 * is counted, of lessons, and of content that is linked.
 */
#ifndef COPYDESK_LINK_INDEX_FRAME_H
#define COPYDESK_LINK_INDEX_FRAME_H

#include "link/index/index.h"

/* What SECTION_FRAME lists, as frame_key of places. */
enum frame_kind {
    FRAME_PLACE, /* no content stands there */
    FRAME_LIST   /* content does, but its links are mostly lists of pages */
};

static inline uint32_t frame_key(uint32_t place, enum frame_kind kind)
{
    return (place & ~(uint32_t)1) | (uint32_t)kind;
}

/* Texts of blocks are known by a number below this, which some share. */
enum { FRAME_TEXTS = 1 << 20 };

/* Is the key among these, which ascend? */
bool frame_has(const uint32_t *keys, size_t count, uint32_t key);

/* A block: the lexemes between two edges of block elements or line breaks. */
struct frame_block {
    size_t first, last; /* lexemes, last exclusive */
    uint32_t place;     /* lexed.places */
};

/* The block behind `block`, which begins as zeros. False: there is none. */
bool frame_next(const struct lexed *lexed, struct frame_block *block);

/* The number of its running text, below FRAME_TEXTS; 0: it has none. */
uint32_t frame_text(const struct lexed *lexed, const struct frame_block *block);

/* Gives the lexemes of the frame BLOCK_FRAME. Returns how many of them are words. */
size_t frame_close(const struct link_index *index, struct lexed *lexed);

/* Does the lexeme stand where links are lists of pages? */
bool frame_is_list(const struct link_index *index, const struct lexed *lexed, size_t lexeme);

#endif
