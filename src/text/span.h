/* Marks on parts of a plain text: what is code, emphasised, raised. */
#ifndef COPYDESK_TEXT_SPAN_H
#define COPYDESK_TEXT_SPAN_H

#include "base/str.h"

enum span_kind {
    SPAN_CODE,
    SPAN_EMPHASIS,
    SPAN_STRONG,
    SPAN_SUPERSCRIPT, /* begins with the "^" that plain text needs: "2^31"; markup leaves it out */
    SPAN_SUBSCRIPT,
    SPAN_CELL /* a cell of a table row; the only one that may be empty */
};

enum { SPAN_KINDS = SPAN_CELL + 1, SPANS_DEEP = 16 /* most within each other */ };

/* Bytes [start, end) of the text that it belongs to. Two spans are nested or apart. */
struct span {
    enum span_kind kind;
    size_t start, end;
};

/* In order of their starts, the outer one first. */
struct spans {
    const struct span *list;
    size_t count;
};

/* Those of a list that were taken and hold what follows. Begin with zeroes. */
struct span_nest {
    size_t ends[SPANS_DEEP];
    size_t depth, start;
};

/* May the span follow those that were taken from the same list: in the text, of whole letters, in order, nested or
 * apart? Then it is taken. For lists that another program, or another version of this one, has made. */
bool span_take(struct span_nest *nest, struct str text, struct span span);

#endif
