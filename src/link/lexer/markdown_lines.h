/*
 * Markdown by lines: what a line is, the block quotes and list items around it, raw HTML, and what stands before the
 * text. The text of a line begins with its first character that is no blank.
 */
#ifndef COPYDESK_LINK_LEXER_MARKDOWN_LINES_H
#define COPYDESK_LINK_LEXER_MARKDOWN_LINES_H

#include "base/base.h"

/* --- lines --- */

/* The end of the line that begins at `start`. *next: behind its line break, which is LF, CR LF or CR. */
size_t markdown_line_end(struct str content, size_t start, size_t *next);

static inline struct str markdown_tail(struct str text, size_t from)
{
    return (struct str){text.data + from, text.len - from};
}

/*
 * The place of the first such character from `from` on that no backslash escapes. 0: there is none, or `stop` stands
 * before it, or, for ">", a line break.
 */
size_t markdown_find_unescaped(struct str text, size_t from, char wanted, char stop);

/* Three or more of one of * - _ . It must be asked before a list item, which may begin alike. */
bool markdown_is_thematic_break(struct str text);

/* 1-6 for a heading "# ...", 0: none. */
size_t markdown_heading_level(struct str text);

/* 1 or 2 for the line === or --- that makes the paragraph before it a heading, 0: none. */
size_t markdown_underline_level(struct str text);

/* Length of the code fence (three or more ` or ~) that the text begins with, 0: none. */
size_t markdown_fence_length(struct str text, bool closing);

/*
 * Where the text begins behind the front matter, which stands at the top between two lines "---" (YAML) or "+++"
 * (TOML); 0 when there is none. *open: the content, of which this may be the first part only, begins with front matter
 * that nothing has ended yet.
 */
size_t markdown_front_matter(struct str content, bool *open);

/* --- containers --- */

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

/* --- raw HTML --- */

/* Length of the raw HTML tag that the text begins with; 0: it is none. */
size_t markdown_tag_length(struct str text);

/* How an HTML block ends. */
enum markdown_html_end {
    NO_HTML_BLOCK,
    ENDS_AT_BLANK,       /* before a blank line */
    ENDS_AT_CLOSE,       /* with the line that holds </script>, </pre>, </style> or </textarea> */
    ENDS_AT_COMMENT,     /* --> */
    ENDS_AT_INSTRUCTION, /* ?> */
    ENDS_AT_DECLARATION, /* > */
    ENDS_AT_CDATA        /* ]]> */
};

/* How the HTML block that this line begins will end; the line is given from its first character that is no blank. */
enum markdown_html_end markdown_html_block(struct str line, bool in_paragraph);

/* Does this line end the block? */
bool markdown_html_block_ends(enum markdown_html_end end, struct str line);

#endif
