/* UTF-8: only whether it is. text/unicode.h decodes. */
#ifndef COPYDESK_BASE_UTF8_H
#define COPYDESK_BASE_UTF8_H

#include "base/str.h"

/* Is it valid UTF-8 (no surrogates, nothing over U+10FFFF, no overlong forms)? */
bool utf8_is_valid(struct str text);

#endif
