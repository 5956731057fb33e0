/* The token with which a request to Ghost's Admin API is made: a JSON Web Token (RFC 7519) signed with HS256.
 * https://docs.ghost.org/admin-api/#token-authentication */
#ifndef COPYDESK_DELIVER_GHOST_TOKEN_H
#define COPYDESK_DELIVER_GHOST_TOKEN_H

#include "base/base.h"

/* Is the text an Admin API key, "24 hexadecimal digits:64 of them"? */
bool ghost_is_key(const char *text);

/* A token of such a key that holds for five minutes from `now`, in seconds. In the arena; NULL: no memory. */
const char *ghost_token(struct arena *arena, const char *key, int64_t now);

#endif
