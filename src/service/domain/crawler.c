#include "base/system/system.h"
#include "research/crawl/crawl.h"
#include "service/account/account.h"
#include "service/domain/domain.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static struct log_event begin_crawl(const char *name, const struct domain *domain)
{
    struct log_event event = log_event_begin(name);
    log_event_text(&event, "domain", domain->id);
    log_event_text(&event, "name", domain->name);
    return event;
}

static void crawl_log_begun(const struct domain *domain)
{
    struct log_event event = begin_crawl("crawl begun", domain);
    log_event_end(&event, LOG_INFO);
}

/* problem: what was left out, or why the crawl failed; NULL: nothing. began_at: clock_mono_ms. */
static void crawl_log_ended(const struct domain *domain, bool failed, size_t pages, const char *problem,
                            int64_t began_at)
{
    struct log_event event = begin_crawl(failed ? "crawl failed" : "crawl ended", domain);
    log_event_number(&event, "pages", (int64_t)pages);
    log_event_text(&event, failed ? "reason" : "note", problem);
    log_event_seconds(&event, "seconds", clock_mono_ms() - began_at);
    log_event_end(&event, LOG_INFO);
}

/* The crawl was broken off. interrupted: the service stops, and the crawl begins anew later; otherwise the domain
 * was deleted, or another node crawls it. */
static void crawl_log_left(const struct domain *domain, bool interrupted)
{
    struct log_event event = begin_crawl(
        interrupted ? "crawl interrupted, goes on when the service runs again:" : "crawl cancelled", domain);
    log_event_end(&event, LOG_INFO);
}

enum { PAGES_AT_ONCE = 32, BYTES_AT_ONCE = 8 << 20, MS_AT_ONCE = 1000, MOST_MINUTES = 30 };

/*
 * Pages go to the store in batches, since one transaction for each would be a commit for each. On a slow site a batch
 * is stored every second, so that whoever watches the domain sees its number of pages grow.
 */
struct crawl {
    const struct crawler_options *options;
    const struct domain *domain;
    const struct crawl_lease *lease;
    struct arena *arena; /* of the domain */
    int64_t started;     /* the database's time */
    struct arena *batch_arena;
    struct domain_page batch[PAGES_AT_ONCE];
    struct domain_visit visits[PAGES_AT_ONCE];
    size_t count, bytes, visit_count;
    int64_t flushed_at; /* clock_mono_ms */
};

/* --- pages --- */

struct put {
    const struct crawl *crawl;
    const struct domain_page *pages;
    size_t count;
};

static enum status put_pages(struct db *db, void *argument, struct error *err)
{
    const struct put *put = argument;
    const struct domain *domain = put->crawl->domain;
    int64_t now = db_now(db);
    enum status status = crawl_check(db, put->crawl->lease, err);
    if (!status)
        status = domain_put_visits(db, domain->id, put->crawl->visits, put->crawl->visit_count, now, err);
    if (!status)
        status = domain_put_pages(db, domain->id, put->pages, put->count, now, err);
    return status ? status : bounds_check_pages(db, put->crawl->options->bounds, domain, err);
}

/* At a bound of what the account may hold, as many pages as fit are kept. */
static enum status put_batch(const struct crawl *crawl, struct error *err)
{
    struct put put = {crawl, crawl->batch, crawl->count};
    enum status status = store_write(crawl->options->store, put_pages, &put, err);
    if (status != E_LIMIT)
        return status;
    for (put.count = 1; put.pages < crawl->batch + crawl->count; put.pages++) {
        status = store_write(crawl->options->store, put_pages, &put, err);
        if (status)
            return status;
    }
    return OK;
}

static enum status flush(struct crawl *crawl, struct error *err)
{
    const struct crawler_options *options = crawl->options;
    bool is_empty = crawl->count == 0 && crawl->visit_count == 0;
    enum status status = is_empty ? OK : put_batch(crawl, err);
    if (!status && !is_empty)
        options->changed(options->context, crawl->domain->id);
    arena_free(crawl->batch_arena);
    crawl->batch_arena = arena_new();
    crawl->count = crawl->bytes = crawl->visit_count = 0;
    crawl->flushed_at = clock_mono_ms();
    return !status && !crawl->batch_arena ? error_memory(err) : status;
}

