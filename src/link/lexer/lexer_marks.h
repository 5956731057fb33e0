/* What stands between the words: edges of blocks and phrases, tags, links, headings. For this folder and markdown/. */
#ifndef COPYDESK_LINK_LEXER_LEXER_MARKS_H
#define COPYDESK_LINK_LEXER_LEXER_MARKS_H

#include "link/lexer/lexer_text.h"

/* Marks the edge of a block: neither a phrase nor a counted word continues across this place. */
void lexer_break(struct lexer *lexer);

/* The same inside a paragraph: a hard line break. */
void lexer_break_line(struct lexer *lexer);

/* Marks a place that no link may reach across, though the block, and even a word, may continue. */
void lexer_break_phrase(struct lexer *lexer);

/* Marks the edge of a link, which is told by MARK_AT_ANCHOR if nothing else stands there. */
void lexer_break_anchor(struct lexer *lexer);

void lexer_add_tag(struct lexer *lexer, struct lexer_tag tag);

/* The lexemes from here to lexer_close_anchor are the text of a link. Closing when none is open does nothing. */
void lexer_open_anchor(struct lexer *lexer, struct str href);
void lexer_close_anchor(struct lexer *lexer);

/* The same for a heading. Opening one closes the one before. */
void lexer_open_heading(struct lexer *lexer, unsigned level);
void lexer_close_heading(struct lexer *lexer);

#endif
