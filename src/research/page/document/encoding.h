/* HTML in any encoding as UTF-8. */
#ifndef COPYDESK_RESEARCH_PAGE_DOCUMENT_ENCODING_H
#define COPYDESK_RESEARCH_PAGE_DOCUMENT_ENCODING_H

#include "text/text.h"

/*
 * Appends the document as valid UTF-8 without NUL bytes. charset: of the transport, "" when unknown; then UTF-8 when
 * the bytes are that, <meta> when they are not, else UTF-8 with U+FFFD for what is wrong. False when memory ran out.
 */
bool html_to_utf8(struct buf *out, struct str html, const char *charset);

#endif
