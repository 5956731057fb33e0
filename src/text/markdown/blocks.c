/* Where the blocks of Markdown go: behind the marks of lists and quotations, with blank lines where they are needed. */
#include "text/markdown/markdown_parts.h"

#include <stdio.h>

void blocks_open(struct blocks *blocks, struct buf *out)
{
    *blocks = (struct blocks){.out = out, .ended_at = SIZE_MAX};
}

void blocks_close(struct blocks *blocks)
{
    buf_free(&blocks->line);
}

/* --- what is open --- */

/* NULL: it would be nested too deep. */
static struct block_frame *blocks_push(struct blocks *blocks, enum block_frame_kind kind)
{
    if (blocks->depth == BLOCK_DEPTH) {
        blocks->over++;
        return NULL;
    }
    struct block_frame *frame = &blocks->frames[blocks->depth++];
    *frame = (struct block_frame){.kind = kind};
    return frame;
}

void blocks_begin_list(struct blocks *blocks, int number)
{
    size_t depth = blocks->depth;
    struct block_frame *list = blocks_push(blocks, BLOCK_LIST);
    if (!list)
        return;
    list->is_ordered = number >= 0;
    list->number = number;
    list->sign = list->is_ordered ? '.' : '-';
    if (blocks->ended_at == depth && blocks->ended_sign == list->sign) /* else it would go on with the list before */
        list->sign = list->is_ordered ? ')' : '*';
}

void blocks_begin_item(struct blocks *blocks)
{
    struct block_frame *list = blocks->depth ? &blocks->frames[blocks->depth - 1] : NULL;
    if (!list || list->kind != BLOCK_LIST)
        return;
    struct block_frame *item = blocks_push(blocks, BLOCK_ITEM);
    if (!item)
        return;
    item->is_pending = true;
    item->number = list->number;
    item->width = list->is_ordered ? snprintf(NULL, 0, "%d. ", list->number) : 2;
    list->number += list->is_ordered && list->number < 999999999;
}

void blocks_begin_quote(struct blocks *blocks)
{
    struct block_frame *quote = blocks_push(blocks, BLOCK_QUOTE);
    if (quote)
        quote->is_pending = true;
}

static void pop(struct blocks *blocks)
{
    const struct block_frame *frame = &blocks->frames[--blocks->depth];
    if (frame->kind == BLOCK_LIST && frame->begun) {
        blocks->ended_at = blocks->depth;
        blocks->ended_sign = frame->sign;
    }
    if (blocks->common > blocks->depth)
        blocks->common = blocks->depth;
}

void blocks_end(struct blocks *blocks, enum block_frame_kind kind)
{
    if (blocks->over) {
        blocks->over--;
        return;
    }
    for (size_t i = blocks->depth; i-- > 0;) {
        if (blocks->frames[i].kind == kind) {
            while (blocks->depth > i)
                pop(blocks);
            return;
        }
        if (kind == BLOCK_ITEM && blocks->frames[i].kind == BLOCK_LIST)
            return;
    }
}

/* --- lines --- */

static void add_frame(const struct block_frame *frame, struct buf *out)
{
    if (frame->kind == BLOCK_QUOTE)
        buf_str(out, "> ");
    else if (frame->kind == BLOCK_ITEM)
        buf_printf(out, "%*s", frame->width, "");
}

static void add_mark(struct blocks *blocks, size_t at)
{
    struct block_frame *item = &blocks->frames[at], *list = at ? item - 1 : NULL;
    item->is_pending = false;
    if (item->kind == BLOCK_QUOTE) {
        buf_str(blocks->out, "> ");
        return;
    }
    list->begun = true;
    if (list->is_ordered)
        buf_printf(blocks->out, "%d%c ", item->number, list->sign);
    else
        buf_printf(blocks->out, "%c ", list->sign);
}

