/* retry: after which outcomes an attempt is repeated, and how long it waits. */
#ifndef COPYDESK_CLIENT_RETRY_H
#define COPYDESK_CLIENT_RETRY_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>

enum { TOO_MANY_REQUESTS = 429 };

/* Statuses after which the same request may succeed: 408, 409, 429 and 5xx. */
bool retry_wanted(int http_status);

/* Would another attempt fail in the same way, as with a certificate that is not trusted? */
bool retry_is_useless(CURLcode code);

/* Wait in ms before the next attempt, where `attempts` (1 or more) have failed and the server named no wait. */
int64_t retry_backoff_ms(int attempts);

#endif
