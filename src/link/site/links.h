/* The links between the pages, and which pages could link to the weakest ones: graph/graph.h, graph/suggestions.h. */
#ifndef COPYDESK_LINK_SITE_LINKS_H
#define COPYDESK_LINK_SITE_LINKS_H

#include "link/site/site.h"

/* Behind the first pass: what leads where is known now. E_LIMIT; E_IO; E_MEMORY. */
enum status links_find(struct site *site, struct error *err);

/* In the second pass, and in the third. False: memory ran out. */
bool links_learn_names(struct site *site, const struct site_text *text);
bool links_look_for_names(struct site *site, const struct site_text *text);

#endif
