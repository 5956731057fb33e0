#include "base/log_event.h"
#include "deliver/deliver.h"
#include "text/values/date.h"

/* Long enough for a mended site to be tried again, short enough that nobody waits for the rest. */
static const int64_t LONGEST_FAILING_MS = 3 * (int64_t)DATE_DAY_MS;

static enum status disable_for(struct db *db, const char *id, const char *problem, int64_t now, struct error *err)
{
    enum status status = integration_disable(db, id, problem, now, err);
    if (status != OK)
        return status;
    struct log_event event = log_event_begin("integration disabled");
    log_event_text(&event, "id", id);
    log_event_text(&event, "why", problem);
    log_event_end(&event, LOG_WARN);
    return OK;
}

static enum status disable(struct db *db, const struct delivery *delivery, int64_t since, int64_t now,
                           struct error *err)
{
    char day[sizeof "2026-01-31"], problem[sizeof err->message];
    const char *why = delivery->last_error ? delivery->last_error : "it was refused";
    snprintf(problem, sizeof problem, "Every delivery has failed since %s; the last time: %s.",
             date_day_text(since, day), why);
    return disable_for(db, delivery->integration_id, problem, now, err);
}

/* OK also for an integration that was deleted meanwhile. */
static enum status note_failure(struct db *db, const struct delivery *delivery, enum delivery_verdict verdict,
                                int64_t now, struct error *err)
{
    int64_t since = now;
    enum status status = integration_failed(db, delivery->integration_id, now, &since, err);
    if (status != OK)
        return status == E_NOT_FOUND ? OK : status;
    if (verdict == DELIVERY_GONE)
        return disable_for(db, delivery->integration_id,
                           "The receiver answered with status 410: it wants no more deliveries.", now, err);
    return now - since < LONGEST_FAILING_MS ? OK : disable(db, delivery, since, now, err);
}

enum status deliver_settle(struct db *db, const struct delivery *delivery, enum delivery_verdict verdict, int64_t now,
                           struct error *err)
{
    enum status status = delivery_end(db, delivery, now, err);
    if (status != OK || !delivery->integration_id)
        return status;
    return verdict == DELIVERY_ACCEPTED ? integration_worked(db, delivery->integration_id, err)
                                        : note_failure(db, delivery, verdict, now, err);
}
