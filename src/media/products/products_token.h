/*
 * Tokens of a service that hands them out against client credentials (RFC 6749 section 4.4). A token is kept until
 * shortly before it expires.
 */
#ifndef COPYDESK_MEDIA_PRODUCTS_TOKEN_H
#define COPYDESK_MEDIA_PRODUCTS_TOKEN_H

#include "base/lookup.h"

/* All text outlives token_source_open, which copies it. */
struct token_settings {
    const char *url; /* of the token endpoint */
    const char *client_id, *client_secret;
    const char *scope; /* NULL: none is asked for */
};

struct token_source;

/* Nothing is sent before a token is asked for. Any number of threads may ask. E_MEMORY. */
enum status token_source_open(const struct token_settings *settings, struct token_source **source, struct error *err);
void token_source_close(struct token_source *source); /* NULL is allowed */

/* A token in the arena of the call. E_DENIED: the credentials are refused; other statuses of upstream_json. */
enum status token_get(struct token_source *source, const struct lookup *call, const char **token);

/* The service has refused this token, so that it is not given again. */
void token_refuse(struct token_source *source, const char *token);

#endif
