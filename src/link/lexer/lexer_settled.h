/*
 * Content that arrives in pieces. How many of the bytes that have come are settled: whatever follows them, a lexer
 * reads the same lexemes from them. Never in the middle of a tag, a word, a character or a character reference.
 */
#ifndef COPYDESK_LINK_LEXER_LEXER_SETTLED_H
#define COPYDESK_LINK_LEXER_LEXER_SETTLED_H

#include "text/text.h"

/* To the last white space in text or the last tag of a block element. E_MEMORY. */
enum status lexer_settled_html(struct str part, size_t *settled, struct error *err);

/*
 * To the last blank line, which ends every paragraph. 0 while front matter is open, and for content that begins with a
 * tag, which may turn out to be HTML as a whole.
 */
size_t lexer_settled_markdown(struct str part);

/* Text without markup: to the last white space. */
size_t lexer_settled_plain(struct str part);

#endif
