#include "research/crawl/crawl.h"

#include "research/crawl/robots.h"
#include "research/crawl/sitemap.h"

#include <errno.h>
#include <stdio.h>
#include <time.h>

/* --- the URLs of a crawl, each once, in the order found --- */

struct frontier_entry {
    const char *url;
    bool is_canonical; /* another page named it as its canonical address, so that it may name no further one */
};

struct frontier {
    struct arena *arena;
    struct map seen;
    struct frontier_entry *entries;
    size_t count, cap;
    size_t next;  /* the entry that frontier_take gives next */
    size_t limit; /* most URLs that are remembered; later ones are dropped */
};

static void frontier_init(struct frontier *frontier, struct arena *arena, size_t limit)
{
    *frontier = (struct frontier){.arena = arena, .limit = limit};
    map_init(&frontier->seen, arena);
}

/* Notes a URL as known without queueing it. Returns the copy of one that is new; else NULL. */
static const char *frontier_mark(struct frontier *frontier, const char *url)
{
    if (map_get(&frontier->seen, str_from(url)) || frontier->seen.count >= frontier->limit)
        return NULL;
    char *copy = arena_copy(frontier->arena, url);
    void **place = copy ? map_put(&frontier->seen, str_from(copy)) : NULL;
    if (place)
        *place = copy;
    return place ? copy : NULL;
}

/* Adds a URL unless it is known; it is copied. */
static void frontier_add(struct frontier *frontier, const char *url, bool is_canonical)
{
    const char *copy = frontier_mark(frontier, url);
    struct frontier_entry *added =
        copy ? VEC_PUSH(frontier->arena, frontier->entries, frontier->count, frontier->cap) : NULL;
    if (added)
        *added = (struct frontier_entry){copy, is_canonical};
}

/* The next URL; false when there is none left. */
static bool frontier_take(struct frontier *frontier, struct frontier_entry *entry)
{
    if (frontier->next == frontier->count)
        return false;
    *entry = frontier->entries[frontier->next++];
    return true;
}

/* --- requests to one site, as its robots.txt wishes: only what it allows, one at a time, with pauses --- */

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

/*
 * Reads the robots.txt of the site of `url` into the arena. E_DENIED when it cannot be had for a reason that forbids
 * crawling (RFC 9309 section 2.3.1.4); the errors of net_fetch otherwise.
 */
static enum status fetcher_open(struct fetcher *fetcher, struct arena *arena, const char *url, struct error *err)
{
    struct net_request request = {.cancel = fetcher->cancel};
    fetcher->site = arena_copy(arena, url);
    enum status status =
        fetcher->site ? site_robots(fetcher->net, url, &request, arena, &fetcher->robots, err) : error_memory(err);
    if (!status)
        fetcher->delay_ms = site_pause(fetcher->robots, url, fetcher->wished_delay_ms);
    return status;
}

/* May it be fetched? Only addresses of the site may. */
static bool fetcher_allows(const struct fetcher *fetcher, const char *url)
{
    return url_same_origin(fetcher->site, url) && site_allows(fetcher->robots, url);
}

/*
 * Waits until the pause after the last request is over, then does net_fetch. An answer of 429 or 503 is asked for once
 * more, as late as it wants to be, up to 10 s. The statuses of net_fetch; E_CANCELLED also while it waits.
 */
static enum status fetcher_fetch(struct fetcher *fetcher, struct net_request *request, struct arena *arena,
                                 struct net_response *response, struct error *err)
{
    request->cancel = fetcher->cancel;
    for (int attempt = 0;; attempt++) {
        enum status status = wait_turn(fetcher, err);
        if (!status)
            status = net_fetch(fetcher->net, request, arena, response, err);
        fetcher->next_ms = clock_mono_ms() + fetcher->delay_ms;
        int64_t later = !status ? site_busy_ms(response) : -1;
        if (later < 0 || attempt || later > SITE_LONGEST_PAUSE_MS)
            return status;
        fetcher->next_ms = clock_mono_ms() + (later > fetcher->delay_ms ? later : fetcher->delay_ms);
    }
}

/* --- a crawl --- */