static enum status on_page(void *context, const struct crawl_page *page, struct error *err)
{
    struct crawl *crawl = context;
    struct arena *arena = crawl->batch_arena;
    struct domain_page *copy = &crawl->batch[crawl->count];
    *copy = (struct domain_page){
        .url = arena_copy(arena, page->url),
        .title = arena_copy(arena, page->title ? page->title : ""),
        .language = arena_copy(arena, page->language ? page->language : ""),
        .html = {arena_copy_n(arena, page->html.data, page->html.len), page->html.len},
    };
    if (!copy->url || !copy->title || !copy->language || !copy->html.data)
        return error_memory(err);
    crawl->count++;
    crawl->bytes += page->html.len;
    bool is_due = crawl->count == PAGES_AT_ONCE || crawl->bytes >= BYTES_AT_ONCE ||
                  clock_mono_ms() - crawl->flushed_at >= MS_AT_ONCE;
    return is_due ? flush(crawl, err) : OK;
}

static enum status on_visit(void *context, const struct crawl_visit *visit, struct error *err)
{
    struct crawl *crawl = context;
    struct domain_visit *copy = &crawl->visits[crawl->visit_count];
    *copy = (struct domain_visit){
        .url = arena_copy(crawl->batch_arena, visit->url),
        .status = visit->status,
        .leads_to = visit->leads_to ? arena_copy(crawl->batch_arena, visit->leads_to) : NULL,
    };
    if (!copy->url || (visit->leads_to && !copy->leads_to))
        return error_memory(err);
    return ++crawl->visit_count == PAGES_AT_ONCE ? flush(crawl, err) : OK;
}

static enum status fetch_pages(struct crawl *crawl, const atomic_bool *cancel, struct crawl_report *report,
                               struct error *err)
{
    const struct crawl_options options = {
        .start_url = crawl->domain->start_url,
        .sitemap_url = crawl->domain->sitemap_url,
        .delay_ms = -1,
        .time_ms = MOST_MINUTES * 60 * 1000,
        .cancel = cancel,
        .on_visit = on_visit,
    };
    crawl->batch_arena = arena_new();
    enum status status = crawl->batch_arena ? OK : error_memory(err);
    if (!status)
        status = crawl_site(crawl->options->net, &options, on_page, crawl, report, err);
    if (!status)
        status = flush(crawl, err);
    arena_free(crawl->batch_arena);
    return status;
}

/* --- the outcome --- */

struct crawl_outcome {
    const struct crawl *crawl;
    enum domain_state state;
    const char *problem;
    bool is_bounded; /* the crawl ended at a bound of what the account may hold */
    bool complete;   /* every page could be read: one that was not found is gone from the site */
};

/* Stores the outcome with the domain as it is now: it may have been renamed meanwhile. */
static enum status crawl_finish(struct db *db, void *argument, struct error *err)
{
    const struct crawl_outcome *outcome = argument;
    const struct crawl *crawl = outcome->crawl;
    const struct domain *before = crawl->domain;
    struct domain now;
    int64_t at = db_now(db);
    enum status status = crawl_check(db, crawl->lease, err);
    if (!status)
        status = domain_get(db, crawl->arena, before->account_id, before->id, &now, err);
    if (!status && outcome->complete)
        status = domain_drop_older(db, now.id, crawl->started, err);
    if (status)
        return status;
    /* What a bound has left out does not spoil the pages that are there. */
    now.state = outcome->is_bounded && now.page_count ? DOMAIN_READY : outcome->state;
    now.problem = outcome->problem;
    return domain_update(db, &now, at, err);
}

/* What was left out; NULL when nothing was. */
static const char *crawl_describe(struct arena *arena, const struct crawl_report *report)
{
    char late[80] = "";
    if (report->failed == 0 && report->refused_by_robots == 0 && !report->is_cut_short)
        return NULL;
    if (report->is_cut_short)
        snprintf(late, sizeof late, ", and what could not be fetched within %d minutes", MOST_MINUTES);
    return arena_printf(arena,
                        "%zu pages stored; left out: %zu that could not be read, %zu that robots.txt closes%s%s%s",
                        report->stored, report->failed, report->refused_by_robots, late,
                        report->last_problem[0] ? "; the last problem: " : "", report->last_problem);
}

static bool is_lost(enum status status, const struct error *err)
{
    return status == E_CONFLICT && err->code && strcmp(err->code, "lease_lost") == 0;
}

/*
 * Crawls the domain, which is in state DOMAIN_CRAWLING, and stores it as DOMAIN_READY or DOMAIN_FAILED; `problem` then
 * says what was left out, or what went wrong. After half an hour nothing more is fetched, and at a bound of what the
 * account may hold the crawl ends; the pages up to there are kept. Pages of an earlier crawl that were not found again
 * are removed when every page could be read. Blocks for as long as that takes.
 *
 * lease: of this crawl, whose time other writes renew; when it is lost, nothing more is stored. started: the database's
 * time at its begin. *cancel true: breaks off soon and leaves the state as it is. *stopping: what the log says of that,
 * see crawl_log_left. arena: of the domain.
 */
