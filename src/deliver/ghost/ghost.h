/*
 * ghost: a target that makes a draft at a Ghost site, through the Admin API of version 5
 * (https://docs.ghost.org/admin-api/).
 *
 *   ghost.c   the target: settings, test, one attempt
 *   token.c   the token with which a request is made: a JSON Web Token (RFC 7519) signed with HS256
 *
 * The marker is a comment in the draft's own code injection: Ghost drops comments from the text itself, and what it can
 * filter by is little. It shows nothing to readers, and stays whatever is done to title, slug, text and tags. The id of
 * the draft is kept besides.
 *
 * Ghost has no list of its pictures. Addresses are kept as soon as they are known; of an attempt that ends between a
 * picture's arrival and its answer one unused file stays at the site.
 */
#ifndef COPYDESK_DELIVER_GHOST_H
#define COPYDESK_DELIVER_GHOST_H

#include "base/base.h"

/* Is the text an Admin API key, "24 hexadecimal digits:64 of them"? */
bool ghost_is_key(const char *text);

/* A token of such a key that holds for five minutes from `now`, in seconds. In the arena; NULL: no memory. */
const char *ghost_token(struct arena *arena, const char *key, int64_t now);

#endif