enum {
    USUAL_PAGES = 2000,
    REQUESTS_PER_PAGE = 3, /* bounds a crawl whose pages are refused, gone or doubles of others */
    KNOWN_PER_PAGE = 20,   /* URLs remembered for each page that may be stored */
    MOST_SITEMAPS = 50,    /* files read of one site */
    DEEPEST_SITEMAP = 3,   /* an index of indexes of sitemaps */
    MOST_SITE_CHANGES = 3, /* example.org -> www.example.org, http -> https */
    SITEMAP_FETCHED = 16 * 1024 * 1024,
};

struct site_crawler {
    const struct crawl_options *options;
    crawl_on_page on_page;
    void *context;
    struct crawl_report *report;
    struct arena *arena; /* lives as long as the crawl */
    struct fetcher fetcher;
    struct frontier frontier;
    size_t max_pages;
    int64_t deadline;       /* clock_mono_ms; 0: none */
    const char *folder;     /* URL that all pages begin with */
    bool follows;           /* links are followed: there is no sitemap */
    bool first;             /* the start page is being fetched: where it is found decides the site and the folder */
    const char *arrived;    /* the start page's address after redirects */
    const char *redirected; /* the target of a redirect that was not followed; NULL: there was none */
    int sitemaps;           /* read so far */
};

/* Asked after each step: what it lists may lack something otherwise. */
static enum status check_memory(const struct site_crawler *crawler, struct error *err)
{
    return arena_failed(crawler->arena) ? error_memory(err) : OK;
}

static void note_problem(struct site_crawler *crawler, const char *url, const char *what)
{
    snprintf(crawler->report->last_problem, sizeof crawler->report->last_problem, "%.120s: %.75s", url, what);
}

static enum status note_visit(struct site_crawler *crawler, const char *url, int status, const char *leads_to,
                              struct error *err)
{
    const struct crawl_visit visit = {url, status, leads_to};
    crawl_on_visit on_visit = crawler->options->on_visit;
    return on_visit ? on_visit(crawler->context, &visit, err) : OK;
}

/* A copy of the URL up to the last slash of its path. */
static const char *folder_of(struct arena *arena, const char *url)
{
    size_t end = strcspn(url, "?#");
    while (end > 0 && url[end - 1] != '/')
        end--;
    return arena_copy_n(arena, url, end);
}

static bool is_below(const char *url, const char *folder)
{
    return strncmp(url, folder, strlen(folder)) == 0;
}

static bool is_late(struct site_crawler *crawler)
{
    bool late = crawler->deadline && clock_mono_ms() >= crawler->deadline;
    crawler->report->is_cut_short |= late;
    return late;
}

/* --- sitemaps --- */

static enum status read_sitemap(struct site_crawler *crawler, const char *url, int depth, struct error *err);

static enum status use_sitemap(struct site_crawler *crawler, const struct sitemap *sitemap, int depth,
                               struct error *err)
{
    for (size_t i = 0; i < sitemap->count; i++) {
        const char *url = sitemap->urls[i];
        enum status status = sitemap->is_index ? read_sitemap(crawler, url, depth + 1, err) : OK;
        if (status)
            return status;
        if (!sitemap->is_index && is_below(url, crawler->folder))
            frontier_add(&crawler->frontier, url, false);
    }
    return check_memory(crawler, err);
}

/* Adds the pages that a sitemap lists. When it cannot be read, the report says so and the crawl goes on. */
static enum status read_sitemap(struct site_crawler *crawler, const char *url, int depth, struct error *err)
{
    struct net_response response;
    struct error problem = {.message = ""};
    struct sitemap sitemap;
    if (depth > DEEPEST_SITEMAP || crawler->sitemaps >= MOST_SITEMAPS || is_late(crawler))
        return OK;
    if (!fetcher_allows(&crawler->fetcher, url)) {
        note_problem(crawler, url, "a sitemap of another site, or forbidden by robots.txt");
        return OK;
    }
    crawler->sitemaps++;
    struct arena *scratch = arena_new();
    struct net_request request = {.url = url, .max_bytes = SITEMAP_FETCHED};
    enum status status =
        scratch ? fetcher_fetch(&crawler->fetcher, &request, scratch, &response, &problem) : error_memory(&problem);
    if (!status && response.status >= 300)
        status = error_set(&problem, E_UPSTREAM, NULL, "answered %d", response.status);
    if (!status)
        status = sitemap_read(scratch, response.body, url, &sitemap, &problem);
    if (!status)
        status = use_sitemap(crawler, &sitemap, depth, err);
    else if (status == E_MEMORY || status == E_CANCELLED)
        error_set(err, status, NULL, "%s", problem.message);
    else {
        note_problem(crawler, url, problem.message);
        status = OK;
    }
    arena_free(scratch);
    return status;
}

