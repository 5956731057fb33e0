/* Where a request goes: a URL taken apart by the same parser that will connect, and checked as far as no DNS is needed. */
#ifndef COPYDESK_NET_TARGET_H
#define COPYDESK_NET_TARGET_H

#include "net/guard.h"

#include <curl/curl.h>

struct target {
    CURLU *url; /* without fragment */
    char *host; /* for messages; an IPv6 address in brackets */
};

/* E_INVALID: no http or https URL, or one with user:password; E_DENIED: port or literal address is closed; E_MEMORY. End with
 * target_free, also after a failure. */
enum status target_init(struct target *target, const struct guard *guard, const char *url, struct error *err);
void target_free(struct target *target);

#endif
