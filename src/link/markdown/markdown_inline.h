/*
 * Used only inside this folder. The text of a paragraph.
 */
#ifndef COPYDESK_LINK_MARKDOWN_MARKDOWN_INLINE_H
#define COPYDESK_LINK_MARKDOWN_MARKDOWN_INLINE_H

#include "link/lexer/lexer_elements.h"
#include "link/markdown/markdown_references.h"

/* Lexes the text of one paragraph, bytes [from, to) of the lexer's content. */
void markdown_inline(struct lexer *lexer, struct elements *elements, struct markdown_references *references,
                     size_t from, size_t to);

#endif
