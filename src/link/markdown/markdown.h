/*
 * markdown: the lexer of Markdown, beside that of HTML in link/lexer. Markdown is read after CommonMark 0.31
 * (https://spec.commonmark.org/0.31.2/) with the tables of GitHub, and carefully rather than completely: where
 * implementations differ, or where a link beside a sign could change how the sign is read, the text is blocked. So a
 * link never changes how the rest of the page is read.
 *
 *   markdown.h                this file; markdown.c: the blocks, line by line
 *   markdown_lines.h          what a line is: a heading, a fence, a list marker; the block quotes and list items around
 *                             it: markdown_lines_containers.c; raw HTML: markdown_lines_html.c; what stands before the
 * text markdown_inline.h         the text of a paragraph, sign by sign; its links: markdown_inline_link.c; those that
 * the content has: markdown_inline_references.c markdown_in_html.c        links of Markdown in content that is HTML
 */
#ifndef COPYDESK_LINK_MARKDOWN_H
#define COPYDESK_LINK_MARKDOWN_H

#include "link/lexer/lexer.h"

/* As lex_html (link/lexer/lexer.h). Links inside the content are anchors, whether or not they are written as HTML. The
 * exclusion is for raw HTML. */
lexer_function lex_markdown;

/*
 * How many bytes of the first part of some content are settled: whatever follows, the same lexemes are read from them.
 * To the last blank line, which ends every paragraph. 0 while front matter is open, and for content that begins with a
 * tag, which may turn out to be HTML as a whole.
 */
size_t markdown_settled(struct str part);

/* Length of the autolink <scheme:...> or <user@host> that the text begins with; 0: it is none. */
size_t markdown_autolink_length(struct str text);

/*
 * Content that was given as Markdown, but is HTML from its first to its last character, gets links of Markdown all the
 * same. Here those of an earlier call are found in what the lexer of HTML made of it: makes anchors of "[text](url)",
 * and takes the lexemes out that are not their text. Other brackets are blocked: a link around one would not be read as
 * a link. False: memory ran out.
 */
bool markdown_in_html(struct lexed *lexed, struct arena *arena);

#endif
