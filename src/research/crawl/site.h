/* What a site wishes of whoever reads it: its robots.txt (RFC 9309), the pauses between requests, and to be left alone
 * while it is busy. */
#ifndef COPYDESK_RESEARCH_CRAWL_SITE_H
#define COPYDESK_RESEARCH_CRAWL_SITE_H

#include "net/net.h"

enum { SITE_LONGEST_PAUSE_MS = 10 * 1000 }; /* that is kept because a site asks for it */

/*
 * Fetches the robots.txt of the site of a URL into the arena. request: timeout_ms and cancel count, all else is filled
 * in. *robots is "" when the site has none (section 2.3.1.3). E_DENIED: it answers 5xx, which forbids everything
 * (2.3.1.4); the errors of net_fetch otherwise.
 */
enum status site_robots(struct net *net, const char *url, struct net_request *request, struct arena *arena,
                        struct str *robots, struct error *err);

/* Does the robots.txt of its site allow to fetch this normalised URL? */
bool site_allows(struct str robots, const char *url);

/* Milliseconds between two requests to the site of a URL: what is wished (-1: 0 for loopback, 200 else) or, where that
 * is longer, its Crawl-delay, up to SITE_LONGEST_PAUSE_MS. */
int site_pause(struct str robots, const char *url, int wished_ms);

/* How long the site wants not to be asked, where it answered that it is busy (429, 503); -1: it is not. */
int64_t site_busy_ms(const struct net_response *response);

#endif
