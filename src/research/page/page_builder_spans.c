/* The marks on the text of a block. Each is written when text is met in it: marks that hold none leave no trace. */
#include "research/page/page_builder.h"

#include "base/vec.h"

static struct span *new_span(struct page_builder *builder, enum span_kind kind, size_t at)
{
    struct span *spans =
        vec_room(builder->arena, builder->spans, builder->span_count, &builder->span_cap, sizeof *spans);
    if (!spans) {
        builder->failed = true;
        return NULL;
    }
    builder->spans = spans;
    spans[builder->span_count] = (struct span){kind, at, at};
    return &spans[builder->span_count++];
}

void builder_begin_spans(struct page_builder *builder, size_t start)
{
    for (size_t i = 0; i < builder->open_count; i++) {
        struct builder_span *open = &builder->open[i];
        if (open->entry != SIZE_MAX)
            continue;
        open->entry = builder->span_count;
        if (!new_span(builder, open->kind, start))
            return;
    }
}

static struct builder_span *find_open(struct page_builder *builder, enum span_kind kind)
{
    for (size_t i = builder->open_count; i-- > 0;)
        if (builder->open[i].kind == kind)
            return &builder->open[i];
    return NULL;
}

/* The mark and those within it end here. They go on with the next text, unless they are closed. */
static void end_spans(struct page_builder *builder, const struct builder_span *outer)
{
    for (size_t i = (size_t)(outer - builder->open); i < builder->open_count; i++) {
        struct builder_span *open = &builder->open[i];
        if (open->entry < builder->span_count)
            builder->spans[open->entry].end = builder->text.len;
        open->entry = SIZE_MAX;
    }
}

/* A mark within one of its own kind adds nothing. */
void builder_push_span(struct page_builder *builder, enum span_kind kind)
{
    struct builder_span *same = kind == SPAN_CELL ? NULL : find_open(builder, kind);
    if (same)
        same->again++;
    if (same || builder->open_count == BUILDER_SPANS)
        return;
    builder->open[builder->open_count++] = (struct builder_span){kind, SIZE_MAX, 0};
}

void builder_close_span(struct page_builder *builder, enum span_kind kind)
{
    struct builder_span *closed = find_open(builder, kind);
    if (!closed)
        return;
    if (closed->again) {
        closed->again--;
        return;
    }
    end_spans(builder, closed);
    builder->open_count--;
    memmove(closed, closed + 1, (builder->open_count - (size_t)(closed - builder->open)) * sizeof *closed);
}

/* A cell within a cell, of a table within a table, takes its place. */
void builder_open_cell(struct page_builder *builder, bool is_head)
{
    const struct builder_span *outer = find_open(builder, SPAN_CELL);
    if (outer)
        end_spans(builder, outer);
    if (builder->text.len)
        buf_str(&builder->text, " |");
    builder->gap = true;
    builder->head_row = builder->head_row && is_head;
    builder_push_span(builder, SPAN_CELL);
}

/* An empty cell has a mark too: cells are counted by them. */
void builder_close_cell(struct page_builder *builder)
{
    const struct builder_span *cell = find_open(builder, SPAN_CELL);
    if (cell && cell->entry == SIZE_MAX)
        new_span(builder, SPAN_CELL, builder->text.len);
    builder_close_span(builder, SPAN_CELL);
}

void builder_cut(struct page_builder *builder, size_t from, size_t to)
{
    struct buf *text = &builder->text;
    memmove(text->data + from, text->data + to, text->len - to + 1);
    text->len -= to - from;
    for (size_t i = 0; i < builder->span_count; i++) {
        builder->spans[i].start = place_without(builder->spans[i].start, from, to);
        builder->spans[i].end = place_without(builder->spans[i].end, from, to);
    }
    for (size_t i = 0; i < builder->found_count; i++) {
        builder->found[i].start = place_without(builder->found[i].start, from, to);
        builder->found[i].end = place_without(builder->found[i].end, from, to);
    }
    if (builder->link_url && builder->link_start != SIZE_MAX)
        builder->link_start = place_without(builder->link_start, from, to);
}

/* Of a superscript that goes on in another block only the beginning has its sign. */
static bool is_sound(const struct span *span, const char *text)
{
    if (span->kind == SPAN_SUPERSCRIPT)
        return span->end > span->start + 1 && text[span->start] == '^';
    return span->end > span->start || span->kind == SPAN_CELL;
}

struct spans builder_take_spans(struct page_builder *builder, size_t start, size_t length)
{
    end_spans(builder, builder->open);
    struct spans taken = {NULL, 0};
    struct span *list = builder->span_count ? ARENA_ARRAY(builder->arena, builder->span_count, struct span) : NULL;
    if (!list) {
        builder->failed = builder->failed || builder->span_count;
        return taken;
    }
    for (size_t i = 0; i < builder->span_count; i++) {
        struct span span = builder->spans[i];
        span.start = span.start < start ? 0 : span.start - start;
        span.end = span.end < start ? 0 : span.end - start;
        span.start = span.start < length ? span.start : length;
        span.end = span.end < length ? span.end : length;
        if (is_sound(&span, builder->text.data + start))
            list[taken.count++] = span;
    }
    taken.list = taken.count ? list : NULL;
    return taken;
}

void builder_drop_spans(struct page_builder *builder)
{
    for (size_t i = 0; i < builder->open_count; i++)
        builder->open[i].entry = SIZE_MAX;
    builder->span_count = 0;
}
