/*
 * Where a request goes: a URL, taken apart by the parser of the library that will connect, and checked as far as that
 * needs no DNS.
 */
#ifndef COPYDESK_NET_TARGET_H
#define COPYDESK_NET_TARGET_H

#include "net/guard.h"

#include <curl/curl.h>

struct target {
    CURLU *url; /* without fragment */
    char *host; /* for messages; an IPv6 address in brackets */
};

/*
 * E_INVALID: no http or https URL, or one with user:password; E_DENIED: its port or literal address is closed;
 * E_MEMORY. Call target_free in the end, also after a failure.
 */
enum status target_init(struct target *target, const struct guard *guard, const char *url, struct error *err);
void target_free(struct target *target);

/* Do both URLs have the same scheme, host and port? False also when one cannot be read or memory ran out. */
bool target_same_origin(const char *a, const char *b);

#endif
