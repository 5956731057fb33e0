/* Large and small first letters. */
#ifndef COPYDESK_MODEL_BUILTIN_LETTERS_H
#define COPYDESK_MODEL_BUILTIN_LETTERS_H

#include "text/text.h"

/* Appends text with a large first letter, whatever stands behind it. */
void add_large(struct buf *out, struct str text);

/* The same as the language writes it: of a Turkish "i" the large letter has a dot too. language may be NULL. */
void add_large_in(struct buf *out, struct str text, const struct language *language);

/* Appends text with a small first letter. */
void add_uncapitalised(struct buf *out, struct str text);

#endif
