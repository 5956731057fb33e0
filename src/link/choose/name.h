/*
 * Names by themselves, without regard to links. How surely a phrase names a page, and how willing the site's authors
 * were to link it, are two questions: a manual names its commands on every page and links few of them. The score
 * answers both together; this answers the first. And a text that no author ever linked may be the title of a page and
 * yet an everyday word, "about", "help", "best".
 */
#ifndef COPYDESK_LINK_CHOOSE_NAME_H
#define COPYDESK_LINK_CHOOSE_NAME_H

#include "link/choose/choose.h"

/* Is the candidate's text its page's own name and no other's, and no everyday word? *failed: memory ran out. */
bool name_is_sure(const struct choosing *choosing, const struct candidate *candidate, bool *failed);

/*
 * For the caller who wants many links: does it name the page though others might be called so too? It is a title, or
 * authors link the page by it, and no everyday word. *failed: memory ran out.
 */
bool name_is_likely(const struct choosing *choosing, const struct candidate *candidate, bool *failed);

/*
 * Is it a text that no author links, in lower case, of everyday words, a number of several parts, or one word that many
 * pages hold or that only its stem has in common with a title? Such a text names no page. *failed: memory ran out.
 */
bool name_is_everyday(const struct choosing *choosing, const struct candidate *candidate, bool *failed);

#endif
