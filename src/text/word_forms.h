/*
 * The forms in which words are compared. The folded form is that of text_fold (text/unicode.h), with what is written in
 * several ways, by hand or by a keyboard, written in one. Stems are libstemmer's.
 */
#ifndef COPYDESK_TEXT_WORD_FORMS_H
#define COPYDESK_TEXT_WORD_FORMS_H

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

/*
 * Puts the folded word without the marks on its Latin and Greek letters into `out`, in place of what is there: "resume"
 * for "résumé", "lodz" for "łódź", "oeuvre" for "œuvre"; and the Russian ё as е. Other scripts stay as they are: there
 * a mark makes another letter. For comparing only: in many languages it is another word. True: it differs.
 */
bool word_strip_accents(struct buf *out, struct str folded);

/* A stemmer is not shared between threads: each caller makes its own. With language NULL, or without an algorithm for
 * it, a stemmer gives words back as they are. */
struct stemmer;
struct stemmer *stemmer_new(const struct language *language); /* NULL when memory ran out */
void stemmer_free(struct stemmer *stemmer);

/* The stem of a folded word; valid until the next call and as long as the word itself. */
struct str stemmer_stem(struct stemmer *stemmer, struct str folded);

#endif
