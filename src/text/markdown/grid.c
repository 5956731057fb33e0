#include "text/markdown/grid.h"

#include "base/vec.h"

void grid_begin_row(struct grid *grid)
{
    grid->rows += grid->in_row > 0 || grid->rows == 0;
    grid->in_row = 0;
}

bool grid_add(struct grid *grid, const char *text)
{
    struct grid_cell *cells = vec_room(grid->arena, grid->cells, grid->count, &grid->cap, sizeof *cells);
    if (!cells)
        return false;
    if (!grid->rows)
        grid_begin_row(grid);
    grid->cells = cells;
    grid->cells[grid->count++] = (struct grid_cell){text, grid->rows - 1};
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