static void domain_crawl(const struct crawler_options *options, const struct domain *domain,
                         const struct crawl_lease *lease, int64_t started, struct arena *arena,
                         const atomic_bool *cancel, const atomic_bool *stopping)
{
    struct error err = {0}, end;
    struct crawl_report report = {0};
    int64_t began_at = clock_mono_ms();
    struct crawl crawl = {.options = options, .domain = domain, .lease = lease, .arena = arena, .started = started};
    crawl_log_begun(domain);
    enum status status = fetch_pages(&crawl, cancel, &report, &err);
    if (status == E_CANCELLED || is_lost(status, &err) || atomic_load(cancel)) {
        crawl_log_left(domain, atomic_load(stopping));
        return;
    }
    struct crawl_outcome outcome = {
        .crawl = &crawl,
        .state = status ? DOMAIN_FAILED : DOMAIN_READY,
        .problem = status ? err.message : crawl_describe(arena, &report),
        .is_bounded = status == E_LIMIT,
        .complete = !status && report.failed == 0 && !report.is_cut_short,
    };
    enum status ended = store_write(options->store, crawl_finish, &outcome, &end);
    if (is_lost(ended, &end)) {
        crawl_log_left(domain, atomic_load(stopping));
        return;
    }
    if (ended != OK && ended != E_NOT_FOUND)
        log_line(LOG_ERROR, "the crawl of domain %s cannot be ended: %s", domain->id, end.message);
    crawl_log_ended(domain, status, report.stored, outcome.problem, began_at);
    options->changed(options->context, domain->id);
}

enum { RETRY_MS = 1000, AT_ONCE = 16, LEASE_MS = 30000, RENEW_MS = LEASE_MS / 3, LOOK_MS = 5000 };

/* A domain that is in line for a crawl or being crawled. */
struct crawling {
    struct crawler *crawler;
    char domain_id[UUID_LENGTH + 1];
    int64_t number; /* of the lease; 0: it is not claimed. Under the lock */
    atomic_bool cancel;
    struct crawling *next;
};

struct crawler {
    struct crawler_options options;
    struct background background; /* puts domains in line; its lock guards the list */
    struct crawling *first;
    int64_t renewed_at;      /* clock_mono_ms */
    int64_t look_at;         /* not before then. Under the lock */
    pthread_mutex_t looking; /* held while domains are put in line */
    struct fair_pool *pool;
    atomic_bool stopping; /* set once, before all `cancel` */
};

/* --- the list --- */

/* Under the lock. */
static struct crawling **crawling_of(struct crawler *crawler, const char *domain_id)
{
    struct crawling **place = &crawler->first;
    while (*place && strcmp((*place)->domain_id, domain_id) != 0)
        place = &(*place)->next;
    return place;
}

/* NULL: it is there already, or memory ran out. */
static struct crawling *crawler_enter(struct crawler *crawler, const char *domain_id, enum status *status)
{
    struct crawling *entered = NULL;
    pthread_mutex_lock(&crawler->background.lock);
    if (!*crawling_of(crawler, domain_id)) {
        entered = calloc(1, sizeof *entered);
        *status = entered ? *status : E_MEMORY;
    }
    if (entered) {
        entered->crawler = crawler;
        snprintf(entered->domain_id, sizeof entered->domain_id, "%s", domain_id);
        atomic_store(&entered->cancel, atomic_load(&crawler->stopping));
        entered->next = crawler->first;
        crawler->first = entered;
    }
    pthread_mutex_unlock(&crawler->background.lock);
    return entered;
}

static void crawler_leave(struct crawling *crawling)
{
    struct crawler *crawler = crawling->crawler;
    pthread_mutex_lock(&crawler->background.lock);
    *crawling_of(crawler, crawling->domain_id) = crawling->next;
    pthread_mutex_unlock(&crawler->background.lock);
    free(crawling);
}

/* --- one crawl, in a thread of the pool --- */

struct next {
    struct crawl_lease lease;
    struct arena *arena;
    struct domain domain;
    int64_t started;
};

static enum status crawler_claim(struct db *db, void *argument, struct error *err)
{
    struct next *next = argument;
    next->started = db_now(db);
    enum status status = crawl_claim(db, &next->lease, next->started + LEASE_MS, err);
    return status ? status : domain_get(db, next->arena, NULL, next->lease.domain_id, &next->domain, err);
}

