/* The third pass: how often phrases stand where, and what they link to. */
#ifndef COPYDESK_LINK_SITE_COUNTS_H
#define COPYDESK_LINK_SITE_COUNTS_H

#include "link/site/site.h"

/* A site_page_visitor without a context. */
bool counts_visit(struct site *site, const struct site_text *text, void *context);

#endif
