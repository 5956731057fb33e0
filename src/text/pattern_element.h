/* The elements that patterns are made of. Of pattern.c. */
#ifndef COPYDESK_TEXT_PATTERN_ELEMENT_H
#define COPYDESK_TEXT_PATTERN_ELEMENT_H

#include "text/pattern.h"

/* Cuts the next element off, as one that may begin with any byte. False: the pattern is used up. */
bool pattern_element_next(struct str *rest, struct pattern_element *element);

/* The first bytes of the alternatives, each as the bit of its lowest six. Asked of most words in most patterns, this
 * halves the time of pattern_find. A number or name begins with any byte. */
uint64_t pattern_element_first_bytes(struct str words);

/* The number of words from `at` on that are the longest of the element's alternatives, mostly one; 0: they are others.
 * The first letter of one may be a capital. Most are refused by their first byte. */
size_t pattern_element_length(const struct pattern_element *element, const struct worded *worded, size_t at);

/* Does the word begin with a capital? */
bool pattern_is_capital(const struct worded *worded, size_t word);

#endif
