/*
 * Used only inside this folder. Apostrophes within words: "Queen's" and "l'eau" are a word and what is joined to it,
 * "O'Reilly" and "don't" are one word.
 */
#ifndef COPYDESK_LINK_LEXER_LEXER_APOSTROPHE_H
#define COPYDESK_LINK_LEXER_LEXER_APOSTROPHE_H

#include "link/lexer/lexer_text.h"

/* Called with the word that was read last, which stands right behind an apostrophe: marks both if they continue the
 * word before them. */
void lexer_join_apostrophe(const struct lexed *lexed);

static inline bool lexer_is_behind_apostrophe(const struct lexed *lexed)
{
    const struct lexeme *word = &lexed->lexemes[lexed->count - 1];
    return (word->marks & MARK_FOLLOWS_CLOSELY) && lexed->count > 2 && word[-1].sign == '\'';
}

#endif
