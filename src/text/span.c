#include "text/span.h"

static bool is_boundary(struct str text, size_t at)
{
    return at == text.len || ((unsigned char)text.data[at] & 0xC0) != 0x80;
}

bool span_take(struct span_nest *nest, struct str text, struct span span)
{
    bool is_known = (unsigned)span.kind < SPAN_KINDS;
    bool is_sound = span.start < span.end || (span.start == span.end && span.kind == SPAN_CELL);
    if (!is_known || !is_sound || span.end > text.len || span.start < nest->start)
        return false;
    if (!is_boundary(text, span.start) || !is_boundary(text, span.end))
        return false;
    while (nest->depth && nest->ends[nest->depth - 1] <= span.start)
        nest->depth--;
    if (nest->depth == SPANS_DEEP || (nest->depth && span.end > nest->ends[nest->depth - 1]))
        return false;
    nest->ends[nest->depth++] = span.end;
    nest->start = span.start;
    return true;
}
