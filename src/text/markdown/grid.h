/* A table of written cells. */
#ifndef COPYDESK_TEXT_MARKDOWN_GRID_H
#define COPYDESK_TEXT_MARKDOWN_GRID_H

#include "base/base.h"
#include "text/markdown/blocks.h"

struct grid {
    struct arena *arena;
    struct grid_cell {
        const char *text;
        size_t row;
    } * cells;
    size_t count, cap, rows, columns, in_row;
    bool has_head; /* the first row is one */
};

void grid_begin_row(struct grid *grid);

/* Adds a cell to the row; text lives as long as the arena. False: no memory. */
bool grid_add(struct grid *grid, const char *text);

/* Writes the rows as a block, unless there are none. Rows without a head get an empty one: Markdown asks for it. */
void grid_write(const struct grid *grid, struct blocks *blocks);

#endif
