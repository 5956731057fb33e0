/* What a page's own styles hide: those of its style elements and of style attributes. */
#ifndef COPYDESK_RESEARCH_PAGE_DOCUMENT_HTML_STYLE_H
#define COPYDESK_RESEARCH_PAGE_DOCUMENT_HTML_STYLE_H

#include "text/html/html.h"

/*
 * Hidden is what is not displayed or visible, has no size or opacity, is clipped, stands far off the screen, or has the
 * colour of its ground. Of the rules those count that have a selector of a tag, classes and an id, without any
 * combination, and hold for every screen: none inside of @media with a condition, @supports and the like. A rule that
 * another one takes back for the same classes ("panel" and "panel open", a larger screen, a pointer over it) hides
 * nothing: a script or the reader opens what it closes. The whole document, <main> and <article> are never hidden.
 *
 * Of styles that go on and on only the first STYLE_BYTES are read, and only so many rules.
 */
struct html_styles;

enum { STYLE_BYTES = 256 * 1024, STYLE_RULES = 128, STYLE_SHOWN = 2048 };

/* The styles of the document, which outlives them. NULL: memory ran out. */
struct html_styles *html_styles_read(struct str html);
void html_styles_free(struct html_styles *styles); /* NULL is allowed */

/* Is what the start tag begins hidden? */
bool html_styles_hide(struct html_styles *styles, const struct html_token *token);

#endif
