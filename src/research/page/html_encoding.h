/* HTML made fit for libxml2's parser; private to research/. */
#ifndef COPYDESK_RESEARCH_PAGE_HTML_PREPARE_H
#define COPYDESK_RESEARCH_PAGE_HTML_PREPARE_H

#include "text/text.h"

/*
 * Appends the document as valid UTF-8 without NUL bytes. charset: of the transport, "" when unknown; then UTF-8 when the bytes are
 * that, <meta> when they are not, else UTF-8 with U+FFFD for what is wrong. False when memory ran out.
 */
bool html_to_utf8(struct buf *out, struct str html, const char *charset);

/*
 * Appends the document as the HTML standard's tokenizer reads it, without scripts, styles, comments and the attributes that
 * nobody here looks at, character references decoded. libxml2 knows HTML 4 only and takes quadratic time over many
 * attributes: what it gets now is what a browser would see, and bounded. False when memory ran out.
 */
bool html_simplify(struct buf *out, struct str html);

#endif
