/* One HTTP exchange on one curl handle: a request out, one answer in, no redirect followed. */
#ifndef COPYDESK_NET_TRANSFER_H
#define COPYDESK_NET_TRANSFER_H

#include "net/guard.h"
#include "net/net.h"

#include <curl/curl.h>

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
enum status transfer_run(CURL *handle, const struct transfer *transfer, struct arena *arena,
                         struct net_response *response, const char **location, struct error *err);

#endif
