#include "service/domain/crawler.h"

#include "base/system/fair_pool.h"
#include "base/system/thread.h"
#include "service/domain/domain_crawl.h"
#include "store/db/db.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

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
static struct crawling **place_of(struct crawler *crawler, const char *domain_id)
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
    if (!*place_of(crawler, domain_id)) {
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
    *place_of(crawler, crawling->domain_id) = crawling->next;
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
    return status == OK ? domain_get(db, next->arena, NULL, next->lease.domain_id, &next->domain, err) : status;
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
    for (size_t i = 0; i < list->count && status == OK; i++) {
        struct crawling *entered = crawler_enter(crawler, list->domains[i].id, &status);
        if (!entered)
            continue;
        status = fair_pool_submit(crawler->pool, list->domains[i].account_id, crawl, entered, NULL);
        if (status != OK)
            crawler_leave(entered);
    }
    return status;
}

static enum status find_and_put(struct crawler *crawler)
{
    struct crawler_list list = {.arena = arena_new()};
    enum status status = list.arena ? store_read(crawler->options.store, list_domains, &list, NULL) : E_MEMORY;
    if (status == OK)
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
        struct crawling *crawling = *place_of(crawler, renewal->leases[i].domain_id);
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
    if (status == OK && renewal.count)
        status = store_write(crawler->options.store, crawler_renew, &renewal, &err);
    if (status == OK)
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
    if (status == OK && pause)
        return pause;
    pthread_mutex_lock(&crawler->looking);
    if (status == OK && !atomic_load(&crawler->stopping))
        status = find_and_put(crawler);
    pthread_mutex_unlock(&crawler->looking);
    if (status != OK)
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
    return status == OK ? background_start(&crawler->background, crawler_look, crawler, err) : status;
}

void crawler_wake(struct crawler *crawler)
{
    background_wake(&crawler->background);
}

void crawler_drop(struct crawler *crawler, const char *domain_id)
{
    pthread_mutex_lock(&crawler->background.lock);
    struct crawling *crawling = *place_of(crawler, domain_id);
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
