/* A run of text with marks on it, as a paragraph, a heading or a cell has one, and how it is written as Markdown. */
#ifndef COPYDESK_TEXT_MARKDOWN_RUN_H
#define COPYDESK_TEXT_MARKDOWN_RUN_H

#include "base/base.h"

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

#endif
