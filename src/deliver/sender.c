#include "deliver/sender.h"

#include "base/log_event.h"
#include "base/system/thread.h"
#include "text/url.h"

#include <stdlib.h>

enum { LEASE_MS = 30000, PER_ACCOUNT = 4, LONGEST_SLEEP_MS = 60000, RETRY_MS = 1000 };

struct sender {
    struct sender_options options;
    struct background background;
    atomic_bool cancel; /* set once, when it is stopped */
};

/* --- the store --- */

struct attempt {
    struct arena *arena;
    struct delivery delivery;
    struct article article;
    int64_t next_at; /* when nothing is due: the time of the next delivery */
};

static enum status claim(struct db *db, void *argument, struct error *err)
{
    struct attempt *attempt = argument;
    return delivery_claim(db, attempt->arena, clock_now_ms(), LEASE_MS, PER_ACCOUNT, &attempt->delivery,
                          &attempt->next_at, err);
}

static enum status read_article(struct db *db, void *argument, struct error *err)
{
    struct attempt *attempt = argument;
    return article_get(db, attempt->arena, NULL, attempt->delivery.article_id, &attempt->article, err);
}

static enum status update(struct db *db, void *argument, struct error *err)
{
    struct attempt *attempt = argument;
    return delivery_end(db, &attempt->delivery, clock_now_ms(), err);
}

/* --- one attempt --- */

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

/* Makes the attempt that was claimed, and stores what came of it. E_NOT_FOUND: the article was deleted meanwhile. */
static enum status make_attempt(struct sender *sender, struct attempt *attempt, struct error *err)
{
    const struct sender_options *options = &sender->options;
    const struct delivery_call call = {
        .net = options->net,
        .delivery = &attempt->delivery,
        .article = &attempt->article,
        .write_record = options->write_record,
        .record_context = options->record_context,
        .cancel = &sender->cancel,
        .arena = attempt->arena,
    };
    enum delivery_verdict verdict;
    enum status status = store_read(options->store, read_article, attempt, err);
    if (status == OK)
        status = deliver_attempt(NULL, &call, &attempt->delivery, clock_now_ms(), &verdict, err);
    if (status == OK)
        status = store_write(options->store, update, attempt, err);
    if (status != OK)
        return status;
    bool delivered = attempt->delivery.state == DELIVERY_DELIVERED;
    log_delivery(&attempt->delivery);
    atomic_fetch_add(delivered ? &options->counters->delivered : &options->counters->failures, 1);
    return OK;
}

/* --- the thread --- */

/* How long to sleep when nothing is due before next_at. */
static int64_t pause_until(int64_t next_at)
{
    int64_t pause = next_at - clock_now_ms();
    if (pause > LONGEST_SLEEP_MS)
        return LONGEST_SLEEP_MS;
    return pause > 0 ? pause : 0;
}

/* One attempt at what is due longest; the work of the background thread. */
static int64_t send_next(void *argument)
{
    struct sender *sender = argument;
    struct error err;
    if (atomic_load(&sender->cancel))
        return BACKGROUND_UNTIL_WOKEN;
    struct attempt attempt = {.arena = arena_new(), .next_at = INT64_MAX};
    if (!attempt.arena)
        return RETRY_MS;
    int64_t pause = 0;
    enum status status = store_write(sender->options.store, claim, &attempt, &err);
    if (status == E_NOT_FOUND) {
        pause = pause_until(attempt.next_at);
    } else {
        if (status == OK)
            status = make_attempt(sender, &attempt, &err);
        if (status != OK && status != E_CANCELLED && status != E_NOT_FOUND)
            log_line(LOG_ERROR, "a delivery failed: %s", err.message);
        pause = status == OK || status == E_NOT_FOUND ? 0 : RETRY_MS;
    }
    arena_free(attempt.arena);
    return pause;
}

enum status sender_start(const struct sender_options *options, struct sender **out, struct error *err)
{
    struct sender *sender = calloc(1, sizeof *sender);
    if (!sender)
        return error_memory(err);
    sender->options = *options;
    *out = sender;
    return background_start(&sender->background, send_next, sender, err);
}

void sender_wake(struct sender *sender)
{
    if (sender)
        background_wake(&sender->background);
}

void sender_stop(struct sender *sender)
{
    if (!sender)
        return;
    atomic_store(&sender->cancel, true);
    background_stop(&sender->background);
    free(sender);
}
