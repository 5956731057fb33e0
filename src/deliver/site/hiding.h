/* Sites quote what they were sent. What of it is secret must not reach a record or a log. */
#ifndef COPYDESK_DELIVER_SITE_HIDING_H
#define COPYDESK_DELIVER_SITE_HIDING_H

#include "deliver/deliver.h"

/*
 * The text without the secret settings of the call and the credentials of the request's headers ("Authorization: Bearer
 * X", "X-Shopify-Access-Token: X"): "[hidden]" in their place, also where they stand percent-encoded, in base64, in
 * another case, with other blanks or none, or by half. What stands in the address stays, it is no secret; so do values
 * of fewer than eight bytes. url, headers may be NULL. In the call's arena; NULL: no memory.
 */
const char *hiding_apply(const struct delivery_call *call, const char *url, const char *const *headers,
                         const char *text);

#endif
