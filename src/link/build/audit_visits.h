/* The links between the pages, and which pages could link to the weakest ones: audit/audit.h, audit/suggestions.h. */
#ifndef COPYDESK_LINK_BUILD_AUDIT_VISITS_H
#define COPYDESK_LINK_BUILD_AUDIT_VISITS_H

#include "link/site/site.h"

/* Behind the first pass: what leads where is known now. E_LIMIT; E_IO; E_MEMORY. */
enum status audit_find(struct site *site, struct error *err);

/* In the second pass, and in the third. False: memory ran out. */
bool audit_learn_names(struct site *site, const struct site_text *text);
bool audit_look_for_names(struct site *site, const struct site_text *text);

#endif
