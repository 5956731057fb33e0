#include "research/crawl/fetcher.h"

#include "research/crawl/site.h"
#include "text/url.h"

#include <errno.h>
#include <time.h>

enum { SLICE_MS = 100 /* how soon a cancelled wait ends */ };

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

enum status fetcher_open(struct fetcher *fetcher, struct arena *arena, const char *url, struct error *err)
{
    struct net_request request = {.cancel = fetcher->cancel};
    fetcher->site = arena_copy(arena, url);
    enum status status =
        fetcher->site ? site_robots(fetcher->net, url, &request, arena, &fetcher->robots, err) : error_memory(err);
    if (status == OK)
        fetcher->delay_ms = site_pause(fetcher->robots, url, fetcher->wished_delay_ms);
    return status;
}

bool fetcher_allows(const struct fetcher *fetcher, const char *url)
{
    return url_same_origin(fetcher->site, url) && site_allows(fetcher->robots, url);
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
        int64_t later = status == OK ? site_busy_ms(response) : -1;
        if (later < 0 || attempt || later > SITE_LONGEST_PAUSE_MS)
            return status;
        fetcher->next_ms = clock_mono_ms() + (later > fetcher->delay_ms ? later : fetcher->delay_ms);
    }
}
