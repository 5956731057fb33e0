/* Stretches of content: the bytes around a run of lexemes in which every element is whole. */
#ifndef COPYDESK_LINK_CHOOSE_STRETCH_H
#define COPYDESK_LINK_CHOOSE_STRETCH_H

#include "link/lexer/lexer.h"

struct stretch {
    size_t start, end;         /* bytes of the content, end exclusive */
    size_t first_tag, end_tag; /* tags inside, exclusive at the end */
};

/*
 * The stretch of the lexemes [first, last), extended over tags at its edges until every element inside is whole. False
 * when that cannot be done, or when elements nest too deep.
 */
bool stretch_of(const struct lexed *lexed, size_t first, size_t last, struct stretch *span);

#endif
