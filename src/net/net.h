/*
 * net: outgoing HTTP, guarded. The only place that opens a connection to an address that somebody else named.
 *
 * The guard: http and https, no user:password, ports 80, 443, 8080 and 8443 or an allowed address; after DNS and before connect
 * every address is checked: loopback, private, link-local, CGNAT, multicast, reserved and unspecified ones are refused, also when
 * wrapped in IPv6 forms. What `allow_addresses` names is opened. Redirects are followed by hand, at most 5, each checked.
 */
#ifndef COPYDESK_NET_H
#define COPYDESK_NET_H

#include "base/base.h"

#include <stdatomic.h>

struct net;

struct net_options {
    const char *const
        *allow_addresses; /* "127.0.0.1:9000", "10.1.0.0/16", "[::1]:8080"; without port: every port; no names */
    size_t allow_count;
    const char *user_agent; /* NULL: "copydesk/VERSION" */
};

/* E_INVALID names an address that cannot be read. Thread-safe afterwards: many threads may fetch at once. */
enum status net_new(const struct net_options *options, struct net **net, struct error *err);
/* NULL is allowed. No fetch may be under way. */
void net_free(struct net *net);

struct net_request {
    const char *url;
    const char *method;         /* NULL: GET */
    const char *const *headers; /* "Name: value", NULL-terminated; NULL: none */
    struct str body;            /* sent when data is not NULL */
    int timeout_ms;             /* all of it, redirects too; 0: 20,000 */
    size_t max_bytes;           /* after decompression; 0: 8 MiB */
    int max_redirects;          /* 0: 5; negative: none is followed (a 3xx is the answer) */
    const atomic_bool *cancel;  /* the transfer ends soon after it becomes true; NULL: never */
    /* Asked before each redirect is followed, with the absolute URL; false stops with E_DENIED. NULL: all allowed. */
    bool (*allow_redirect)(void *context, const char *url);
    void *context;
};

struct net_response {
    int status;               /* HTTP status of the last answer */
    const char *url;          /* of the last answer: as the caller wrote it or, after a redirect, normalised */
    const char *content_type; /* lower case, without parameters; "" when absent */
    const char *charset;      /* lower case; "" when absent */
    int64_t retry_after_ms;   /* -1 when absent or unreadable */
    struct str body;          /* NUL-terminated behind body.len */
};

/*
 * One request, blocking. The response lives in the arena. OK for every complete HTTP answer, whatever its status.
 * E_DENIED (guard), E_INVALID (URL), E_NETWORK, E_TIMEOUT, E_LIMIT (max_bytes, too many redirects), E_CANCELLED, E_MEMORY;
 * the message is fit for a user and names the host, never an internal address.
 */
enum status net_fetch(struct net *net, const struct net_request *request, struct arena *arena,
                      struct net_response *response, struct error *err);

/* Is this a URL that the guard could let through (scheme, port, literal address)? No DNS. For validating requests early. */
enum status net_check_url(const struct net *net, const char *url, struct error *err);

#endif
