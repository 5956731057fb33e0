/* HTML made fit for libxml2's parser. */
#ifndef COPYDESK_RESEARCH_PAGE_DOCUMENT_HTML_SIMPLIFY_H
#define COPYDESK_RESEARCH_PAGE_DOCUMENT_HTML_SIMPLIFY_H

#include "text/text.h"

#define HTML_STYLE_HIDDEN "display:none"

/*
 * Appends the document as the tokenizer of the HTML standard reads it, character references decoded, without scripts,
 * styles, comments and the attributes that nobody here looks at; what its styles hide has the
 * style HTML_STYLE_HIDDEN and nothing else one; with_links: somebody looks at where all links lead,
 * and not only those of a table of contents. linked_data gets the scripts that are JSON-LD, each ended by a NUL byte;
 * NULL: nobody wants them. libxml2 knows HTML 4 only and takes quadratic time over many attributes:
 * what it gets now is what a browser would see, and bounded. html: valid UTF-8. False when memory ran out.
 */
bool html_simplify(struct buf *out, struct str html, bool with_links, struct buf *linked_data);

#endif
