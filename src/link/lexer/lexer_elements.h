/* Inside the lexers only: which elements are open in and around which no link may stand. */
#ifndef COPYDESK_LINK_LEXER_LEXER_ELEMENTS_H
#define COPYDESK_LINK_LEXER_LEXER_ELEMENTS_H

#include "link/lexer/lexer_text.h"

enum { NO_LINK_ELEMENTS = 24 };

struct elements {
    size_t open[NO_LINK_ELEMENTS]; /* how many of each name */
    bool is_hidden;                /* inside one whose text is not on the page */
};

/* Follows a start or end tag: breaks the text or notes the tag, and sets what is blocked from here. */
void elements_follow(struct elements *elements, struct lexer *lexer, const struct html_token *tag);

#endif
