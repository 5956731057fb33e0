/*
 * The form in which words are compared: that of text_fold (text/unicode.h), with what is written in several ways, by
 * hand or by a keyboard, written in one.
 */
#ifndef COPYDESK_TEXT_WORD_FOLD_H
#define COPYDESK_TEXT_WORD_FOLD_H

#include "text/language.h"

/*
 * Puts the folded word into `out`, in place of what is there: the typographic apostrophe and hyphen plain; soft hyphens
 * and the marks that join or part letters out; Arabic vowel signs and the stroke that lengthens a word out; digits of
 * Arabic, Persian and Devanagari as those of ASCII; the Hindi chandrabindu, and a nasal joined to a stop of its
 * row, as an anusvara, and the dot below out where
 * it only stands for a sound of foreign words; and what the language wants besides (language.h; may be NULL).
 * room: for a copy of the word. Either may have failed.
 */
void word_fold(struct buf *out, struct buf *room, struct str word, const struct language *language);

#endif
