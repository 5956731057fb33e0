/*
 * Used only inside this folder. The block quotes and list items around a line.
 */
#ifndef COPYDESK_LINK_MARKDOWN_MARKDOWN_CONTAINERS_H
#define COPYDESK_LINK_MARKDOWN_MARKDOWN_CONTAINERS_H

#include "base/base.h"

struct markdown_line {
    char *data;      /* the content */
    size_t at, end;  /* what has not been read of the line, without the line break */
    size_t column;   /* of `at` */
    size_t tab_left; /* columns of the tab before `at` that have not been used up */
    size_t text;     /* the first byte from `at` on that is no blank; `end`: the rest is blank */
    size_t indent;   /* columns before it */
};

struct markdown_container {
    size_t indent; /* of a list item: columns before its text */
    bool is_quote;
    bool is_empty; /* an item without text so far: a blank line ends it */
};

/* Deeper nesting is not followed. */
enum { MARKDOWN_MAX_DEPTH = 64 };

struct markdown_containers {
    struct markdown_container open[MARKDOWN_MAX_DEPTH];
    size_t count;
};

/*
 * Passes over the markers and the indentation by which the line continues the open containers; how many it continues.
 * The marker of a block quote is overwritten with "\v", so that the text of a paragraph can be read over it.
 */
size_t markdown_continue(struct markdown_containers *containers, struct markdown_line *line);

/* Passes over the marker of a container that begins here; false when none does. */
bool markdown_begin(struct markdown_line *line, bool in_paragraph, struct markdown_container *container);

#endif
