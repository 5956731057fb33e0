/* Sites quote what they were sent. What of it is secret must not reach a record or a log. */
#ifndef COPYDESK_DELIVER_SITE_HIDING_H
#define COPYDESK_DELIVER_SITE_HIDING_H

#include <jansson.h>

struct arena;

/*
 * The text without the values of the settings and the credentials of the request's headers ("Authorization: Bearer X",
 * "X-Shopify-Access-Token: X"): "[hidden]" in their place. What stands in the address stays, it is no secret; so do
 * values of fewer than eight bytes. settings, url, headers may be NULL. NULL: no memory.
 */
const char *hiding_apply(struct arena *arena, const json_t *settings, const char *url, const char *const *headers,
                         const char *text);

#endif
