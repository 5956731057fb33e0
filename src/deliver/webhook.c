#include "deliver/deliver.h"

#define SECONDS(n) ((int64_t)(n)*1000)
#define MINUTES(n) SECONDS((n)*60)
#define HOURS(n)   MINUTES((n)*60)

enum {
    TIMEOUT_MS = 20 * 1000,
    HTTP_GONE = 410,
    JITTER_PART = 10, /* up to a tenth, so that deliveries that failed together do not come back together */
};

/* The wait after the first failed attempt, after the second, and so on; the schedule of Standard Webhooks 1.0. */
static const int64_t retry_delays[] = {SECONDS(5), MINUTES(5), MINUTES(30), HOURS(2), HOURS(5),
                                       HOURS(10),  HOURS(14),  HOURS(20),   HOURS(24)};
static const int64_t LONGEST_DELAY = HOURS(24);

static void set_outcome(struct delivery *delivery, enum delivery_state state, const char *problem)
{
    delivery->state = state;
    delivery->last_error = problem;
}

static void set_next_attempt(struct delivery *delivery, const char *problem, int64_t retry_after, int64_t now)
{
    size_t failures = (size_t)delivery->attempts;
    if (failures > COUNT_OF(retry_delays)) {
        set_outcome(delivery, DELIVERY_FAILED, problem);
        return;
    }
    int64_t delay = retry_delays[failures - 1];
    delay += (int64_t)random_below((uint64_t)(delay / JITTER_PART) + 1);
    if (retry_after > delay)
        delay = retry_after < LONGEST_DELAY ? retry_after : LONGEST_DELAY;
    delivery->next_at = now + delay;
    set_outcome(delivery, DELIVERY_PENDING, problem);
}

static enum status read_answer(struct delivery *delivery, const struct net_response *response, int64_t now,
                               struct arena *arena, struct error *err)
{
    delivery->last_status = response->status;
    if (response->status >= 200 && response->status < 300) {
        set_outcome(delivery, DELIVERY_DELIVERED, NULL);
        return OK;
    }
    const char *problem = arena_printf(arena, "the receiver answered with status %d", response->status);
    if (!problem)
        return error_memory(err);
    if (response->status == HTTP_GONE)
        set_outcome(delivery, DELIVERY_FAILED, problem);
    else
        set_next_attempt(delivery, problem, response->retry_after_ms, now);
    return OK;
}

enum status deliver_webhook(struct net *net, struct delivery *delivery, struct str record, int64_t now,
                            const atomic_bool *cancel, struct arena *arena, struct error *err)
{
    static const char *const headers[] = {"Content-Type: application/json", NULL};
    const struct net_request request = {
        .url = delivery->url,
        .method = "POST",
        .headers = headers,
        .body = record,
        .timeout_ms = TIMEOUT_MS,
        .max_redirects = -1,
        .cancel = cancel,
    };
    struct net_response response;
    struct error why;
    enum status status = net_fetch(net, &request, arena, &response, &why);
    if (status == E_MEMORY || status == E_CANCELLED)
        return error_set(err, status, why.code, "%s", why.message);
    delivery->attempts++;
    if (status == OK)
        return read_answer(delivery, &response, now, arena, err);
    const char *problem = arena_copy(arena, why.message);
    if (!problem)
        return error_memory(err);
    delivery->last_status = 0;
    set_next_attempt(delivery, problem, -1, now);
    return OK;
}
