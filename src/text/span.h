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
    SPAN_CELL /* a cell of a table row */
};

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

#endif
