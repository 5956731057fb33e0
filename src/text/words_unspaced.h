/* Words of text without blanks, as Chinese and Japanese are written. Of words.c. */
#ifndef COPYDESK_TEXT_WORDS_UNSPACED_H
#define COPYDESK_TEXT_WORDS_UNSPACED_H

#include "text/word_room.h"
#include "text/words.h"

/* Tells the function words and endings among words that are CJK characters, and makes pairs of the others' stems.
 * False: memory ran out. */
bool words_unspaced_settle(struct word_room *room, const struct language *language, struct str text, struct word *words,
                           size_t count);

#endif
