/* Marks on parts of a plain text: what is code, emphasised, raised. */
#ifndef COPYDESK_TEXT_SPAN_H
#define COPYDESK_TEXT_SPAN_H

#include "base/base.h"

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

/* The marks on bytes [start, end) of a text, as marks on that part alone. They live in the arena. E_MEMORY. */
enum status spans_within(struct arena *arena, struct spans spans, size_t start, size_t end, struct spans *part,
                         struct error *err);

/* Where a byte stands when bytes [from, to) have been cut out. */
static inline size_t place_without(size_t at, size_t from, size_t to)
{
    return at <= from ? at : at < to ? from : at - (to - from);
}

/* Those of a list that were taken and hold what follows. Begin with zeroes. */
struct span_nest {
    size_t ends[SPANS_DEEP];
    size_t depth, start;
};

/* Is the byte the first of a character, or the end? */
static inline bool span_may_begin(struct str text, size_t at)
{
    return at == text.len || ((unsigned char)text.data[at] & 0xC0) != 0x80;
}

/* May the span follow those that were taken from the same list: in the text, of whole letters, in order, nested or
 * apart? Then it is taken. For lists that another program, or another version of this one, has made. */
static inline bool span_take(struct span_nest *nest, struct str text, struct span span)
{
    bool is_known = (unsigned)span.kind < SPAN_KINDS;
    bool is_sound = span.start < span.end || (span.start == span.end && span.kind == SPAN_CELL);
    if (!is_known || !is_sound || span.end > text.len || span.start < nest->start)
        return false;
    if (!span_may_begin(text, span.start) || !span_may_begin(text, span.end))
        return false;
    while (nest->depth && nest->ends[nest->depth - 1] <= span.start)
        nest->depth--;
    if (nest->depth == SPANS_DEEP || (nest->depth && span.end > nest->ends[nest->depth - 1]))
        return false;
    nest->ends[nest->depth++] = span.end;
    nest->start = span.start;
    return true;
}

#endif
