/* The pages as they come: cut into words, and put into the spool. */
#ifndef COPYDESK_LINK_SITE_PAGES_H
#define COPYDESK_LINK_SITE_PAGES_H

#include "link/site/site.h"

/*
 * Adds a page. Of two pages with one url_key the later one is taken, in the place of the first. E_INVALID: it has no
 * usable URL; E_LIMIT; E_IO; E_MEMORY.
 */
enum status pages_add(struct site *site, const struct link_page *page, struct error *err);

/* When all are there: finds the site's language and the terms. E_IO; E_MEMORY. */
enum status pages_finish(struct site *site, struct error *err);

#endif
