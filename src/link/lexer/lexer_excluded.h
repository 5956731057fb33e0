/*
 * Used only inside this folder. Follows the elements in which the caller wants no link (struct lexer_exclusion).
 */
#ifndef COPYDESK_LINK_LEXER_LEXER_EXCLUDED_H
#define COPYDESK_LINK_LEXER_LEXER_EXCLUDED_H

#include "link/lexer/lexer.h"
#include "text/html/html.h"

/* The outermost excluded element that is open. */
struct excluded {
    struct str name;  /* len 0: none */
    size_t depth;     /* open elements of that name */
    size_t nested;    /* open lists and tables inside it */
    bool ends_itself; /* its end tag may be left out: another of its name ends it */
};

/* To be called for each start and end tag. True: such an element begins or ends here. */
bool excluded_follow(struct excluded *excluded, const struct lexer_exclusion *exclusion, const struct html_token *tag);

#endif
