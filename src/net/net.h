/*
 * net: outgoing HTTP. Addresses that somebody else named are fetched by net_fetch alone, which is guarded; services
 * that the configuration names are asked by net/upstream.
 *
 *   net.h        fetches; redirects, which are followed here and not by curl
 *   transfer.h   one of the exchanges that a fetch takes: the URL checked before DNS, headers, what a failure means
 *   guard.h      which socket addresses may be connected to
 *   exchange.h   one HTTP exchange on a kept connection, guarded or not: all that knows how libcurl is driven
 *
 * What the guard lets through: http and https without user:password, on ports 80, 443, 8080 and 8443. Every address
 * is checked after DNS and before the connection: loopback, private, link-local, CGNAT, multicast, reserved and
 * unspecified ones are refused, also when wrapped in IPv6 forms. `allow_addresses` opens addresses and ports besides.
 * Each redirect is checked like the first URL.
 *
 * Hosts are decided by one parser, libcurl's, the one that connects. text/url.h resolves and normalises what a
 * redirect says; what it returns goes through libcurl's parser like any other URL.
 */
#ifndef COPYDESK_NET_NET_H
#define COPYDESK_NET_NET_H

#include "base/base.h"
#include "net/exchange.h"

#include <stdatomic.h>

struct net;

struct net_options {
    /* "127.0.0.1:9000", "10.1.0.0/16", "[::1]:8080"; without a port: every port. No host names (see guard_init). */
    const char *const *allow_addresses;
    size_t allow_count;
    const char *user_agent; /* NULL: "copydesk/VERSION" */
};

/*
 * E_INVALID names an address that cannot be read; E_MEMORY; E_INTERNAL: libcurl cannot start. Any number of threads
 * may use the net at once.
 */
enum status net_new(const struct net_options *options, struct net **net, struct error *err);
/* NULL is allowed. No fetch may be under way. */
void net_free(struct net *net);

struct net_request {
    const char *url;
    const char *method;         /* NULL: GET */
    const char *const *headers; /* "Name: value", NULL-terminated; NULL: none */
    struct str body;            /* sent when data is not NULL */
    int timeout_ms;             /* for all of it, redirects included; 0: 20,000 */
    size_t max_bytes;           /* after decompression; 0: 8 MiB */
    int max_redirects;          /* 0: 5; negative: none is followed, the 3xx is the answer */
    const atomic_bool *cancel;  /* the transfer ends within 100 ms after it becomes true; NULL: never */
    /* Asked before each redirect is followed, with the absolute URL; false stops with E_DENIED. NULL: all allowed. */
    bool (*allow_redirect)(void *context, const char *url);
    void *context;
};

struct net_response {
    int status;               /* HTTP status of the last answer, also of one that broke off; 0: none came */
    const char *url;          /* that gave this answer: as the caller wrote it or, after a redirect, normalised */
    const char *content_type; /* lower case, without parameters; "" when absent */
    const char *charset;      /* lower case; "" when absent */
    int64_t retry_after_ms;   /* -1 when absent or unreadable */
    struct str body;          /* a NUL follows behind body.len */
};

/*
 * One request, blocking. A POST is sent at most once; another one may be sent again when a connection that was kept
 * breaks off before the answer. The response lives in the arena. OK for every complete HTTP answer, whatever its HTTP
 * status. E_DENIED (guard, allow_redirect), E_INVALID (URL, headers), E_NETWORK, E_TIMEOUT, E_LIMIT (max_bytes, too
 * many redirects), E_CANCELLED, E_MEMORY. The message may be shown to a user: it names the host, never an internal
 * address.
 */
enum status net_fetch(struct net *net, const struct net_request *request, struct arena *arena,
                      struct net_response *response, struct error *err);

/*
 * Could the guard let this URL through? Looks at its scheme, port and literal address, without DNS; for refusing a
 * request early. OK, E_INVALID, E_DENIED, E_MEMORY.
 */
enum status net_check_url(const struct net *net, const char *url, struct error *err);

#endif
