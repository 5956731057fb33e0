#include "service/domain/crawler.h"

#include "base/system/thread.h"
#include "service/domain/domain_crawl.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { RETRY_MS = 1000 };

struct crawler {
    struct crawler_options options;
    struct background background;    /* its lock guards domain_id */
    char domain_id[UUID_LENGTH + 1]; /* of the crawl under way, "" when there is none */
    atomic_bool cancel;              /* of the crawl under way */
    atomic_bool stopping;            /* set once, before `cancel` */
};

struct next {
    struct arena *arena;
    struct domain domain;
};

static enum status find_next(struct db *db, void *argument, struct error *err)
{
    struct next *next = argument;
    struct domain *domains;
    size_t count;
    enum status status = domain_crawling(db, next->arena, &domains, &count, err);
    if (status == OK && count == 0)
        return error_set(err, E_NOT_FOUND, NULL, "no domain waits for a crawl");
    if (status == OK)
        next->domain = domains[0];
    return status;
}

static void set_current(struct crawler *crawler, const char *domain_id)
{
    pthread_mutex_lock(&crawler->background.lock);
    snprintf(crawler->domain_id, sizeof crawler->domain_id, "%s", domain_id);
    atomic_store(&crawler->cancel, atomic_load(&crawler->stopping));
    pthread_mutex_unlock(&crawler->background.lock);
}

/* Crawls the first domain that waits for it; the work of the background thread. */
static int64_t crawl_next(void *argument)
{
    struct crawler *crawler = argument;
    if (atomic_load(&crawler->stopping))
        return BACKGROUND_UNTIL_WOKEN;
    struct next next = {.arena = arena_new()};
    enum status status = next.arena ? store_read(crawler->options.store, find_next, &next, NULL) : E_MEMORY;
    if (status == OK) {
        set_current(crawler, next.domain.id);
        domain_crawl(&crawler->options, &next.domain, next.arena, &crawler->cancel, &crawler->stopping);
        set_current(crawler, "");
    }
    arena_free(next.arena);
    if (status == OK)
        return 0;
    return status == E_NOT_FOUND ? BACKGROUND_UNTIL_WOKEN : RETRY_MS;
}

enum status crawler_start(const struct crawler_options *options, struct crawler **out, struct error *err)
{
    struct crawler *crawler = calloc(1, sizeof *crawler);
    if (!crawler)
        return error_memory(err);
    crawler->options = *options;
    *out = crawler;
    return background_start(&crawler->background, crawl_next, crawler, err);
}

void crawler_wake(struct crawler *crawler)
{
    background_wake(&crawler->background);
}

void crawler_drop(struct crawler *crawler, const char *domain_id)
{
    pthread_mutex_lock(&crawler->background.lock);
    if (strcmp(crawler->domain_id, domain_id) == 0)
        atomic_store(&crawler->cancel, true);
    pthread_mutex_unlock(&crawler->background.lock);
}

void crawler_stop(struct crawler *crawler)
{
    if (!crawler)
        return;
    pthread_mutex_lock(&crawler->background.lock);
    atomic_store(&crawler->stopping, true);
    atomic_store(&crawler->cancel, true);
    pthread_mutex_unlock(&crawler->background.lock);
    background_stop(&crawler->background);
    free(crawler);
}
