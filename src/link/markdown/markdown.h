/*
 * markdown: the lexer of Markdown, beside that of HTML in link/lexer. Markdown is read after CommonMark 0.31
 * (https://spec.commonmark.org/0.31.2/) with the tables of GitHub, and carefully rather than completely: where
 * implementations differ, or where a link beside a sign could change how the sign is read, the text is blocked. So a
 * link never changes how the rest of the page is read.
 *
 *   markdown.h                this file; markdown.c: the blocks, line by line
 *   markdown_front_matter.h   what stands before the text
 *   markdown_containers.h     the block quotes and list items around a line
 *   markdown_lines.h          what a line is: a heading, a fence, a list marker
 *   markdown_inline.h         the text of a paragraph, sign by sign
 *   markdown_paragraph.h      that paragraph while it is read; markdown_emphasis.h and markdown_link.h read parts of it
 *   markdown_references.h     the links that the content has
 *   markdown_html.h           raw HTML
 *   markdown_in_html.h        links of Markdown in content that is HTML
 */
#ifndef COPYDESK_LINK_MARKDOWN_H
#define COPYDESK_LINK_MARKDOWN_H

#include "link/lexer/lexer.h"

/* As lex_html (link/lexer/lexer.h). Links inside the content are anchors, whether or not they are written as HTML. */
enum status lex_markdown(struct arena *arena, struct str content, size_t max_words, struct lexed *lexed,
                         struct error *err);

/* The same, with an exclusion, which may be NULL: for raw HTML. */
enum status lex_markdown_excluding(struct arena *arena, struct str content, size_t max_words,
                                   const struct lexer_exclusion *exclusion, struct lexed *lexed, struct error *err);

/*
 * How many bytes of the first part of some content are settled: whatever follows, the same lexemes are read from them.
 * To the last blank line, which ends every paragraph. 0 while front matter is open, and for content that begins with a
 * tag, which may turn out to be HTML as a whole.
 */
size_t markdown_settled(struct str part);

/* Length of the autolink <scheme:...> or <user@host> that the text begins with; 0: it is none. */
size_t markdown_autolink_length(struct str text);

#endif
