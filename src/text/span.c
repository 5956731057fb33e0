#include "text/span.h"

enum status spans_within(struct arena *arena, struct spans spans, size_t start, size_t end, struct spans *part,
                         struct error *err)
{
    size_t count = 0;
    *part = (struct spans){0};
    for (size_t i = 0; i < spans.count; i++)
        count += spans.list[i].start < end && spans.list[i].end > start;
    if (!count)
        return OK;
    struct span *list = ARENA_ARRAY(arena, count, struct span);
    if (!list)
        return error_memory(err);
    *part = (struct spans){list, 0};
    for (size_t i = 0; i < spans.count; i++) {
        struct span span = spans.list[i];
        if (span.start >= end || span.end <= start)
            continue;
        span.start = (span.start > start ? span.start : start) - start;
        span.end = (span.end < end ? span.end : end) - start;
        list[part->count++] = span;
    }
    return OK;
}
