/* The phrases in a title that name its page. */
#ifndef COPYDESK_LINK_SITE_TITLES_H
#define COPYDESK_LINK_SITE_TITLES_H

#include "link/index/index_format.h"
#include "link/lexer/lexer.h"

/*
 * Skips the number of a section in front of a title or a link: "12.3. ", "12.3 ", "Chapter 12. ", "Section 12.3, ",
 * "Appendix B: ".
 * Returns the first lexeme of the name, or `first` when there is no number.
 */
size_t title_skip_number(const struct lexed *title, size_t first, size_t last);

struct title_variant {
    size_t first, last; /* lexemes of the title, last exclusive */
    enum title_kind kind;
};

enum { MAX_TITLE_VARIANTS = 12 };

/*
 * The whole title, its parts between separators such as ":", "|" and " - ", and each of these without a number or
 * an elided article in front or a parenthesis behind. What stands behind a number is the whole title, too. Returns how
 * many.
 */
size_t title_variants(const struct lexed *title, struct title_variant variants[MAX_TITLE_VARIANTS]);

#endif
