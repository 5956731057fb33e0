/* What came from an address, read into a page. */
#include "research/crawl/crawl.h"
#include "research/read/read_parts.h"

#include <stdio.h>
#include <stdlib.h>

/* Is it of a format that is read? */
static bool fetched_format(const struct net_response *response, enum page_format *format)
{
    return page_format_of_type(response->content_type, format) || page_format_of_name(response->url, format);
}

static enum status fetched_leave_out(struct reading *reading, struct arena *arena, enum status status,
                                     const char *problem, struct error *err)
{
    reading->status = status;
    reading->problem = arena_copy(arena, problem);
    return reading->problem ? OK : error_memory(err);
}

/* Binary data that was served as text has no letters. */
static bool has_letter(const struct page *page)
{
    for (size_t i = 0; i < page->count; i++) {
        struct str text = page->blocks[i].text;
        uint32_t codepoint;
        for (size_t at = 0; at < text.len; at += utf8_decode(text, at, &codepoint))
            if (utf8_decode(text, at, &codepoint) && unicode_is_letter(codepoint))
                return true;
    }
    return false;
}

enum status fetched_read(const struct net_response *response, struct arena *arena, struct reading *reading,
                         struct error *err)
{
    enum page_format format;
    struct error problem;
    char what[80];
    snprintf(what, sizeof what, "it answered with status %d", response->status);
    if (response->status != 200)
        return fetched_leave_out(reading, arena, E_NOT_FOUND, what, err);
    if (!fetched_format(response, &format))
        return fetched_leave_out(reading, arena, E_CORRUPT, "it is neither HTML, Markdown nor text", err);
    const char *url = strlen(response->url) <= PAGE_URL_MAX ? response->url : reading->url;
    enum status status = page_read(arena, response->body, format, response->charset, url, &reading->page, &problem);
    if (status == E_MEMORY)
        return error_memory(err);
    if (status)
        return fetched_leave_out(reading, arena, status == E_INVALID ? E_CORRUPT : status, problem.message, err);
    reading->is_empty = !has_letter(&reading->page);
    if (reading->is_empty)
        return fetched_leave_out(reading, arena, E_CORRUPT, "no text was found in it", err);
    reading->status = OK;
    reading->problem = NULL;
    return OK;
}

enum {
    MOST_REDIRECTS = 5,
    MOST_TRIES = 2,
    NET_REDIRECTS = MOST_REDIRECTS + 1, /* they are counted here */
};

static const char *url_of(const struct visit *visit)
{
    return visit->moved ? visit->moved : visit->given;
}

static const char *visit_address_of(const struct visit *visit)
{
    return visit->moved ? visit->moved : visit->address;
}

enum status visit_open(struct visit *visit)
{
    visit->host = hosts_use(&visit->tour->reader->hosts, visit->address);
    return visit->host ? OK : E_MEMORY;
}

static void drop_response(struct visit *visit)
{
    arena_free(visit->arena);
    visit->arena = NULL;
    visit->robots = STR("");
}

void visit_close(struct visit *visit)
{
    if (visit->host)
        hosts_release(&visit->tour->reader->hosts, visit->host);
    visit->host = NULL;
    drop_response(visit);
    free(visit->moved);
    free(visit->next);
    visit->moved = visit->next = NULL;
}

static void visit_end(struct visit *visit, enum status status)
{
    visit->state = VISIT_ENDED;
    visit->status = status;
}

/* --- pages that are kept --- */

/* A page that was kept, as it was fetched. OK, E_NOT_FOUND, E_MEMORY. */
static enum status find_kept(struct visit *visit)
{
    struct reader *reader = visit->tour->reader;
    struct str about, body, line;
    if (visit->is_named || !reader->keep_seconds)
        return E_NOT_FOUND;
    struct arena *arena = arena_new();
    enum status status =
        arena ? answers_find(&reader->kept, str_from(visit_address_of(visit)), arena, &about, &body, &visit->err)
              : E_MEMORY;
    if (status) {
        arena_free(arena);
        return status;
    }
    const char *parts[3] = {"", "", ""};
    for (size_t i = 0; i < COUNT_OF(parts) && str_split(&about, '\n', &line); i++)
        if (!(parts[i] = arena_copy_n(arena, line.data, line.len)))
            status = E_MEMORY;
    drop_response(visit);
    visit->arena = arena;
    visit->is_kept = true;
    bool is_moved = strcmp(parts[0], visit->address) != 0;
    visit->response = (struct net_response){.status = 200,
                                            .url = is_moved ? parts[0] : visit->given,
                                            .content_type = parts[1],
                                            .charset = parts[2],
                                            .retry_after_ms = -1,
                                            .body = body};
    return status;
}

