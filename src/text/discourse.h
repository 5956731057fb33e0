/* Words that speak of the text itself, for each language: headings of lists of sources, anchors that name nothing. */
#ifndef COPYDESK_TEXT_DISCOURSE_H
#define COPYDESK_TEXT_DISCOURSE_H

#include "text/language.h"

/*
 * Is this folded text, with its white space squeezed, a heading over a list of sources, in the language or English? In
 * any language when that is NULL or has no row.
 */
bool discourse_heads_sources(const struct language *language, struct str folded);

/*
 * Does this folded text name nothing by itself ("previous post", "click here")? It is made of function words, words of
 * the table and numbers alone. By the words of the language; NULL or without words of its own: of English.
 */
bool discourse_names_nothing(const struct language *language, struct str folded);

/* Is it a word that pages of any site are called by, "about", "help", "news"? In an unknown language: one of English.
 */
bool discourse_is_label(const struct language *language, struct str folded);

#endif
