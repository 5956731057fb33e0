/* Stems of words, by libstemmer. */
#ifndef COPYDESK_TEXT_STEMMER_H
#define COPYDESK_TEXT_STEMMER_H

#include "text/language.h"

/* A stemmer is not shared between threads: each caller makes its own. With language NULL, or without an algorithm for
 * it, a stemmer gives words back as they are. */
struct stemmer;
struct stemmer *stemmer_new(const struct language *language); /* NULL when memory ran out */
void stemmer_free(struct stemmer *stemmer);

/* The stem of a folded word; valid until the next call and as long as the word itself. */
struct str stemmer_stem(struct stemmer *stemmer, struct str folded);

#endif