static enum status crawler_release(struct db *db, void *argument, struct error *err)
{
    const struct next *next = argument;
    return crawl_release(db, &next->lease, err);
}

/* 0: it is renewed no longer. */
static void crawler_set_number(struct crawling *crawling, int64_t number)
{
    pthread_mutex_lock(&crawling->crawler->background.lock);
    crawling->number = number;
    pthread_mutex_unlock(&crawling->crawler->background.lock);
}

/* A lease that cannot be given back runs out. */
static void crawl_claimed(struct crawling *crawling, struct next *next)
{
    struct crawler *crawler = crawling->crawler;
    crawler_set_number(crawling, next->lease.number);
    background_wake(&crawler->background); /* it renews the lease from now on */
    domain_crawl(&crawler->options, &next->domain, &next->lease, next->started, next->arena, &crawling->cancel,
                 &crawler->stopping);
    crawler_set_number(crawling, 0);
    store_write(crawler->options.store, crawler_release, next, NULL);
}

/* Another node has it, or one of its account's, or the store failed: it is looked for again in a while. */
static void put_off(struct crawler *crawler)
{
    pthread_mutex_lock(&crawler->background.lock);
    crawler->look_at = clock_mono_ms() + RETRY_MS;
    pthread_mutex_unlock(&crawler->background.lock);
}

/* What cannot be stored at the end leaves the domain as one that is to be crawled: the background thread finds it. */
static void crawl(void *argument)
{
    struct crawling *crawling = argument;
    struct crawler *crawler = crawling->crawler;
    struct next next = {.lease = {crawling->domain_id, crawler->options.node, 0}, .arena = arena_new()};
    bool may_run = next.arena && !atomic_load(&crawling->cancel);
    if (may_run && store_write(crawler->options.store, crawler_claim, &next, NULL) == OK)
        crawl_claimed(crawling, &next);
    else
        put_off(crawler);
    arena_free(next.arena);
    crawler_leave(crawling);
    background_wake(&crawler->background);
}

/* --- putting domains in line --- */

struct crawler_list {
    struct arena *arena;
    struct domain *domains;
    size_t count;
};

static enum status list_domains(struct db *db, void *argument, struct error *err)
{
    struct crawler_list *list = argument;
    return domain_crawling(db, list->arena, &list->domains, &list->count, err);
}

static enum status put_in_line(struct crawler *crawler, const struct crawler_list *list)
{
    enum status status = OK;
    for (size_t i = 0; i < list->count && !status; i++) {
        struct crawling *entered = crawler_enter(crawler, list->domains[i].id, &status);
        if (!entered)
            continue;
        status = fair_pool_submit(crawler->pool, list->domains[i].account_id, crawl, entered, NULL);
        if (status)
            crawler_leave(entered);
    }
    return status;
}

static enum status find_and_put(struct crawler *crawler)
{
    struct crawler_list list = {.arena = arena_new()};
    enum status status = list.arena ? store_read(crawler->options.store, list_domains, &list, NULL) : E_MEMORY;
    if (!status)
        status = put_in_line(crawler, &list);
    arena_free(list.arena);
    return status;
}

/* --- renewing leases --- */

struct crawler_renewal {
    const char *node;
    struct arena *arena;
    struct crawl_lease leases[AT_ONCE];
    bool held[AT_ONCE];
    size_t count;
};

static enum status crawler_renew(struct db *db, void *argument, struct error *err)
{
    struct crawler_renewal *renewal = argument;
    return crawls_renew(db, renewal->arena, renewal->node, renewal->leases, renewal->count, db_now(db) + LEASE_MS,
                        renewal->held, err);
}

/* Copies of what is claimed now. False: memory ran out. */
static bool crawler_collect(struct crawler *crawler, struct crawler_renewal *renewal)
{
    bool good = true;
    pthread_mutex_lock(&crawler->background.lock);
    for (const struct crawling *crawling = crawler->first; crawling && renewal->count < AT_ONCE;
         crawling = crawling->next) {
        if (!crawling->number)
            continue;
        const char *id = arena_copy(renewal->arena, crawling->domain_id);
        good = good && id;
        renewal->leases[renewal->count++] = (struct crawl_lease){id, renewal->node, crawling->number};
    }
    pthread_mutex_unlock(&crawler->background.lock);
    return good;
}

