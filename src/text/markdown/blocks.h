/* Where the blocks of Markdown go: behind the marks of lists and quotations, with blank lines where they are needed. */
#ifndef COPYDESK_TEXT_MARKDOWN_BLOCKS_H
#define COPYDESK_TEXT_MARKDOWN_BLOCKS_H

#include "base/base.h"

enum block_frame_kind { BLOCK_LIST, BLOCK_ITEM, BLOCK_QUOTE };

enum { BLOCK_DEPTH = 32 }; /* what is nested deeper stands there */

struct block_frame {
    enum block_frame_kind kind;
    /* of a list */
    bool is_ordered;
    int number; /* of its next item */
    char sign;  /* '-' or '*'; '.' or ')' */
    bool begun; /* an item of it is written */
    /* of an item */
    int width;       /* of its mark with the blank behind it */
    bool is_pending; /* its mark is not written yet */
};

struct blocks {
    struct buf *out;
    struct block_frame frames[BLOCK_DEPTH];
    size_t depth, over; /* over: how many are nested too deep */
    size_t common;      /* of the frames, those in which the last block stands */
    bool after_text;    /* the last block is a paragraph */
    size_t ended_at;    /* the depth of the list that has just ended; SIZE_MAX: something stands behind it */
    char ended_sign;
    struct buf line; /* what further lines of the block begin with */
};

void blocks_open(struct blocks *blocks, struct buf *out);
void blocks_close(struct blocks *blocks);

/* number: of the first item of an ordered list; -1: it is not ordered. */
void blocks_begin_list(struct blocks *blocks, int number);

/* Begins an item of the list; nothing outside of one. One that gets no block is not written. */
void blocks_begin_item(struct blocks *blocks);
void blocks_begin_quote(struct blocks *blocks);

/* Ends the last of the kind that is open, and all in it; an item only within the last list. */
void blocks_end(struct blocks *blocks, enum block_frame_kind kind);

/* Begins a block: what separates it, and what its first line begins with. */
void blocks_begin(struct blocks *blocks, bool is_text);

/* Begins a further line of the block. */
void blocks_line(struct blocks *blocks);

/* Adds a blank line, with the marks of the quotations in which the last block and what follows stand. */
void blocks_blank_line(struct blocks *blocks);

#endif
