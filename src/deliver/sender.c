#include "deliver/sender.h"

#include "base/log_event.h"
#include "base/thread.h"
#include "deliver/deliver.h"
#include "service/api/record.h"
#include "service/internal.h"
#include "text/url.h"

#include <pthread.h>
#include <stdlib.h>

enum { LEASE_MS = 30000, LONGEST_SLEEP_MS = 60000, RETRY_MS = 1000 };

struct deliveries {
    struct service *service;
    pthread_t thread;
    bool running;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool woken, closed;
    atomic_bool cancel;
};

struct attempt {
    struct arena *arena;
    struct delivery delivery;
    struct article article;
    int64_t next_at;
};

static enum status claim(struct db *db, void *argument, struct error *err)
{
    struct attempt *attempt = argument;
    return delivery_claim(db, attempt->arena, clock_now_ms(), LEASE_MS, &attempt->delivery, &attempt->next_at, err);
}

static enum status read_article(struct db *db, void *argument, struct error *err)
{
    struct attempt *attempt = argument;
    return article_get(db, attempt->arena, NULL, attempt->delivery.article_id, &attempt->article, err);
}

static enum status update(struct db *db, void *argument, struct error *err)
{
    struct attempt *attempt = argument;
    return delivery_update(db, &attempt->delivery, err);
}

static void log_delivery(const struct delivery *delivery)
{
    struct url url;
    bool delivered = delivery->state == DELIVERY_DELIVERED, again = delivery->state == DELIVERY_PENDING;
    struct log_event event = log_event_begin(delivered ? "delivery made" : "delivery failed");
    log_event_text(&event, "id", delivery->id);
    log_event_text(&event, "article", delivery->article_id);
    if (url_parse(str_from(delivery->url), &url, NULL) == OK)
        log_event_slice(&event, "host", url.host);
    log_event_number(&event, "status", delivery->last_status);
    log_event_number(&event, "attempt", delivery->attempts);
    log_event_text(&event, "reason", delivered ? NULL : delivery->last_error);
    if (again)
        log_event_seconds(&event, "again_in", delivery->next_at - clock_now_ms());
    log_event_end(&event, LOG_INFO);
}

static enum status post(struct deliveries *deliveries, struct attempt *attempt, struct error *err)
{
    struct service *service = deliveries->service;
    struct buf record = {0};
    record_write(&record, &attempt->article, true);
    enum status status = record.failed
                             ? error_memory(err)
                             : deliver_webhook(service->net, &attempt->delivery, (struct str){record.data, record.len},
                                               clock_now_ms(), &deliveries->cancel, attempt->arena, err);
    buf_free(&record);
    if (status != OK)
        return status;
    status = store_write(service->store, update, attempt, err);
    bool delivered = attempt->delivery.state == DELIVERY_DELIVERED;
    if (status == OK)
        log_delivery(&attempt->delivery);
    if (status == OK)
        atomic_fetch_add(delivered ? &service->metrics.delivered : &service->metrics.delivery_failures, 1);
    return status;
}

/* One attempt of what is due longest. Gives the milliseconds until it is worth looking again. */
static int64_t deliver_next(struct deliveries *deliveries)
{
    struct service *service = deliveries->service;
    struct attempt attempt = {.arena = arena_new(), .next_at = INT64_MAX};
    struct error err;
    if (!attempt.arena)
        return RETRY_MS;
    enum status status = store_write(service->store, claim, &attempt, &err);
    int64_t pause = 0;
    if (status == E_NOT_FOUND) {
        int64_t now = clock_now_ms();
        pause = attempt.next_at - now > LONGEST_SLEEP_MS ? LONGEST_SLEEP_MS : attempt.next_at - now;
    } else {
        if (status == OK)
            status = store_read(service->store, read_article, &attempt, &err);
        if (status == OK)
            status = post(deliveries, &attempt, &err);
        if (status != OK && status != E_CANCELLED && status != E_NOT_FOUND)
            log_line(LOG_ERROR, "a delivery failed: %s", err.message);
        pause = status == OK || status == E_NOT_FOUND ? 0 : RETRY_MS;
    }
    arena_free(attempt.arena);
    return pause > 0 ? pause : 0;
}

/* Sleeps unless woken. False: closed. */
static bool sleep_for(struct deliveries *deliveries, int64_t ms)
{
    struct timespec until = condition_in_ms(ms);
    pthread_mutex_lock(&deliveries->lock);
    while (!deliveries->closed && !deliveries->woken && ms > 0)
        if (pthread_cond_timedwait(&deliveries->changed, &deliveries->lock, &until) != 0)
            break;
    deliveries->woken = false;
    bool open = !deliveries->closed;
    pthread_mutex_unlock(&deliveries->lock);
    return open;
}

static void *run(void *argument)
{
    struct deliveries *deliveries = argument;
    int64_t pause = 0;
    while (sleep_for(deliveries, pause))
        pause = deliver_next(deliveries);
    return NULL;
}

enum status deliveries_start(struct service *service, struct deliveries **out, struct error *err)
{
    struct deliveries *deliveries = calloc(1, sizeof *deliveries);
    if (!deliveries)
        return error_memory(err);
    condition_init(&deliveries->changed);
    pthread_mutex_init(&deliveries->lock, NULL);
    deliveries->service = service;
    *out = deliveries;
    deliveries->running = pthread_create(&deliveries->thread, NULL, run, deliveries) == 0;
    return deliveries->running ? OK : error_set(err, E_MEMORY, NULL, "no more threads can be made");
}

void deliveries_wake(struct deliveries *deliveries)
{
    if (!deliveries)
        return;
    pthread_mutex_lock(&deliveries->lock);
    deliveries->woken = true;
    pthread_cond_signal(&deliveries->changed);
    pthread_mutex_unlock(&deliveries->lock);
}

void deliveries_stop(struct deliveries *deliveries)
{
    if (!deliveries)
        return;
    atomic_store(&deliveries->cancel, true);
    pthread_mutex_lock(&deliveries->lock);
    deliveries->closed = true;
    pthread_cond_signal(&deliveries->changed);
    pthread_mutex_unlock(&deliveries->lock);
    if (deliveries->running)
        pthread_join(deliveries->thread, NULL);
    pthread_cond_destroy(&deliveries->changed);
    pthread_mutex_destroy(&deliveries->lock);
    free(deliveries);
}