/* The first frame whose mark this block writes. */
static size_t first_pending(const struct blocks *blocks)
{
    size_t at = 0;
    while (at < blocks->depth && !blocks->frames[at].is_pending)
        at++;
    return at;
}

/* Further items of a list follow without a blank line, and a list within an item on the item's text; one whose first
 * number is not 1 would be read as that text there. */
static bool follows_closely(const struct blocks *blocks)
{
    size_t at = first_pending(blocks);
    if (at == blocks->depth || blocks->frames[at].kind != BLOCK_ITEM)
        return false;
    const struct block_frame *item = &blocks->frames[at], *list = item - 1;
    if (list->begun)
        return true;
    bool is_inner = at > 1 && list[-1].kind == BLOCK_ITEM && blocks->common == at - 1;
    return is_inner && blocks->after_text && (!list->is_ordered || item->number == 1);
}

void blocks_blank_line(struct blocks *blocks)
{
    size_t from = blocks->out->len;
    for (size_t i = 0; i < blocks->common; i++)
        add_frame(&blocks->frames[i], blocks->out);
    while (blocks->out->len > from && blocks->out->data[blocks->out->len - 1] == ' ')
        blocks->out->len--;
    buf_char(blocks->out, '\n');
}

void blocks_begin(struct blocks *blocks, bool is_text)
{
    if (blocks->out->len && !follows_closely(blocks))
        blocks_blank_line(blocks);
    buf_clear(&blocks->line);
    for (size_t i = 0; i < blocks->depth; i++) {
        add_frame(&blocks->frames[i], &blocks->line);
        if (blocks->frames[i].is_pending)
            add_mark(blocks, i);
        else
            add_frame(&blocks->frames[i], blocks->out);
    }
    blocks->out->failed |= blocks->line.failed;
    blocks->common = blocks->depth;
    blocks->after_text = is_text;
    blocks->ended_at = SIZE_MAX;
}

void blocks_line(struct blocks *blocks)
{
    buf_add(blocks->out, blocks->line.data, blocks->line.len);
}

void grid_begin_row(struct grid *grid)
{
    grid->rows += grid->in_row > 0 || grid->rows == 0;
    grid->in_row = 0;
}

bool grid_add(struct grid *grid, const char *text)
{
    struct grid_cell *added = VEC_PUSH(grid->arena, grid->cells, grid->count, grid->cap);
    if (!added)
        return false;
    if (!grid->rows)
        grid_begin_row(grid);
    *added = (struct grid_cell){text, grid->rows - 1};
    if (++grid->in_row > grid->columns)
        grid->columns = grid->in_row;
    return true;
}

/* Writes the cells of a row, beginning with this one; returns the first of the next. */
static size_t grid_write_row(const struct grid *grid, size_t at, size_t row, struct buf *out)
{
    for (; at < grid->count && grid->cells[at].row == row; at++)
        buf_printf(out, "| %s ", grid->cells[at].text);
    return at;
}

/* As many as the longest row has: cells behind those of the head would not be shown. Other rows may be short. */
static size_t write_head(const struct grid *grid, struct blocks *blocks)
{
    size_t at = grid->has_head ? grid_write_row(grid, 0, 0, blocks->out) : 0;
    for (size_t i = at; i < grid->columns; i++)
        buf_str(blocks->out, "|  ");
    buf_str(blocks->out, "|\n");
    blocks_line(blocks);
    for (size_t i = 0; i < grid->columns; i++)
        buf_str(blocks->out, "| --- ");
    buf_str(blocks->out, "|\n");
    return at;
}

void grid_write(const struct grid *grid, struct blocks *blocks)
{
    if (!grid->count)
        return;
    blocks_begin(blocks, false);
    size_t at = write_head(grid, blocks);
    for (size_t row = at ? 1 : 0; at < grid->count; row++) {
        blocks_line(blocks);
        at = grid_write_row(grid, at, row, blocks->out);
        buf_str(blocks->out, "|\n");
    }
}
