/* Sentences put another way by rule, without synonyms: nothing is added, and no fact changes. */
#ifndef COPYDESK_WRITE_TYPES_REWRITE_MARKS_H
#define COPYDESK_WRITE_TYPES_REWRITE_MARKS_H

#include "text/text.h"

/*
 * The sentence without an opener that it does not need ("However, ..."), without asides in parentheses that hold no
 * figure, and with a condition or reason at its other end ("If it rains, take cover." - "Take cover if it rains.")
 * where no pronoun then comes before what it stands for. What no rule fits stays as it is. page: all its text, which
 * tells words that are written small. language may be NULL.
 */
struct str reword(struct arena *arena, struct str sentence, const struct language *language, struct str page);

/* Two short sentences as one ("..., and ..."); empty where that does not do. */
struct str reword_join(struct arena *arena, struct str first, struct str second, const struct language *language,
                       struct str page);

#endif
