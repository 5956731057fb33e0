/* post: a JSON body is POSTed to a webhook, within 20 s; only 2xx is success, and redirects are not followed. */
#ifndef COPYDESK_DELIVER_POST_H
#define COPYDESK_DELIVER_POST_H

#include "deliver/deliver.h"

/* headers: "Name: value" besides the type of the content, ends with NULL, at most POST_HEADERS. OK whatever came of it:
 * DELIVERY_ACCEPTED, DELIVERY_GONE for 410, DELIVERY_RETRY. E_MEMORY, E_CANCELLED. */
enum { POST_HEADERS = 6 };
enum status post_json(const struct delivery_call *call, const char *url, const char *const *headers, struct str body,
                      struct delivery_outcome *outcome, struct error *err);

#endif