/* Reads the sitemaps that robots.txt names. */
static enum status read_named_sitemaps(struct site_crawler *crawler, struct error *err)
{
    struct str rest = crawler->fetcher.robots, named;
    enum status status = OK;
    while (!status && robots_next_sitemap(&rest, &named)) {
        const char *url = url_resolve(crawler->arena, crawler->fetcher.site, named);
        if (url)
            status = read_sitemap(crawler, url, 1, err);
    }
    return status;
}

/* --- pages --- */

static bool allow_redirect(void *context, const char *url)
{
    struct site_crawler *crawler = context;
    struct str text = str_from(url);
    const char *target = url_normalise(crawler->arena, text);
    bool below = target && (crawler->first || is_below(target, crawler->folder));
    if (below && fetcher_allows(&crawler->fetcher, target))
        return true;
    crawler->redirected = target;
    return false;
}

static void crawl_add_links(struct site_crawler *crawler, const struct page_facts *facts)
{
    for (size_t i = 0; crawler->follows && !facts->nofollow && i < facts->link_count; i++) {
        const struct page_link *link = &facts->links[i];
        if (!link->nofollow && is_below(link->url, crawler->folder))
            frontier_add(&crawler->frontier, link->url, false);
    }
}

/* Does the page name another address of the site as its canonical one? That one is fetched instead. */
static bool yields_to_canonical(const struct site_crawler *crawler, const struct frontier_entry *entry,
                                const struct page_facts *facts, const char *url)
{
    return facts->canonical && !entry->is_canonical && strcmp(facts->canonical, url) != 0 &&
           is_below(facts->canonical, crawler->folder) && fetcher_allows(&crawler->fetcher, facts->canonical);
}

/* Notes in the report that a page cannot be read. A problem that ends the crawl is returned. */
static enum status crawl_leave_out(struct site_crawler *crawler, const char *url, const struct error *problem,
                                   struct error *err)
{
    if (problem->status == E_MEMORY || problem->status == E_CANCELLED)
        return error_set(err, problem->status, problem->code, "%s", problem->message);
    crawler->report->failed++;
    note_problem(crawler, url, problem->message);
    return OK;
}

/* Reads the page and gives it to the caller of the crawl. */
static enum status crawl_hand_over(struct site_crawler *crawler, struct arena *scratch, const char *url,
                                   struct str html, struct error *err)
{
    struct page page;
    struct error problem;
    if (page_read(scratch, html, PAGE_HTML, "utf-8", url, &page, &problem))
        return crawl_leave_out(crawler, url, &problem, err);
    const struct crawl_page found = {
        .url = url, .title = page.title, .language = page.language ? page.language->tag : "", .html = html};
    enum status status = crawler->on_page(crawler->context, &found, err);
    crawler->report->stored += !status;
    return status;
}

/* Takes the links of a page that was fetched, then the page itself, unless it is a double of another or asks not to be
 * indexed. */
static enum status crawl_take_page(struct site_crawler *crawler, const struct frontier_entry *entry,
                                   struct arena *scratch, const char *url, struct str html, struct error *err)
{
    struct page_facts facts;
    struct error problem;
    if (page_facts_read(scratch, html, url, &facts, &problem))
        return crawl_leave_out(crawler, url, &problem, err);
    crawl_add_links(crawler, &facts);
    bool yields = !facts.noindex && yields_to_canonical(crawler, entry, &facts, url);
    if (yields)
        frontier_add(&crawler->frontier, facts.canonical, true);
    enum status status = check_memory(crawler, err);
    if (status)
        return status;
    if (facts.noindex || yields)
        return note_visit(crawler, url, 200, facts.noindex ? NULL : facts.canonical, err);
    return crawl_hand_over(crawler, scratch, url, html, err);
}

/* Sets the folder of the crawl by where the start page was found: "/docs" that redirects to "/docs/" means that
 * folder. */
