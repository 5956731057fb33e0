/* The sentences that the built-in writer says itself: they stand in the file of each language, text/languages/. */
#ifndef COPYDESK_MODEL_BUILTIN_PHRASES_H
#define COPYDESK_MODEL_BUILTIN_PHRASES_H

#include "text/text.h"

/* The phrases of a language. E_INVALID "model_unavailable": the built-in writer does not write it. language may be
 * NULL. */
enum status phrases_for(const struct language *language, const struct phrases **phrases, struct error *err);

/* The sentence with the text in place of "%"; *start, when not NULL: where it begins. In the arena; E_MEMORY. */
enum status phrases_fill(const char *sentence, struct str text, struct arena *arena, struct str *filled, size_t *start,
                         struct error *err);

/* Is the text the sentence with anything in place of "%"? */
bool phrases_fits(const char *sentence, struct str text);

#endif
