#include "service/domain/domain_crawl.h"

#include "research/crawl/crawl.h"
#include "service/account/bounds.h"
#include "service/domain/crawl_log.h"
#include "store/db/db.h"

#include <stdio.h>

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
    if (status == OK)
        status = domain_put_visits(db, domain->id, put->crawl->visits, put->crawl->visit_count, now, err);
    if (status == OK)
        status = domain_put_pages(db, domain->id, put->pages, put->count, now, err);
    return status == OK ? bounds_check_pages(db, put->crawl->options->bounds, domain, err) : status;
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
        if (status != OK)
            return status;
    }
    return OK;
}

static enum status flush(struct crawl *crawl, struct error *err)
{
    const struct crawler_options *options = crawl->options;
    bool is_empty = crawl->count == 0 && crawl->visit_count == 0;
    enum status status = is_empty ? OK : put_batch(crawl, err);
    if (status == OK && !is_empty)
        options->changed(options->context, crawl->domain->id);
    arena_free(crawl->batch_arena);
    crawl->batch_arena = arena_new();
    crawl->count = crawl->bytes = crawl->visit_count = 0;
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
    if (status == OK)
        status = crawl_site(crawl->options->net, &options, on_page, crawl, report, err);
    if (status == OK)
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
    if (status == OK)
        status = domain_get(db, crawl->arena, before->account_id, before->id, &now, err);
    if (status == OK && outcome->complete)
        status = domain_drop_older(db, now.id, crawl->started, err);
    if (status != OK)
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

void domain_crawl(const struct crawler_options *options, const struct domain *domain, const struct crawl_lease *lease,
                  int64_t started, struct arena *arena, const atomic_bool *cancel, const atomic_bool *stopping)
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
        .state = status == OK ? DOMAIN_READY : DOMAIN_FAILED,
        .problem = status == OK ? crawl_describe(arena, &report) : err.message,
        .is_bounded = status == E_LIMIT,
        .complete = status == OK && report.failed == 0 && !report.is_cut_short,
    };
    enum status ended = store_write(options->store, crawl_finish, &outcome, &end);
    if (is_lost(ended, &end)) {
        crawl_log_left(domain, atomic_load(stopping));
        return;
    }
    if (ended != OK && ended != E_NOT_FOUND)
        log_line(LOG_ERROR, "the crawl of domain %s cannot be ended: %s", domain->id, end.message);
    crawl_log_ended(domain, status != OK, report.stored, outcome.problem, began_at);
    options->changed(options->context, domain->id);
}
