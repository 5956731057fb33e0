/*
 * The links of the content that lead to pages of the index, such as those of an earlier call. The words in them can
 * become no link, but phrases are found in them and across their edges as if they were text: so a linked content gives
 * the same candidates as the content did, and what did not become a link then does not become one now.
 */
#ifndef COPYDESK_LINK_CHOOSE_SITE_LINKS_H
#define COPYDESK_LINK_CHOOSE_SITE_LINKS_H

#include "link/choose/choose.h"

/*
 * Sets choosing->linked, and marks the lexemes of `lexed`, which is that of choosing. What a relative address means
 * without the content's own is not known: then it is taken for one on the site of the index's first page. False: memory
 * ran out.
 */
bool site_links_find(struct choosing *choosing, struct lexed *lexed, struct arena *arena);

/*
 * In plain text a link is an address behind its text. The candidate that is its text: the longest that ends there and
 * leads to that page; NULL: there is none. anchor: its number.
 */
const struct candidate *site_links_text(const struct choosing *choosing, const struct candidates *candidates,
                                        size_t anchor);

#endif
