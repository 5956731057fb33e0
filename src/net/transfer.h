/*
 * One exchange with an address that somebody else named: the URL is taken apart by the parser of the library that will
 * connect, and checked as far as that needs no DNS; the rest the guard checks while it connects.
 */
#ifndef COPYDESK_NET_TRANSFER_H
#define COPYDESK_NET_TRANSFER_H

#include "net/net.h"

/* Where a request goes. */
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

/* Statuses and messages as net_fetch. *location: the Location header in the arena, NULL when absent. */
enum status transfer_run(struct exchange_pool *pool, const struct transfer *transfer, struct arena *arena,
                         struct net_response *response, const char **location, struct error *err);

#endif