/* A crawl that has lost its lease ends; one that began anew meanwhile has another number. */
static void cancel_lost(struct crawler *crawler, const struct crawler_renewal *renewal)
{
    pthread_mutex_lock(&crawler->background.lock);
    for (size_t i = 0; i < renewal->count; i++) {
        struct crawling *crawling = *crawling_of(crawler, renewal->leases[i].domain_id);
        if (!renewal->held[i] && crawling && crawling->number == renewal->leases[i].number)
            atomic_store(&crawling->cancel, true);
    }
    pthread_mutex_unlock(&crawler->background.lock);
}

/* *is_busy: crawls are under way. */
static enum status renew_all(struct crawler *crawler, bool *is_busy)
{
    struct error err;
    struct crawler_renewal renewal = {.node = crawler->options.node, .arena = arena_new()};
    enum status status = renewal.arena && crawler_collect(crawler, &renewal) ? OK : error_memory(&err);
    *is_busy = renewal.count > 0;
    if (!status && renewal.count)
        status = store_write(crawler->options.store, crawler_renew, &renewal, &err);
    if (!status)
        cancel_lost(crawler, &renewal);
    else if (status != E_CANCELLED)
        log_line(LOG_ERROR, "the leases of crawls cannot be renewed: %s", err.message);
    arena_free(renewal.arena);
    return status;
}

/* For how long nothing is looked for yet. */
static int64_t pause_of(struct crawler *crawler)
{
    pthread_mutex_lock(&crawler->background.lock);
    int64_t left = crawler->look_at - clock_mono_ms();
    pthread_mutex_unlock(&crawler->background.lock);
    return left > 0 ? left : 0;
}

static bool any_claimed(struct crawler *crawler)
{
    pthread_mutex_lock(&crawler->background.lock);
    const struct crawling *crawling = crawler->first;
    while (crawling && !crawling->number)
        crawling = crawling->next;
    pthread_mutex_unlock(&crawler->background.lock);
    return crawling != NULL;
}

/* The work of the background thread. A claim wakes it. */
static int64_t crawler_look(void *argument)
{
    bool is_busy = any_claimed(argument);
    struct crawler *crawler = argument;
    enum status status = OK;
    if (is_busy && clock_mono_ms() - crawler->renewed_at >= RENEW_MS) {
        crawler->renewed_at = clock_mono_ms();
        status = renew_all(crawler, &is_busy);
    }
    int64_t pause = pause_of(crawler);
    if (!status && pause)
        return pause;
    pthread_mutex_lock(&crawler->looking);
    if (!status && !atomic_load(&crawler->stopping))
        status = find_and_put(crawler);
    pthread_mutex_unlock(&crawler->looking);
    if (status)
        return RETRY_MS;
    bool must_look = is_busy || store_is_shared(crawler->options.store);
    return must_look ? LOOK_MS : BACKGROUND_UNTIL_WOKEN;
}

/* --- the crawler --- */

enum status crawler_start(const struct crawler_options *options, struct crawler **out, struct error *err)
{
    const struct fair_pool_options pool = {.threads = AT_ONCE, .per_owner = 1};
    struct crawler *crawler = calloc(1, sizeof *crawler);
    if (!crawler)
        return error_memory(err);
    crawler->options = *options;
    pthread_mutex_init(&crawler->looking, NULL);
    *out = crawler;
    enum status status = fair_pool_new(&pool, &crawler->pool, err);
    return status ? status : background_start(&crawler->background, crawler_look, crawler, err);
}

void crawler_wake(struct crawler *crawler)
{
    background_wake(&crawler->background);
}

void crawler_drop(struct crawler *crawler, const char *domain_id)
{
    pthread_mutex_lock(&crawler->background.lock);
    struct crawling *crawling = *crawling_of(crawler, domain_id);
    if (crawling)
        atomic_store(&crawling->cancel, true);
    pthread_mutex_unlock(&crawler->background.lock);
}

static void cancel_all(struct crawler *crawler)
{
    atomic_store(&crawler->stopping, true);
    if (!crawler->background.is_made)
        return;
    pthread_mutex_lock(&crawler->background.lock);
    for (struct crawling *crawling = crawler->first; crawling; crawling = crawling->next)
        atomic_store(&crawling->cancel, true);
    pthread_mutex_unlock(&crawler->background.lock);
}

/* The pool ends before the background thread, whose lock its crawls take; but not before nothing is put into it. */
void crawler_stop(struct crawler *crawler)
{
    if (!crawler)
        return;
    cancel_all(crawler);
    pthread_mutex_lock(&crawler->looking);
    pthread_mutex_unlock(&crawler->looking);
    fair_pool_free(crawler->pool);
    background_stop(&crawler->background);
    pthread_mutex_destroy(&crawler->looking);
    free(crawler);
}
