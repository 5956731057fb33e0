/* What becomes Markdown: running text, blocks, tables. */
#ifndef COPYDESK_TEXT_MARKDOWN_MARKDOWN_PARTS_H
#define COPYDESK_TEXT_MARKDOWN_MARKDOWN_PARTS_H

#include "base/base.h"

/* --- running text --- */

enum run_kind {
    RUN_STRONG,
    RUN_EMPHASIS,
    RUN_CODE,
    RUN_RAISED,
    RUN_LOWERED,
    RUN_DELETED,
    RUN_LINK,
    RUN_SPANS, /* those before have an end; these are points */
    RUN_PICTURE = RUN_SPANS,
    RUN_BREAK
};

enum run_place { RUN_PARAGRAPH, RUN_HEADING, RUN_CELL };

struct run_mark {
    enum run_kind kind;
    bool opens, is_dropped, is_tag;
    size_t at;    /* byte of the text */
    size_t other; /* the mark at the other end */
    const char *url, *title;
};

struct run {
    struct arena *arena; /* of the marks */
    struct buf text;     /* single blanks, none at the beginning */
    struct run_mark *marks;
    size_t count, cap;
    size_t open[RUN_SPANS], depth; /* the spans that have not ended, by their marks */
    bool failed;                   /* memory ran out */
};

/* Appends decoded text; white space is squeezed. */
void run_text(struct run *run, struct str text);

/* Begins a span; within one of its kind nothing. url and title: of a link, in the arena; title may be NULL. */
void run_open(struct run *run, enum run_kind kind, const char *url, const char *title);

/* Ends a span, with those that began in it; nothing where there is none. */
void run_close(struct run *run, enum run_kind kind);

/* title: the text in place of the picture. */
void run_picture(struct run *run, const char *url, const char *title);
void run_break(struct run *run);

/* Is there anything to write? */
bool run_is_empty(const struct run *run);

/* Appends the run as Markdown, without a line break at its end. line: what further lines of a paragraph begin with. The
 * run is empty afterwards. */
void run_write(struct run *run, enum run_place place, struct str line, struct buf *out);

/* Appends code between as many of the signs as it needs: more than any row of them in it, at least so many. */
void run_fence(struct str code, size_t least, struct buf *out);

/* --- blocks --- */

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

/* --- tables --- */

/* Written cells. */
struct grid {
    struct arena *arena;
    struct grid_cell {
        const char *text;
        size_t row;
    } * cells;
    size_t count, cap, rows, columns, in_row;
    bool has_head; /* the first row is one */
};

void grid_begin_row(struct grid *grid);

/* Adds a cell to the row; text lives as long as the arena. False: no memory. */
bool grid_add(struct grid *grid, const char *text);

/* Writes the rows as a block, unless there are none. Rows without a head get an empty one: Markdown asks for it. */
void grid_write(const struct grid *grid, struct blocks *blocks);

#endif
