/* The second pass: which phrases name which pages, and how many pages hold each term. */
#ifndef COPYDESK_LINK_SITE_NAMES_H
#define COPYDESK_LINK_SITE_NAMES_H

#include "link/site/site.h"

/* A site_page_visitor without a context. */
bool names_visit(struct site *site, const struct site_text *text, void *context);

#endif
