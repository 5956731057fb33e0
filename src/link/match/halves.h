/*
 * Used only inside this folder. What no link may cut in half: words that signs join ("in-process", "Node.js", "C++"),
 * quotations of a few words, which are names, and pairs of brackets or quotation marks.
 */
#ifndef COPYDESK_LINK_MATCH_HALVES_H
#define COPYDESK_LINK_MATCH_HALVES_H

#include "link/lexer/lexer.h"

struct halves {
    const struct lexed *lexed;
    uint32_t *partners;   /* per lexeme: the sign that closes or opens this one, plus one; 0: it is no such sign */
    uint32_t *quotations; /* per lexeme: the sign that opens the short quotation in which it stands, plus one */
};

/* What it finds lives in the arena. False: memory ran out. */
bool halves_find(const struct lexed *lexed, struct arena *arena, struct halves *halves);

/* Would a link from the lexeme `first` to before `last` cut anything in half? */
bool halves_are_cut(const struct halves *halves, size_t first, size_t last);

#endif
