/* What every prompt says of the article: keyword, language, person, the wishes that reach its kind of call. */
#ifndef COPYDESK_WRITE_PROMPTED_FRAMING_H
#define COPYDESK_WRITE_PROMPTED_FRAMING_H

#include "model/prompts/prompts.h"
#include "write/writing/writing.h"

enum { FRAMING_VALUES = 10 };

/* Appends the values that any prompt may use: keyword, language, nonce, type, year, case, person, wishes. `values` has
 * room for FRAMING_VALUES more. E_MEMORY. */
enum status framing_values(struct writing *writing, enum prompt prompt, struct prompt_value *values, size_t *count);

/* The customer's own words, which are no invention when they come back: keyword, title, wishes, brand. */
enum status framing_allowed(struct writing *writing, struct str *allowed);

#endif
