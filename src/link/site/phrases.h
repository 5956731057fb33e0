/* The trie of a site's phrases, and the pages that they name. Its use by visitors is declared in site.h. */
#ifndef COPYDESK_LINK_SITE_PHRASES_H
#define COPYDESK_LINK_SITE_PHRASES_H

#include "link/site/site.h"

/* Between the third pass and the fourth: the targets are put in order. E_LIMIT; E_MEMORY. */
enum status phrases_finish(struct site *site, struct error *err);

/*
 * Between the fourth pass and the fifth: puts the targets of each phrase in the order of their links, and keeps the
 * first of them. From here on site_find_target finds nothing.
 */
void phrases_rank(struct site *site);

#endif
