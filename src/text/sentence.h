/* Sentences with byte spans. */
#ifndef COPYDESK_TEXT_SENTENCE_H
#define COPYDESK_TEXT_SENTENCE_H

#include "text/language.h"

#include <stdint.h>

struct sentence {
    size_t start, end; /* bytes in the text, without white space at both ends; end exclusive */
};

/*
 * Splits running text (one paragraph) into sentences: at . ! ? … and their full-width forms, with closing quotes and
 * brackets; not after the language's abbreviations, initials, numbers ("15.2", "No. 5"), nor inside "example.org".
 */
enum status sentences_split(struct arena *arena, struct str text, const struct language *language,
                            struct sentence **sentences, size_t *count, struct error *err);

/* Does the next sentence of a paragraph stand right behind this one, as behind a full-width stop? Others are set apart
 * by a blank. */
bool sentence_needs_no_blank(struct str sentence);

/* --- the marks that may end a sentence, and the words beside them --- */

enum sentence_terminator { NO_TERMINATOR, DOT, STRONG, FULL_WIDTH };

/* What follows a possible end of a sentence. */
struct sentence_next {
    uint32_t first;  /* its first character after opening quotes and brackets; 0: nothing follows */
    struct str word; /* letters, digits and what joins them */
};

#endif
