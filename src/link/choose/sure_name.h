/*
 * Sure names. How surely a phrase names a page, and how willing the site's authors were to link it, are two questions:
 * a manual names its commands on every page and links few of them. The score answers both together; this answers the
 * first.
 */
#ifndef COPYDESK_LINK_CHOOSE_SURE_NAME_H
#define COPYDESK_LINK_CHOOSE_SURE_NAME_H

#include "link/choose/choose.h"

/*
 * Is the candidate's text the page's own name and no other's, and no everyday word? *failed is set when memory ran
 * out.
 */
bool is_sure_name(const struct choosing *choosing, const struct candidate *candidate, bool *failed);

#endif
