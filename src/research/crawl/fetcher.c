#include "research/crawl/fetcher.h"

#include "research/crawl/robots.h"
#include "text/url.h"

#include <errno.h>
#include <time.h>

enum {
    USUAL_DELAY_MS = 200,
    LONGEST_DELAY_MS = 10 * 1000,
    ROBOTS_LARGEST = 2 * 1024 * 1024, /* bytes fetched; robots_allows reads as many of them as the protocol asks */
    SLICE_MS = 100,                   /* how soon a cancelled wait ends */
};

static const char agent[] = "copydesk";

static bool is_cancelled(const struct fetcher *fetcher)
{
    return fetcher->cancel && atomic_load(fetcher->cancel);
}

static void sleep_ms(int64_t ms)
{
    struct timespec left = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        ;
}

static enum status wait_turn(const struct fetcher *fetcher, struct error *err)
{
    for (;;) {
        int64_t left = fetcher->next_ms - clock_mono_ms();
        if (is_cancelled(fetcher))
            return error_set(err, E_CANCELLED, NULL, "the crawl was called off");
        if (left <= 0)
            return OK;
        sleep_ms(left < SLICE_MS ? left : SLICE_MS);
    }
}

static bool is_loopback(const char *url)
{
    struct url parts;
    return url_parse(str_from(url), &parts, NULL) == OK && address_is_loopback(parts.host);
}

/* Path and query of a normalised URL, which the rules of robots.txt are about. */
static const char *path_of(const char *url)
{
    const char *authority = strstr(url, "://");
    return authority ? authority + 3 + strcspn(authority + 3, "/?#") : "/";
}

static void set_delay(struct fetcher *fetcher)
{
    int wished = fetcher->wished_delay_ms, asked = -1;
    robots_allows(fetcher->robots, agent, "/", &asked);
    if (asked > LONGEST_DELAY_MS)
        asked = LONGEST_DELAY_MS;
    if (wished < 0)
        wished = is_loopback(fetcher->site) ? 0 : USUAL_DELAY_MS;
    fetcher->delay_ms = asked > wished ? asked : wished;
}

enum status fetcher_open(struct fetcher *fetcher, struct arena *arena, const char *url, struct error *err)
{
    struct net_response response;
    fetcher->site = arena_copy(arena, url);
    const char *address = url_resolve(arena, url, STR("/robots.txt"));
    if (!fetcher->site || !address)
        return error_memory(err);
    struct net_request request = {.url = address, .max_bytes = ROBOTS_LARGEST, .cancel = fetcher->cancel};
    enum status status = net_fetch(fetcher->net, &request, arena, &response, err);
    if (status != OK)
        return status;
    if (response.status >= 500)
        return error_set(err, E_DENIED, NULL, "%s answered %d: the site is not crawled while it cannot be read",
                         address, response.status);
    fetcher->robots = response.status < 300 ? response.body : STR("");
    set_delay(fetcher);
    return OK;
}

bool fetcher_allows(const struct fetcher *fetcher, const char *url)
{
    return url_same_origin(fetcher->site, url) && robots_allows(fetcher->robots, agent, path_of(url), NULL);
}

enum status fetcher_fetch(struct fetcher *fetcher, struct net_request *request, struct arena *arena,
                          struct net_response *response, struct error *err)
{
    request->cancel = fetcher->cancel;
    for (int attempt = 0;; attempt++) {
        enum status status = wait_turn(fetcher, err);
        if (status == OK)
            status = net_fetch(fetcher->net, request, arena, response, err);
        fetcher->next_ms = clock_mono_ms() + fetcher->delay_ms;
        bool busy = status == OK && (response->status == 429 || response->status == 503);
        if (!busy || attempt)
            return status;
        int64_t later = response->retry_after_ms < 0 ? 1000 : response->retry_after_ms;
        if (later > LONGEST_DELAY_MS)
            return status;
        fetcher->next_ms = clock_mono_ms() + (later > fetcher->delay_ms ? later : fetcher->delay_ms);
    }
}
