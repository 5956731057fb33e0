/* Markup becomes plain text. */
#ifndef COPYDESK_TEXT_HTML_PLAIN_TEXT_H
#define COPYDESK_TEXT_HTML_PLAIN_TEXT_H

#include "base/base.h"

/*
 * The visible text of HTML, or of plain text: character references decoded, scripts and styles left out, a blank where
 * a block ends, white space squeezed, control characters removed; at most so many characters, an ellipsis where it was
 * cut. The input is valid UTF-8, and so is the result. NULL when memory ran out.
 */
const char *plain_text(struct arena *arena, struct str html, size_t most);

#endif
