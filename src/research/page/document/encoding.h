/*
 * Documents in any encoding as UTF-8, as browsers read them (https://encoding.spec.whatwg.org and the sniffing of
 * https://html.spec.whatwg.org/#determining-the-character-encoding): a byte order mark first, then what the transport
 * says, then what the document says, then UTF-8 when the bytes are that, else windows-1252.
 *
 * Two declarations are not believed: UTF-8 of bytes that are mostly none, and an encoding of one byte for each
 * character of bytes that are UTF-8.
 */
#ifndef COPYDESK_RESEARCH_PAGE_DOCUMENT_ENCODING_H
#define COPYDESK_RESEARCH_PAGE_DOCUMENT_ENCODING_H

#include "text/text.h"

/*
 * Append the document as valid UTF-8 without a byte order mark and without NUL bytes, which become blanks; what cannot
 * be decoded becomes U+FFFD. charset: of the transport, "" when unknown. False when memory ran out.
 */
bool html_to_utf8(struct buf *out, struct str html, const char *charset);
bool text_to_utf8(struct buf *out, struct str text, const char *charset); /* a document that says nothing of it */

#endif
