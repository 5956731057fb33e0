/* Fetches from one site as its robots.txt wishes: only what it allows, one request at a time, with pauses. */
#ifndef COPYDESK_RESEARCH_CRAWL_FETCHER_H
#define COPYDESK_RESEARCH_CRAWL_FETCHER_H

#include "net/net.h"

/* The caller sets net, cancel and wished_delay_ms; fetcher_open the rest. */
struct fetcher {
    struct net *net;
    const atomic_bool *cancel; /* may be NULL */
    int wished_delay_ms;       /* of the caller, between requests; -1: 0 for loopback, 200 else */
    const char *site;          /* a URL of the site; its origin is what robots.txt speaks for */
    struct str robots;         /* the robots.txt, "" when the site has none */
    int delay_ms;
    int64_t next_ms; /* monotonic time before which nothing is fetched */
};

/*
 * Reads the robots.txt of the site of `url` into the arena. E_DENIED when it cannot be had for a reason that forbids
 * crawling (RFC 9309 section 2.3.1.4); the errors of net_fetch otherwise.
 */
enum status fetcher_open(struct fetcher *fetcher, struct arena *arena, const char *url, struct error *err);

/* May it be fetched? Only addresses of the site may. */
bool fetcher_allows(const struct fetcher *fetcher, const char *url);

/*
 * Waits until the pause after the last request is over, then does net_fetch. An answer of 429 or 503 is asked for once
 * more, as late as it wants to be, up to 10 s. The statuses of net_fetch; E_CANCELLED also while it waits.
 */
enum status fetcher_fetch(struct fetcher *fetcher, struct net_request *request, struct arena *arena,
                          struct net_response *response, struct error *err);

#endif
