/* The marks that may end a sentence, and the words beside them. Of sentence.c. */
#ifndef COPYDESK_TEXT_SENTENCE_MARKS_H
#define COPYDESK_TEXT_SENTENCE_MARKS_H

#include "base/str.h"

#include <stdint.h>

enum sentence_terminator { NO_TERMINATOR, DOT, STRONG, FULL_WIDTH };

enum sentence_terminator sentence_terminator(uint32_t codepoint);

/* Is it a quotation mark or a bracket that may stand behind the end of a sentence? */
bool sentence_is_closer(uint32_t codepoint);

/* The word before the dot at `dot`, with the dots inside it: "e.g" of "(e.g. this". Empty when it is longer than any
 * that says whether the dot ends a sentence. */
struct str sentence_word_before(struct str text, size_t from, size_t dot);

/* What follows a possible end of a sentence. */
struct sentence_next {
    uint32_t first;  /* its first character after opening quotes and brackets; 0: nothing follows */
    struct str word; /* letters, digits and what joins them */
};

struct sentence_next sentence_next(struct str text, size_t at);

#endif
