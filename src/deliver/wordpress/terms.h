/* Tags and categories of a WordPress site. */
#ifndef COPYDESK_DELIVER_WORDPRESS_TERMS_H
#define COPYDESK_DELIVER_WORDPRESS_TERMS_H

#include "deliver/wordpress/wordpress.h"

/*
 * Adds the ids of terms by their names to a list, each once. path: "/wp/v2/tags". A name that the site does not have is
 * made, if it lets the user do so; otherwise the draft goes without it. With `may_be_ids` names of digits alone are
 * ids. *done false: the outcome says why. E_MEMORY, E_CANCELLED.
 */
enum status wordpress_terms(struct wordpress *wordpress, const char *path, const char *const *names, size_t count,
                            bool may_be_ids, json_t *ids, bool *done, struct error *err);

#endif
