/* The first pass: every page is read once, cut into words, and put into the spool. */
#ifndef COPYDESK_LINK_SITE_PAGES_H
#define COPYDESK_LINK_SITE_PAGES_H

#include "link/site/site.h"

/*
 * Reads all pages and finds the terms. Of two pages with one url_key the later one is taken, in the place of the
 * first. E_INVALID for a page without a usable URL; E_LIMIT; E_IO; E_MEMORY; E_CANCELLED; what options->next returns.
 */
enum status pages_read(struct site *site, struct error *err);

#endif
