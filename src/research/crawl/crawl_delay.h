/* Fetching from one site as its robots.txt wishes; private to research/. */
#ifndef COPYDESK_RESEARCH_CRAWL_CRAWL_DELAY_H
#define COPYDESK_RESEARCH_CRAWL_CRAWL_DELAY_H

#include "net/net.h"

struct polite {
    struct net *net;
    const atomic_bool *cancel; /* may be NULL */
    int wished_delay_ms;       /* of the caller; -1: 0 for loopback, 200 else */
    const char *site;          /* a URL of the site; its origin is what robots.txt speaks for */
    struct str robots;         /* "" when the site has none */
    int delay_ms;
    int64_t next_ms; /* monotonic time before which nothing is fetched */
};

/* Reads the robots.txt of the site of `url` into the arena. E_DENIED when it cannot be had for a reason that forbids crawling
 * (RFC 9309 section 2.3.1.4); the errors of net_fetch otherwise. */
enum status polite_open(struct polite *polite, struct arena *arena, const char *url, struct error *err);

/* May it be fetched? Only addresses of the site may. */
bool polite_allows(const struct polite *polite, const char *url);

/* Waits its turn, then net_fetch; once more when the answer is 429 or 503, as late as that asks, up to 10 s. */
enum status polite_fetch(struct polite *polite, struct net_request *request, struct arena *arena,
                         struct net_response *response, struct error *err);

#endif
