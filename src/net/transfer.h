/* One HTTP exchange on one handle: a request out, one answer in, no redirect followed. */
#ifndef COPYDESK_NET_TRANSFER_H
#define COPYDESK_NET_TRANSFER_H

#include "net/guard.h"
#include "net/net.h"

#include <curl/curl.h>

/*
 * Where a request goes: a URL, taken apart by the parser of the library that will connect, and checked as far as that
 * needs no DNS.
 */

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

/* What carries an exchange. The multi handle keeps the connections, and lets the easy one be driven step by step: a
 * request that is called off ends soon, though nothing comes from its peer. */
struct transfer_handle {
    CURLM *multi;
    bool is_in_doubt; /* a header was too long for libcurl, or memory ran out */
};

/* False: memory ran out. */
bool transfer_handle_init(struct transfer_handle *handle);
void transfer_handle_free(struct transfer_handle *handle);

/* What is sent. It differs from the caller's request once a redirect has been followed. */
struct transfer {
    const struct guard *guard;
    const struct net_request *request;
    const char *user_agent;
    const char *url, *method;
    struct str body;  /* data NULL: none */
    bool foreign;     /* a redirect led to another origin: headers that may carry secrets are not sent */
    int64_t deadline; /* clock_mono_ms */
};

/*
 * Statuses and messages as net_fetch. *location: the Location header in the arena, NULL when absent. After E_MEMORY,
 * or in doubt, the handle must not be used again: libcurl's own state may be half made.
 */
enum status transfer_run(struct transfer_handle *handle, const struct transfer *transfer, struct arena *arena,
                         struct net_response *response, const char **location, struct error *err);

#endif
