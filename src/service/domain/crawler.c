#include "service/domain/crawler.h"

#include "base/system/fair_pool.h"
#include "base/system/thread.h"
#include "service/domain/domain_crawl.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { RETRY_MS = 1000, AT_ONCE = 16 };

/* A domain that is in line for a crawl or being crawled. */
struct crawling {
    struct crawler *crawler;
    char domain_id[UUID_LENGTH + 1];
    atomic_bool cancel;
    struct crawling *next;
};

struct crawler {
    struct crawler_options options;
    struct background background; /* puts domains in line; its lock guards the list */
    struct crawling *first;
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
static struct crawling *enter(struct crawler *crawler, const char *domain_id, enum status *status)
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

static void leave(struct crawling *crawling)
{
    struct crawler *crawler = crawling->crawler;
    pthread_mutex_lock(&crawler->background.lock);
    *place_of(crawler, crawling->domain_id) = crawling->next;
    pthread_mutex_unlock(&crawler->background.lock);
    free(crawling);
}

/* --- one crawl, in a thread of the pool --- */

struct next {
    const char *domain_id;
    struct arena *arena;
    struct domain domain;
};

static enum status find(struct db *db, void *argument, struct error *err)
{
    struct next *next = argument;
    return domain_get(db, next->arena, NULL, next->domain_id, &next->domain, err);
}

/* What cannot be stored at the end leaves the domain as one that is to be crawled: the background thread finds it. */
static void crawl(void *argument)
{
    struct crawling *crawling = argument;
    struct crawler *crawler = crawling->crawler;
    struct next next = {.domain_id = crawling->domain_id, .arena = arena_new()};
    bool may_run = next.arena && !atomic_load(&crawling->cancel);
    if (may_run && store_read(crawler->options.store, find, &next, NULL) == OK && next.domain.state == DOMAIN_CRAWLING)
        domain_crawl(&crawler->options, &next.domain, next.arena, &crawling->cancel, &crawler->stopping);
    arena_free(next.arena);
    leave(crawling);
    background_wake(&crawler->background);
}

/* --- putting domains in line --- */

struct list {
    struct arena *arena;
    struct domain *domains;
    size_t count;
};

static enum status list_domains(struct db *db, void *argument, struct error *err)
{
    struct list *list = argument;
    return domain_crawling(db, list->arena, &list->domains, &list->count, err);
}

static enum status put_in_line(struct crawler *crawler, const struct list *list)
{
    enum status status = OK;
    for (size_t i = 0; i < list->count && status == OK; i++) {
        struct crawling *entered = enter(crawler, list->domains[i].id, &status);
        if (!entered)
            continue;
        status = fair_pool_submit(crawler->pool, list->domains[i].account_id, crawl, entered, NULL);
        if (status != OK)
            leave(entered);
    }
    return status;
}

static enum status find_and_put(struct crawler *crawler)
{
    struct list list = {.arena = arena_new()};
    enum status status = list.arena ? store_read(crawler->options.store, list_domains, &list, NULL) : E_MEMORY;
    if (status == OK)
        status = put_in_line(crawler, &list);
    arena_free(list.arena);
    return status;
}

/* The work of the background thread. */
static int64_t look(void *argument)
{
    struct crawler *crawler = argument;
    pthread_mutex_lock(&crawler->looking);
    enum status status = atomic_load(&crawler->stopping) ? OK : find_and_put(crawler);
    pthread_mutex_unlock(&crawler->looking);
    return status == OK ? BACKGROUND_UNTIL_WOKEN : RETRY_MS;
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
    return status == OK ? background_start(&crawler->background, look, crawler, err) : status;
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
