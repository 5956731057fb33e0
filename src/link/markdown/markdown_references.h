/*
 * Used only inside this folder. The links that the content has, whether their destination stands in them or elsewhere.
 */
#ifndef COPYDESK_LINK_MARKDOWN_MARKDOWN_REFERENCES_H
#define COPYDESK_LINK_MARKDOWN_MARKDOWN_REFERENCES_H

#include "link/lexer/lexer_text.h"

enum { MARKDOWN_MAX_LABEL = 999 };

/* A link whose destination stands elsewhere: "[text][label]" and "[label]: destination". */
struct markdown_reference {
    size_t anchor; /* its place among the anchors of struct lexed */
    struct str label;
    struct str *url; /* of its definition; found when all has been read */
};

struct markdown_references {
    struct markdown_reference *list; /* in the order of the anchors */
    size_t count, cap;
};

/*
 * Adds a link whose text are the lexemes from `first` on. The URL is given as it stands. at_phrase_start:
 * phrases would begin at it if it were none. One without text is left
 * out, and one in a heading, which says nothing about running text.
 */
void markdown_add_link(struct lexer *lexer, size_t first, struct str url, bool at_phrase_start);

/* Adds what is such a link if its label is defined. */
void markdown_add_reference(struct markdown_references *references, struct lexer *lexer, size_t first,
                            struct str label);

/*
 * Gives the references their destinations, and takes away the anchors of those that have none. Definitions count
 * wherever they stand, behind the limit of words too.
 */
void markdown_resolve_references(struct markdown_references *references, struct lexer *lexer);

#endif
