/* UTF-8: only whether it is. text/unicode.h decodes. */
#ifndef COPYDESK_BASE_UTF8_H
#define COPYDESK_BASE_UTF8_H

#include "base/str.h"

/* Is it valid UTF-8 (no surrogates, nothing over U+10FFFF, no overlong forms)? And how many bytes from its beginning
 * are? */
bool utf8_is_valid(struct str text);
size_t utf8_valid_length(struct str text);

/* Bytes of the character above U+007F that the text begins with; 0: it begins with no valid one. The text is not empty.
 */
size_t utf8_sequence(struct str text);

#endif
