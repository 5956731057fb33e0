#include "deliver/deliver.h"
#include "deliver/site/site.h"

#define SECONDS(n) ((int64_t)(n)*1000)
#define MINUTES(n) SECONDS((n)*60)
#define HOURS(n)   MINUTES((n)*60)

/* The wait after the first failed attempt, after the second, and so on; the schedule of Standard Webhooks 1.0. */
static const int64_t retry_delays[] = {SECONDS(5), MINUTES(5), MINUTES(30), HOURS(2), HOURS(5),
                                       HOURS(10),  HOURS(14),  HOURS(20),   HOURS(24)};
_Static_assert(COUNT_OF(retry_delays) == DELIVERY_ATTEMPTS - 1, "there is a wait between any two attempts");
static const int64_t LONGEST_DELAY = HOURS(24);

enum { JITTER_PART = 10 }; /* up to a tenth, so that deliveries that failed together do not come back together */

static void schedule_retry(struct delivery *delivery, int64_t retry_after, int64_t now)
{
    size_t attempts = (size_t)delivery->attempts;
    if (attempts >= DELIVERY_ATTEMPTS) {
        delivery->state = DELIVERY_FAILED;
        return;
    }
    int64_t delay = retry_delays[attempts - 1];
    delay += (int64_t)random_below((uint64_t)(delay / JITTER_PART) + 1);
    if (retry_after > delay)
        delay = retry_after < LONGEST_DELAY ? retry_after : LONGEST_DELAY;
    delivery->next_at = now + delay;
    delivery->state = DELIVERY_PENDING;
}

void deliver_later(struct delivery *delivery, const char *problem, int64_t now)
{
    delivery->last_status = 0;
    delivery->last_error = problem;
    schedule_retry(delivery, -1, now);
}

enum status deliver_attempt(const struct delivery_call *call, struct delivery *delivery, int64_t (*clock)(void),
                            enum delivery_verdict *verdict, struct error *err)
{
    struct delivery_outcome outcome = {.retry_after_ms = -1};
    enum status status = (call->target ? call->target : &plain_target)->send(call, &outcome, err);
    if (status != OK)
        return status;
    int64_t now = clock();
    delivery->busy_until = outcome.busy_ms ? now + outcome.busy_ms : 0;
    delivery->last_status = outcome.status;
    delivery->last_error = outcome.problem;
    if (site_is_address(outcome.remote_url))
        delivery->remote_url = outcome.remote_url;
    *verdict = outcome.verdict;
    if (outcome.verdict == DELIVERY_ACCEPTED)
        delivery->state = DELIVERY_DELIVERED;
    else if (outcome.verdict == DELIVERY_RETRY)
        schedule_retry(delivery, outcome.retry_after_ms, now);
    else
        delivery->state = DELIVERY_FAILED;
    return OK;
}
