/*
 * Used only inside this folder: a paragraph while its text is read. What its markup means for links depends on what
 * stands around it, and a link that is put in stands around it too. So the rule is: where a link beside a sign could
 * change how the sign is read, the text beside it is blocked.
 */
#ifndef COPYDESK_LINK_MARKDOWN_MARKDOWN_INLINE_H
#define COPYDESK_LINK_MARKDOWN_MARKDOWN_INLINE_H

#include "link/lexer/lexer_elements.h"

/* --- the links that the content has, whether their destination stands in them or elsewhere:
 * markdown_inline_references.c ---
 */

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

/* --- the paragraph --- */

/* Of more open brackets, only the number is known. */
enum { MARKDOWN_MAX_BRACKETS = 32 };

/* A "[" that is open: what follows may be the text of a link or image. */
struct markdown_bracket {
    size_t text;    /* the byte behind it */
    size_t lexemes; /* that were read before it */
    bool is_image;
    bool at_phrase_start; /* phrases would begin behind it in any case */
    bool is_dead;         /* a link is inside: it can be none */
};

struct markdown_paragraph {
    struct lexer *lexer;
    struct elements *elements;
    struct markdown_references *references;
    struct str content;
    size_t start, at, end;
    bool is_table;      /* each line is a row, "|" between its cells */
    size_t text_start;  /* from here to `at` there is text that has not been lexed yet */
    size_t address_end; /* up to here, text belongs to an address and gets no link */
    struct markdown_bracket brackets[MARKDOWN_MAX_BRACKETS];
    size_t bracket_count;
    size_t closers;      /* "]" from `at` on */
    char last_delimiter; /* character of the last run of * _ or ~, when it can only open emphasis; '\0' otherwise */
    size_t last_length;  /* of that run */
};

/* The character at a place of the content, '\0' outside the paragraph. */
char markdown_char(const struct markdown_paragraph *paragraph, size_t place);

/* What is left of the paragraph. */
struct str markdown_rest(const struct markdown_paragraph *paragraph);

/* How often the character at `from` is repeated there. */
size_t markdown_run(const struct markdown_paragraph *paragraph, size_t from);

/* Is the place at the edge of the paragraph, outside it, or white space? */
bool markdown_is_edge(const struct markdown_paragraph *paragraph, size_t place);

/* Lexes the text up to `at`. */
void markdown_flush(struct markdown_paragraph *paragraph);

/* Passes over markup (is_text: over text that gets no link). No link reaches across it. */
void markdown_skip(struct markdown_paragraph *paragraph, size_t length, bool is_text);

/* Passes over the word that follows: a "[" in front of it would be read together with what stands before. */
void markdown_skip_word(struct markdown_paragraph *paragraph);

/* Makes what has been passed over since the last blank text that gets no link. */
void markdown_skip_back(struct markdown_paragraph *paragraph);

/* Passes over all that is left: how it is read is in doubt. */
void markdown_skip_rest(struct markdown_paragraph *paragraph);

/* --- links and images: markdown_inline_link.c --- */

void markdown_open_bracket(struct markdown_paragraph *paragraph, bool is_image);
void markdown_close_bracket(struct markdown_paragraph *paragraph);

/* Passes over an autolink of that length. */
void markdown_autolink(struct markdown_paragraph *paragraph, size_t length);

/* Lexes the text of one paragraph, bytes [from, to) of the lexer's content. */
void markdown_inline(struct lexer *lexer, struct elements *elements, struct markdown_references *references,
                     size_t from, size_t to);

#endif