/* Pages of which nobody asked robots.txt are not for others. */
static void visit_keep(struct visit *visit)
{
    struct reader *reader = visit->tour->reader;
    const struct net_response *response = &visit->response;
    struct buf about = {0};
    enum page_format format;
    if (visit->is_named || !reader->keep_seconds || response->status != 200 || !fetched_format(response, &format))
        return;
    bool is_moved = strcmp(response->url, visit->given) != 0;
    buf_printf(&about, "%s\n%s\n%s", is_moved ? response->url : visit->address, response->content_type,
               response->charset);
    if (!about.failed)
        answers_keep(&reader->kept, str_from(visit->address), (struct str){buf_text(&about), about.len}, response->body,
                     reader->keep_seconds);
    buf_free(&about);
}

/* --- before a step --- */

static bool needs_robots(const struct visit *visit, int64_t now)
{
    return !visit->is_named && !host_knows_robots(visit->host, visit_address_of(visit), now);
}

enum visit_state visit_begin(struct visit *visit, int64_t now, int64_t *until)
{
    int64_t free_at;
    enum status status = find_kept(visit);
    if (status != E_NOT_FOUND) {
        visit_end(visit, status);
        return visit->state;
    }
    status = host_check(visit->host, visit->is_named, visit->is_named ? visit->tour->failures : 0, now, &visit->err);
    if (status) {
        visit_end(visit, status);
        return visit->state;
    }
    if (!host_is_free(visit->host, now, &free_at)) {
        *until = free_at < *until ? free_at : *until;
        return visit->state;
    }
    host_take(visit->host);
    visit->state = VISIT_RUNS;
    visit->is_robots = needs_robots(visit, now);
    visit->is_moving = visit->is_forbidden = false;
    return visit->state;
}

/* --- a step --- */

/* Milliseconds that the next request may take; 0: there is no time. */
static int time_for(struct visit *visit, int64_t spent_ms)
{
    const struct tour *tour = visit->tour;
    int64_t wanted = tour->timeout_ms - spent_ms, left = tour->deadline - clock_mono_ms(), most = wanted;
    most = left < most ? left : most;
    most = visit->patience_ms < most ? visit->patience_ms : most;
    visit->is_cut_short = most < wanted && most < VISIT_PATIENCE_MS;
    return most > 0 ? (int)most : 0;
}

static enum status no_time(struct visit *visit)
{
    return error_set(&visit->err, E_TIMEOUT, NULL, "there was no time left to read it");
}

static enum status forbidden(struct visit *visit)
{
    return error_set(&visit->err, E_DENIED, NULL, "the robots.txt of its site forbids to read it");
}

static enum status run_robots(struct visit *visit)
{
    struct net_request request = {.timeout_ms = time_for(visit, 0), .cancel = visit->tour->cancel};
    if (!request.timeout_ms)
        return no_time(visit);
    return site_robots(visit->tour->reader->net, visit_address_of(visit), &request, visit->arena, &visit->robots,
                       &visit->err);
}

static bool may_follow(void *context, const char *url)
{
    struct visit *visit = context;
    const char *from = visit_address_of(visit);
    if (++visit->redirects > MOST_REDIRECTS)
        return false;
    if (url_same_origin(from, url)) {
        bool allowed = visit->is_named || site_allows(host_robots(visit->host, from), url);
        visit->is_forbidden = !allowed;
        return allowed;
    }
    visit->is_moving = true;
    visit->next = strdup(url);
    return false;
}

/* The message of net_fetch about a redirect that was not followed says less than is known here. */
static enum status explain_redirect(struct visit *visit, enum status status)
{
    if (visit->is_moving)
        return visit->next ? OK : error_memory(&visit->err);
    if (status == E_DENIED && visit->is_forbidden)
        return forbidden(visit);
    if (status == E_DENIED && visit->redirects > MOST_REDIRECTS)
        return error_set(&visit->err, E_LIMIT, NULL, "%.200s redirects more than %d times", visit->given,
                         MOST_REDIRECTS);
    return status;
}

