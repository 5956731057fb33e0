/*
 * Used only inside this folder. What a line is. The text of a line begins with its first character that is no blank.
 */
#ifndef COPYDESK_LINK_MARKDOWN_MARKDOWN_LINES_H
#define COPYDESK_LINK_MARKDOWN_MARKDOWN_LINES_H

#include "base/base.h"

/* The end of the line that begins at `start`. *next: behind its line break, which is LF, CR LF or CR. */
size_t markdown_line_end(struct str content, size_t start, size_t *next);

/* Nothing but spaces and tabs? */
bool markdown_is_blank(struct str text);

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
 * Length of the list marker that the text begins with, 0: none. interrupts: a paragraph is open; neither an ordered
 * list that begins with another number than 1 nor an empty item can interrupt one.
 */
size_t markdown_list_marker(struct str text, bool interrupts);

#endif
