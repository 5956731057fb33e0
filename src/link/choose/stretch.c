#include "link/choose/stretch.h"

/* Elements that may be open at once inside a link; deeper nesting gets no link. */
enum { MAX_OPEN = 16 };

/* The first tag that begins at or after a byte. */
static size_t find_tag(const struct lexed *lexed, size_t byte)
{
    size_t low = 0, high = lexed->tag_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lexed->tags[middle].start < byte)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Extends the span over the start tag right before it, if that has this name. */
static bool take_start_tag(const struct lexed *lexed, struct stretch *span, struct str name)
{
    if (span->first_tag == 0)
        return false;
    const struct lexer_tag *tag = &lexed->tags[span->first_tag - 1];
    if (tag->closes || tag->end != span->start || !str_ieq(lexer_tag_name(lexed, tag), name))
        return false;
    span->start = tag->start;
    span->first_tag--;
    return true;
}

/* Extends the span over the end tag right behind it, if that has this name. */
static bool take_end_tag(const struct lexed *lexed, struct stretch *span, struct str name)
{
    if (span->end_tag == lexed->tag_count)
        return false;
    const struct lexer_tag *tag = &lexed->tags[span->end_tag];
    if (!tag->closes || tag->start != span->end || !str_ieq(lexer_tag_name(lexed, tag), name))
        return false;
    span->end = tag->end;
    span->end_tag++;
    return true;
}

/* Extends the span over tags at its edges until every element inside is whole; false when that cannot be done. */
static bool complete_elements(const struct lexed *lexed, struct stretch *span)
{
    struct str open[MAX_OPEN];
    size_t depth = 0;
    for (size_t i = span->first_tag, end = span->end_tag; i < end; i++) {
        const struct lexer_tag *tag = &lexed->tags[i];
        if (!tag->closes && depth == MAX_OPEN)
            return false;
        if (!tag->closes)
            open[depth++] = lexer_tag_name(lexed, tag);
        else if (depth ? !str_ieq(open[--depth], lexer_tag_name(lexed, tag))
                       : !take_start_tag(lexed, span, lexer_tag_name(lexed, tag)))
            return false;
    }
    while (depth)
        if (!take_end_tag(lexed, span, open[--depth]))
            return false;
    return true;
}

bool stretch_of(const struct lexed *lexed, size_t first, size_t last, struct stretch *span)
{
    span->start = lexed->lexemes[first].start;
    span->end = lexed->lexemes[last - 1].end;
    span->first_tag = find_tag(lexed, span->start);
    span->end_tag = find_tag(lexed, span->end);
    return complete_elements(lexed, span);
}
