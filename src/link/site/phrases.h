/* The trie of a site's phrases, and the pages that they name. Its use by visitors is declared in site.h. */
#ifndef COPYDESK_LINK_SITE_PHRASES_H
#define COPYDESK_LINK_SITE_PHRASES_H

#include "link/site/site.h"

/* Between the third pass and the fourth: the targets are put in order. E_LIMIT; E_MEMORY. */
enum status phrases_finish(struct site *site, struct error *err);

#endif
