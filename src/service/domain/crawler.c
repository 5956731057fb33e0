#include "service/domain/crawler.h"

#include "base/thread.h"
#include "research/crawl/crawl.h"
#include "service/domain/crawl_log.h"
#include "service/http/waiters.h"
#include "service/internal.h"

#include <pthread.h>
#include <stdlib.h>

enum { PAGES_AT_ONCE = 32, BYTES_AT_ONCE = 8 << 20, MS_AT_ONCE = 1000, RETRY_MS = 1000 };

struct crawler {
    struct service *service;
    pthread_t thread;
    bool running;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool woken, closed;
    char domain_id[UUID_LENGTH + 1]; /* of the crawl that runs */
    atomic_bool cancel;
};

/* One crawl. Pages go to the store in batches: one transaction for each page would be a commit for each. A slow one's go every
 * second, so that whoever watches sees it go on. */
struct crawl {
    struct crawler *crawler;
    struct arena *arena; /* of the domain */
    struct domain domain;
    int64_t started;
    struct arena *batch_arena;
    struct domain_page batch[PAGES_AT_ONCE];
    size_t count, bytes;
    int64_t flushed_at; /* clock_mono_ms */
};

/* --- the store --- */

static enum status first_crawling(struct db *db, void *argument, struct error *err)
{
    struct crawl *crawl = argument;
    struct domain *domains;
    size_t count;
    enum status status = domain_crawling(db, crawl->arena, &domains, &count, err);
    if (status == OK && count == 0)
        return error_set(err, E_NOT_FOUND, NULL, "no domain waits for a crawl");
    if (status == OK)
        crawl->domain = domains[0];
    return status;
}

static enum status put_batch(struct db *db, void *argument, struct error *err)
{
    struct crawl *crawl = argument;
    return domain_put_pages(db, crawl->domain.id, crawl->batch, crawl->count, clock_now_ms(), err);
}

