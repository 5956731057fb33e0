/* Words that texts on any subject use: they are no terms of a subject. */
#ifndef COPYDESK_RESEARCH_EXCERPT_COMMON_H
#define COPYDESK_RESEARCH_EXCERPT_COMMON_H

#include "text/text.h"

/* Is the word one of them, or only digits, or shorter than three letters? language may be NULL. */
bool word_is_common(const struct language *language, const struct word *word);

#endif
