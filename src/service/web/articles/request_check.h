/* request_check: what the table of parameters says of a request for an article, before it is sent. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_REQUEST_CHECK_H
#define COPYDESK_SERVICE_WEB_ARTICLES_REQUEST_CHECK_H

#include "base/base.h"

#include <jansson.h>

/* All that is wrong with it, as sentences in the arena; NULL: nothing. What only the service knows (whether a brand is
 * there, what is left of the plan) is not looked at. */
const char *request_check(struct arena *arena, const json_t *body);

#endif
