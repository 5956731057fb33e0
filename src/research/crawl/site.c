#include "research/crawl/site.h"

#include "research/crawl/robots.h"
#include "text/url.h"

enum {
    USUAL_PAUSE_MS = 200,
    BUSY_MS = 1000,                   /* where a busy site does not say how long */
    ROBOTS_LARGEST = 2 * 1024 * 1024, /* bytes fetched; robots_allows reads as many of them as the protocol asks */
};

static const char agent[] = "copydesk";

enum status site_robots(struct net *net, const char *url, struct net_request *request, struct arena *arena,
                        struct str *robots, struct error *err)
{
    struct net_response response;
    const char *address = url_resolve(arena, url, STR("/robots.txt"));
    if (!address)
        return error_memory(err);
    request->url = address;
    request->max_bytes = ROBOTS_LARGEST;
    enum status status = net_fetch(net, request, arena, &response, err);
    if (status != OK)
        return status;
    if (response.status >= 500)
        return error_set(err, E_DENIED, NULL, "%s answered %d: the site is not crawled while it cannot be read",
                         address, response.status);
    *robots = response.status < 300 ? response.body : STR("");
    return OK;
}

/* Path and query of a normalised URL, which the rules of robots.txt are about. */
static const char *site_path_of(const char *url)
{
    const char *authority = strstr(url, "://");
    return authority ? authority + 3 + strcspn(authority + 3, "/?#") : "/";
}

bool site_allows(struct str robots, const char *url)
{
    return robots_allows(robots, agent, site_path_of(url), NULL);
}

static bool is_loopback(const char *url)
{
    struct url parts;
    return url_parse(str_from(url), &parts, NULL) == OK && address_is_loopback(parts.host);
}

int site_pause(struct str robots, const char *url, int wished_ms)
{
    int asked = -1;
    robots_allows(robots, agent, "/", &asked);
    if (asked > SITE_LONGEST_PAUSE_MS)
        asked = SITE_LONGEST_PAUSE_MS;
    if (wished_ms < 0)
        wished_ms = is_loopback(url) ? 0 : USUAL_PAUSE_MS;
    return asked > wished_ms ? asked : wished_ms;
}

int64_t site_busy_ms(const struct net_response *response)
{
    if (response->status != 429 && response->status != 503)
        return -1;
    return response->retry_after_ms < 0 ? BUSY_MS : response->retry_after_ms;
}