static void arrive(struct site_crawler *crawler, const char *start, const char *url)
{
    size_t length = strlen(start);
    bool is_folder = strncmp(url, start, length) == 0 && url[length] == '/';
    if (is_folder || !is_below(url, crawler->folder))
        crawler->folder = folder_of(crawler->arena, url);
    crawler->arrived = arena_copy(crawler->arena, url);
}

static enum status use_response(struct site_crawler *crawler, const struct frontier_entry *entry, struct arena *scratch,
                                const struct net_response *response, struct error *err)
{
    enum page_format format;
    char reason[40];
    const char *url = url_normalise(scratch, str_from(response->url));
    if (!url)
        return error_memory(err);
    if (response->status >= 300) {
        crawler->report->failed++;
        snprintf(reason, sizeof reason, "answered %d", response->status);
        note_problem(crawler, entry->url, reason);
        return note_visit(crawler, entry->url, response->status, NULL, err);
    }
    if (!page_format_of_type(response->content_type, &format) || format != PAGE_HTML)
        return note_visit(crawler, entry->url, response->status, NULL, err);
    enum status status = OK;
    bool is_fresh = true;
    if (strcmp(url, entry->url) != 0) {
        status = note_visit(crawler, entry->url, response->status, url, err);
        is_fresh = !status && frontier_mark(&crawler->frontier, url);
    }
    if (!status && is_fresh && crawler->first)
        arrive(crawler, entry->url, url);
    if (!status)
        status = check_memory(crawler, err);
    if (status || !is_fresh) /* redirected to a page that is known already */
        return status;
    struct buf html = {0};
    if (html_to_utf8(&html, response->body, response->charset))
        status = crawl_take_page(crawler, entry, scratch, url, (struct str){buf_text(&html), html.len}, err);
    else
        status = error_memory(err);
    buf_free(&html);
    return status;
}

/* Fetches one page. What goes wrong with the page stands in the report; a problem that ends the crawl is returned. */
static enum status crawl_one(struct site_crawler *crawler, const struct frontier_entry *entry, struct error *err)
{
    struct net_response response;
    struct error problem = {.message = ""};
    if (!fetcher_allows(&crawler->fetcher, entry->url)) {
        crawler->report->refused_by_robots++;
        return note_visit(crawler, entry->url, 0, NULL, err);
    }
    struct arena *scratch = arena_new();
    if (!scratch)
        return error_memory(err);
    struct net_request request = {.url = entry->url, .allow_redirect = allow_redirect, .context = crawler};
    crawler->redirected = NULL;
    enum status status = fetcher_fetch(&crawler->fetcher, &request, scratch, &response, &problem);
    crawler->report->fetched++;
    if (!status) {
        status = use_response(crawler, entry, scratch, &response, err);
    } else if (status == E_MEMORY || status == E_CANCELLED) {
        error_set(err, status, NULL, "%s", problem.message);
    } else {
        bool left_out = crawler->redirected != NULL; /* it leads out of the site, or where robots.txt forbids */
        crawler->report->failed += !left_out;
        if (!left_out || crawler->first)
            note_problem(crawler, entry->url, problem.message);
        status = left_out ? note_visit(crawler, entry->url, 200, crawler->redirected, err) : OK;
    }
    arena_free(scratch);
    return status;
}

/* --- the crawl --- */

/* Begins with the site of `url`: its robots.txt, and the page itself when it is a start page. */
static enum status begin_at(struct site_crawler *crawler, const char *url, struct error *err)
{
    enum status status = fetcher_open(&crawler->fetcher, crawler->arena, url, err);
    if (status)
        return status;
    frontier_init(&crawler->frontier, crawler->arena, crawler->max_pages * KNOWN_PER_PAGE);
    crawler->first = crawler->options->start_url != NULL;
    crawler->folder = crawler->first ? folder_of(crawler->arena, url) : url_resolve(crawler->arena, url, STR("/"));
    if (crawler->first)
        frontier_add(&crawler->frontier, url, false);
    return check_memory(crawler, err);
}

