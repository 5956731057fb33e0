/* The fourth pass: what titles and links say of phrases and their targets. */
#ifndef COPYDESK_LINK_BUILD_LINKS_H
#define COPYDESK_LINK_BUILD_LINKS_H

#include "link/site/site.h"

/* A site_page_visitor, of SITE_ALL, whose context is the struct rarity of names.h. */
bool links_visit(struct site *site, const struct site_text *text, void *context);

#endif