static enum status flush(struct crawl *crawl, struct error *err)
{
    struct service *service = crawl->crawler->service;
    enum status status = crawl->count ? store_write(service->store, put_batch, crawl, err) : OK;
    if (status == OK && crawl->count)
        hub_notify(service->hub, crawl->domain.id);
    arena_free(crawl->batch_arena);
    crawl->batch_arena = arena_new();
    crawl->count = crawl->bytes = 0;
    crawl->flushed_at = clock_mono_ms();
    return status == OK && !crawl->batch_arena ? error_memory(err) : status;
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

struct outcome {
    struct crawl *crawl;
    enum domain_state state;
    const char *problem;
    bool complete; /* pages that were not met are gone from the site */
};

/* The domain as it is now, which may have been renamed meanwhile, with the outcome. */
static enum status finish(struct db *db, void *argument, struct error *err)
{
    struct outcome *outcome = argument;
    struct crawl *crawl = outcome->crawl;
    struct domain now;
    int64_t at = clock_now_ms();
    enum status status = domain_get(db, crawl->arena, crawl->domain.account_id, crawl->domain.id, &now, err);
    if (status == OK && outcome->complete)
        status = domain_drop_older(db, now.id, crawl->started, err);
    if (status != OK)
        return status;
    now.state = outcome->state;
    now.problem = outcome->problem;
    return domain_update(db, &now, at, err);
}

/* --- one crawl --- */

static const char *describe(struct arena *arena, const struct crawl_report *report)
{
    if (report->failed == 0 && report->refused_by_robots == 0)
        return NULL;
    return arena_printf(arena, "%zu pages stored; left out: %zu that could not be read, %zu that robots.txt closes%s%s",
                        report->stored, report->failed, report->refused_by_robots,
                        report->last_problem[0] ? "; the last problem: " : "", report->last_problem);
}

static void crawl_domain(struct crawl *crawl)
{
    struct crawler *crawler = crawl->crawler;
    struct service *service = crawler->service;
    struct error err = {0};
    struct crawl_report report = {0};
    struct crawl_options options = {
        .start_url = crawl->domain.start_url,
        .sitemap_url = crawl->domain.sitemap_url,
        .delay_ms = -1,
        .cancel = &crawler->cancel,
    };
    int64_t began_at = clock_mono_ms();
    crawl->started = clock_now_ms();
    crawl_log_begun(&crawl->domain);
    crawl->batch_arena = arena_new();
    enum status status = crawl->batch_arena ? OK : error_memory(&err);
    if (status == OK)
        status = crawl_site(service->net, &options, on_page, crawl, &report, &err);
    if (status == OK)
        status = flush(crawl, &err);
    arena_free(crawl->batch_arena);
    if (status == E_CANCELLED || atomic_load(&crawler->cancel)) {
        crawl_log_left(&crawl->domain, atomic_load(&service->stopping));
        return;
    }
    struct outcome outcome = {
        .crawl = crawl,
        .state = status == OK ? DOMAIN_READY : DOMAIN_FAILED,
        .problem = status == OK ? describe(crawl->arena, &report) : err.message,
        .complete = status == OK && report.failed == 0,
    };
    struct error end;
    if (store_write(service->store, finish, &outcome, &end) != OK && end.status != E_NOT_FOUND)
        log_line(LOG_ERROR, "the crawl of domain %s cannot be ended: %s", crawl->domain.id, end.message);
    crawl_log_ended(&crawl->domain, status != OK, report.stored, outcome.problem, began_at);
    hub_notify(service->hub, crawl->domain.id);
}

/* --- the thread --- */

static void set_current(struct crawler *crawler, const char *domain_id)
{
    pthread_mutex_lock(&crawler->lock);
    snprintf(crawler->domain_id, sizeof crawler->domain_id, "%s", domain_id);
    atomic_store(&crawler->cancel, crawler->closed);
    pthread_mutex_unlock(&crawler->lock);
}

/* OK: there was a domain to crawl. */
static enum status crawl_next(struct crawler *crawler)
{
    struct error err;
    struct crawl *crawl = calloc(1, sizeof *crawl);
    if (!crawl)
        return E_MEMORY;
    crawl->crawler = crawler;
    crawl->arena = arena_new();
    enum status status = crawl->arena ? store_read(crawler->service->store, first_crawling, crawl, &err) : E_MEMORY;
    if (status == OK) {
        set_current(crawler, crawl->domain.id);
        crawl_domain(crawl);
        set_current(crawler, "");
    }
    arena_free(crawl->arena);
    free(crawl);
    return status;
}

static void *run(void *argument)
{
    struct crawler *crawler = argument;
    pthread_mutex_lock(&crawler->lock);
    while (!crawler->closed) {
        crawler->woken = false;
        pthread_mutex_unlock(&crawler->lock);
        enum status status = crawl_next(crawler);
        pthread_mutex_lock(&crawler->lock);
        struct timespec until = condition_in_ms(RETRY_MS);
        if (status == OK || crawler->woken || crawler->closed)
            continue;
        if (status == E_NOT_FOUND)
            pthread_cond_wait(&crawler->changed, &crawler->lock);
        else
            pthread_cond_timedwait(&crawler->changed, &crawler->lock, &until);
    }
    pthread_mutex_unlock(&crawler->lock);
    return NULL;
}

enum status crawler_start(struct service *service, struct crawler **out, struct error *err)
{
    struct crawler *crawler = calloc(1, sizeof *crawler);
    if (!crawler)
        return error_memory(err);
    condition_init(&crawler->changed);
    pthread_mutex_init(&crawler->lock, NULL);
    crawler->service = service;
    *out = crawler;
    crawler->running = pthread_create(&crawler->thread, NULL, run, crawler) == 0;
    return crawler->running ? OK : error_set(err, E_MEMORY, NULL, "no more threads can be made");
}

void crawler_wake(struct crawler *crawler)
{
    pthread_mutex_lock(&crawler->lock);
    crawler->woken = true;
    pthread_cond_signal(&crawler->changed);
    pthread_mutex_unlock(&crawler->lock);
}

void crawler_drop(struct crawler *crawler, const char *domain_id)
{
    pthread_mutex_lock(&crawler->lock);
    if (strcmp(crawler->domain_id, domain_id) == 0)
        atomic_store(&crawler->cancel, true);
    pthread_mutex_unlock(&crawler->lock);
}

void crawler_stop(struct crawler *crawler)
{
    if (!crawler)
        return;
    pthread_mutex_lock(&crawler->lock);
    crawler->closed = true;
    atomic_store(&crawler->cancel, true);
    pthread_cond_signal(&crawler->changed);
    pthread_mutex_unlock(&crawler->lock);
    if (crawler->running)
        pthread_join(crawler->thread, NULL);
    pthread_cond_destroy(&crawler->changed);
    pthread_mutex_destroy(&crawler->lock);
    free(crawler);
}