static enum status crawl_start(struct site_crawler *crawler, struct error *err)
{
    struct frontier_entry entry;
    for (int change = 0; crawler->first && change < MOST_SITE_CHANGES; change++) {
        if (!frontier_take(&crawler->frontier, &entry))
            return OK;
        crawler->follows = true; /* its links are followed unless sitemaps turn out to list pages */
        enum status status = crawl_one(crawler, &entry, err);
        bool moved = !status && crawler->redirected && !url_same_origin(crawler->redirected, crawler->fetcher.site);
        if (!moved) {
            crawler->first = false;
            return status;
        }
        status = begin_at(crawler, crawler->redirected, err);
        if (status)
            return status;
    }
    crawler->first = false;
    return OK;
}

static enum status crawl_rest(struct site_crawler *crawler, struct error *err)
{
    struct frontier_entry entry;
    enum status status = OK;
    size_t most_requests = crawler->max_pages * REQUESTS_PER_PAGE;
    while (!status && crawler->report->stored < crawler->max_pages && crawler->report->fetched < most_requests &&
           frontier_take(&crawler->frontier, &entry) && !is_late(crawler))
        status = crawl_one(crawler, &entry, err);
    return status;
}

/* Starts an empty frontier that knows what was fetched already and holds the canonical pages that are still to be
 * fetched. */
static void renew_frontier(struct site_crawler *crawler)
{
    const struct frontier old = crawler->frontier;
    frontier_init(&crawler->frontier, crawler->arena, old.limit);
    if (crawler->arrived)
        frontier_mark(&crawler->frontier, crawler->arrived);
    for (size_t i = 0; i < old.count; i++) {
        if (i < old.next)
            frontier_mark(&crawler->frontier, old.entries[i].url);
        else if (old.entries[i].is_canonical)
            frontier_add(&crawler->frontier, old.entries[i].url, true);
    }
}

/* Replaces the links of the start page by the pages of the sitemaps, when these list any below its folder. */
static enum status prefer_sitemaps(struct site_crawler *crawler, struct error *err)
{
    const char *given = crawler->options->sitemap_url;
    const struct frontier linked = crawler->frontier;
    renew_frontier(crawler);
    size_t owed = crawler->frontier.count;
    given = given ? url_normalise(crawler->arena, str_from(given)) : NULL;
    enum status status = check_memory(crawler, err);
    if (!status)
        status = given ? read_sitemap(crawler, given, 1, err) : read_named_sitemaps(crawler, err);
    if (status || given || crawler->frontier.count > owed)
        crawler->follows = false;
    else
        crawler->frontier = linked;
    return status;
}

static enum status crawl_run(struct site_crawler *crawler, const char *start, struct error *err)
{
    enum status status = begin_at(crawler, start, err);
    if (!status)
        status = crawl_start(crawler, err);
    if (!status)
        status = prefer_sitemaps(crawler, err);
    if (!status)
        status = crawl_rest(crawler, err);
    if (status || crawler->report->stored)
        return status;
    const char *problem = crawler->report->last_problem;
    if (crawler->report->refused_by_robots)
        return error_set(err, E_DENIED, NULL, "no page of the site could be had: its robots.txt forbids it");
    return error_set(err, E_NOT_FOUND, NULL, "no page of the site could be had%s%s", *problem ? ": " : "", problem);
}

enum status crawl_site(struct net *net, const struct crawl_options *options, crawl_on_page on_page, void *context,
                       struct crawl_report *report, struct error *err)
{
    *report = (struct crawl_report){.fetched = 0};
    const char *given = options->start_url ? options->start_url : options->sitemap_url;
    struct url parts;
    if (!given)
        return error_set(err, E_INVALID, NULL, "a crawl needs a start page or a sitemap");
    enum status status = url_parse(str_trim(str_from(given)), &parts, err);
    if (status)
        return status;
    struct arena *arena = arena_new();
    char *start = arena ? url_normalise(arena, str_from(given)) : NULL;
    struct site_crawler crawler = {
        .options = options,
        .on_page = on_page,
        .context = context,
        .report = report,
        .arena = arena,
        .fetcher = {.net = net, .cancel = options->cancel, .wished_delay_ms = options->delay_ms},
        .deadline = options->time_ms ? clock_mono_ms() + options->time_ms : 0,
        .max_pages = options->max_pages ? options->max_pages : USUAL_PAGES,
    };
    status = start ? crawl_run(&crawler, start, err) : error_memory(err);
    arena_free(arena);
    return status;
}
