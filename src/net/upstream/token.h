/*
 * Tokens of a service that gives them for client credentials (RFC 6749, section 4.4). One is kept until shortly before
 * it expires.
 */
#ifndef COPYDESK_NET_UPSTREAM_TOKEN_H
#define COPYDESK_NET_UPSTREAM_TOKEN_H

#include "net/upstream/upstream.h"

/* All text outlives upstream_tokens_open, which copies it. */
struct upstream_credentials {
    const char *name; /* of the entry, for messages */
    const char *url;  /* where tokens are given */
    const char *client_id, *client_secret;
    const char *scope; /* NULL: none is asked for */
};

struct upstream_tokens;

/* Nothing is sent before a token is asked for; any number of threads may ask at once. E_MEMORY. */
enum status upstream_tokens_open(const struct upstream_credentials *credentials, struct upstream_tokens **tokens,
                                 struct error *err);
void upstream_tokens_close(struct upstream_tokens *tokens); /* NULL is allowed */

/* A token in the arena of the look-up, for upstream_request.token. E_DENIED: the credentials are refused; statuses of
 * upstream_json. */
enum status upstream_token(struct upstream_tokens *tokens, const struct lookup *lookup, const char **token);

/* The service has refused this token: it is not given again. */
void upstream_token_refuse(struct upstream_tokens *tokens, const char *token);

#endif
