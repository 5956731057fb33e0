/*
 * Used only inside this folder. How many bytes of the first part of some content are settled: whatever follows, a lexer
 * reads the same lexemes from them. Never in the middle of a tag, a word, a character or a character reference. For
 * Markdown see markdown_settled.
 */
#ifndef COPYDESK_LINK_FILTER_SETTLED_H
#define COPYDESK_LINK_FILTER_SETTLED_H

#include "base/base.h"

/* To the last white space in text or the last tag of a block element. E_MEMORY. */
enum status settled_html(struct str part, size_t *settled, struct error *err);

/* Text without markup: to the last white space. */
size_t settled_plain(struct str part);

#endif
