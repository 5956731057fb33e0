/*
 * Tokens of a service that gives them for client credentials (RFC 6749, section 4.4). One is kept until shortly before
 * it expires.
 */
#ifndef COPYDESK_NET_UPSTREAM_TOKEN_H
#define COPYDESK_NET_UPSTREAM_TOKEN_H

#include "net/upstream/upstream.h"

struct upstream_tokens;

/* url: where tokens are given. All text is copied. Nothing is sent before a token is asked for; any number of threads
 * may ask at once. E_MEMORY. */
enum status upstream_tokens_open(const char *name, const char *url, const char *client_id, const char *client_secret,
                                 struct upstream_tokens **tokens, struct error *err);
void upstream_tokens_close(struct upstream_tokens *tokens); /* NULL is allowed */

/* "Authorization: Bearer ..." in the arena of the look-up. E_DENIED: the credentials are refused; statuses of
 * upstream_json. */
enum status upstream_token(struct upstream_tokens *tokens, const struct lookup *lookup, const char **header);

/* The service has refused this header: it is not given again. */
void upstream_token_refuse(struct upstream_tokens *tokens, const char *header);

#endif
