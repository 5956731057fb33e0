/*
 * Content that was given as Markdown, but is HTML from its first to its last character, gets links of Markdown all the
 * same. Here those of an earlier call are found in what the lexer of HTML made of it.
 */
#ifndef COPYDESK_LINK_MARKDOWN_MARKDOWN_IN_HTML_H
#define COPYDESK_LINK_MARKDOWN_MARKDOWN_IN_HTML_H

#include "link/lexer/lexer.h"

/*
 * Makes anchors of "[text](url)", and takes the lexemes out that are not their text. Other brackets are blocked: a link
 * around one would not be read as a link. False: memory ran out.
 */
bool markdown_in_html(struct lexed *lexed, struct arena *arena);

#endif