static enum status run_fetch(struct visit *visit)
{
    const struct tour *tour = visit->tour;
    if (!visit->is_named && !site_allows(host_robots(visit->host, visit_address_of(visit)), visit_address_of(visit)))
        return forbidden(visit);
    const struct net_request request = {
        .url = url_of(visit),
        .timeout_ms = time_for(visit, visit->spent_ms),
        .max_bytes = tour->max_bytes,
        .max_redirects = NET_REDIRECTS,
        .cancel = tour->cancel,
        .allow_redirect = may_follow,
        .context = visit,
    };
    if (!request.timeout_ms)
        return no_time(visit);
    int64_t start = clock_mono_ms();
    enum status status = net_fetch(tour->reader->net, &request, visit->arena, &visit->response, &visit->err);
    visit->spent_ms += clock_mono_ms() - start;
    return explain_redirect(visit, status);
}

void visit_run(struct visit *visit)
{
    visit->response = (struct net_response){.retry_after_ms = -1};
    visit->arena = arena_new();
    if (!visit->arena)
        visit->status = error_memory(&visit->err);
    else
        visit->status = visit->is_robots ? run_robots(visit) : run_fetch(visit);
    struct str robots = visit->robots.len ? visit->robots : host_robots(visit->host, visit_address_of(visit));
    visit->pause_ms = site_pause(robots, visit_address_of(visit), (int)visit->tour->reader->pause_ms);
}

/* --- after a step --- */

/* Nothing came from the host, though it had all the time that it is given. */
static bool is_dead(const struct visit *visit)
{
    return (visit->status == E_NETWORK && !visit->response.status) ||
           (visit->status == E_TIMEOUT && !visit->is_cut_short);
}

static void take_robots(struct visit *visit, int64_t now)
{
    struct hosts *hosts = &visit->tour->reader->hosts;
    enum status status = visit->status;
    if (!status)
        status = host_set_robots(hosts, visit->host, visit_address_of(visit), visit->robots, now);
    else if (status == E_DENIED || status == E_LIMIT || status == E_INVALID)
        host_forbids(visit->host, now);
    drop_response(visit);
    if (status)
        visit_end(visit, status);
    else
        visit->state = VISIT_WAITS;
}

/* Goes on at another host. */
static void visit_move(struct visit *visit)
{
    struct hosts *hosts = &visit->tour->reader->hosts;
    struct host *host = hosts_use(hosts, visit->next);
    free(visit->moved);
    visit->moved = visit->next;
    visit->next = NULL;
    drop_response(visit);
    if (!host) {
        visit_end(visit, error_memory(&visit->err));
        return;
    }
    hosts_release(hosts, visit->host);
    visit->host = host;
    visit->state = VISIT_WAITS;
}

/* Is the busy host to be asked once more? *pause_ms: how late. */
static bool wants_another_try(struct visit *visit, int64_t now, int64_t *pause_ms)
{
    int64_t later = visit->status ? -1 : site_busy_ms(&visit->response);
    if (later < 0)
        return false;
    bool is_soon = later <= SITE_LONGEST_PAUSE_MS && later < visit->tour->deadline - now;
    if (is_soon && ++visit->tries < MOST_TRIES) {
        *pause_ms = later > *pause_ms ? later : *pause_ms;
        return true;
    }
    if (visit->response.retry_after_ms > 0)
        host_is_busy(visit->host, now, later);
    return false;
}

void visit_done(struct visit *visit)
{
    int64_t now = clock_mono_ms();
    struct host *host = visit->host;
    int64_t pause = visit->pause_ms;
    if (is_dead(visit))
        host_failed(&visit->tour->reader->hosts, host, visit->status, now);
    if (visit->is_robots) {
        take_robots(visit, now);
    } else if (visit->is_moving && !visit->status) {
        visit_move(visit);
    } else if (wants_another_try(visit, now, &pause)) {
        drop_response(visit);
        visit->state = VISIT_WAITS;
    } else {
        if (!visit->status)
            visit_keep(visit);
        visit_end(visit, visit->status);
    }
    host_give(host, now, pause);
}
