/* scopes: what a key may be used for, within what the plan of its account allows. A new scope is one row of SCOPES. */
#ifndef COPYDESK_SERVICE_ACCOUNT_SCOPES_H
#define COPYDESK_SERVICE_ACCOUNT_SCOPES_H

#include "base/base.h"

/* row(name in C, bit, word, what it is for) */
/* clang-format off */
#define SCOPES(row) \
    row(ARTICLES, 1, "articles", "Articles: create, read, cancel, polish, deliver and delete them.") \
    row(LINKS, 2, "links", "Internal links, and the pages of domains.") \
    row(MANAGE, 4, "manage", "Keys, brands, domains, integrations, the ledger.")
/* clang-format on */

#define SCOPE_CONSTANT(constant, bit, name, summary) SCOPE_##constant = (bit),
enum scope {
    SCOPE_NONE = 0, /* of a route: every key will do */
    SCOPES(SCOPE_CONSTANT) SCOPE_ALL = 7,
    SCOPE_OPERATOR = 8 /* of a route: the manage scope of the local account; for others there is nothing */
};
#undef SCOPE_CONSTANT

/* The words in the order of the table; NULL behind the last. */
const char *scope_word(size_t i);

/* False: there is no such scope. */
bool scope_parse(const char *word, enum scope *scope);

/* Longest that scopes_text writes, with its NUL. */
enum { SCOPES_TEXT_MAX = 80 };

/* "articles or links" of a set of scopes, with " or " as `between`; in the buffer. */
const char *scopes_text(unsigned set, const char *between, char buffer[SCOPES_TEXT_MAX]);

#endif
