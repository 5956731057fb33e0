#include "deliver/dispatch.h"

#include "base/log_event.h"
#include "store/db/db.h"
#include "text/url.h"

#include <stdlib.h>

enum { PROGRESS_MAX = 64 * 1024 }; /* bytes of JSON: what sites say becomes part of it */

/* What is read for it, and how far it has come. */
struct deliver_run {
    struct dispatch *dispatch;
    struct article article;
    struct integration integration;
    bool has_integration;        /* false: it was deleted, or there is none */
    json_t *settings, *progress; /* settings NULL: the webhookUrl */
    bool was_made;               /* there is a verdict */
    enum delivery_verdict verdict;
};

/* --- the store --- */

static enum status dispatch_read_all(struct db *db, void *argument, struct error *err)
{
    struct deliver_run *run = argument;
    const struct delivery *delivery = &run->dispatch->delivery;
    struct arena *arena = run->dispatch->arena;
    enum status status = article_get(db, arena, delivery->account_id, delivery->article_id, &run->article, err);
    if (status != OK || !delivery->integration_id)
        return status;
    status = integration_get(db, arena, delivery->account_id, delivery->integration_id, &run->integration, err);
    run->has_integration = status == OK;
    return status == E_NOT_FOUND ? OK : status;
}

/* What the attempt has set, by this machine's clock, in the time of the database. */
static struct delivery by_the_database(const struct delivery *delivery, const struct db *db)
{
    struct delivery moved = *delivery;
    int64_t ahead = clock_now_ms() - db_now(db);
    if (moved.state == DELIVERY_PENDING)
        moved.next_at -= ahead;
    if (moved.busy_until)
        moved.busy_until -= ahead;
    return moved;
}

static enum status dispatch_settle(struct db *db, void *argument, struct error *err)
{
    const struct deliver_run *run = argument;
    const struct delivery delivery = by_the_database(&run->dispatch->delivery, db);
    int64_t now = db_now(db);
    return run->was_made ? deliver_settle(db, &delivery, run->verdict, now, err)
                         : delivery_end(db, &delivery, now, err);
}

static enum status release_dispatch(struct db *db, void *argument, struct error *err)
{
    const struct dispatch *dispatch = argument;
    return delivery_release(db, &dispatch->delivery, db_now(db), err);
}

void dispatch_release(const struct dispatch *dispatch)
{
    store_write(dispatch->options->store, release_dispatch, (void *)dispatch,
                NULL); /* when this fails, the lease runs out */
}

struct keeping {
    const struct dispatch *dispatch;
    const char *progress; /* NULL: as it was */
};

static enum status dispatch_keep(struct db *db, void *argument, struct error *err)
{
    const struct keeping *keeping = argument;
    return delivery_keep(db, &keeping->dispatch->delivery, keeping->progress, db_now(db) + DISPATCH_LEASE_MS, err);
}

bool dispatch_renew(const struct dispatch *dispatch)
{
    struct keeping keeping = {.dispatch = dispatch};
    return store_write(dispatch->options->store, dispatch_keep, &keeping, NULL) != E_CONFLICT;
}

/* --- what a target may call --- */

static enum status keep_progress(void *context, const json_t *progress, struct error *err)
{
    const struct deliver_run *run = context;
    struct keeping keeping = {.dispatch = run->dispatch};
    char *text = json_dumps(progress, JSON_COMPACT);
    if (text && strlen(text) > PROGRESS_MAX) {
        free(text);
        return error_set(err, E_IO, NULL, "the site's answers are too long to be kept");
    }
    keeping.progress = text ? arena_copy(run->dispatch->arena, text) : NULL;
    free(text);
    return keeping.progress ? store_write(run->dispatch->options->store, dispatch_keep, &keeping, err)
                            : error_memory(err);
}

struct dispatch_looking {
    const char *id;
    struct arena *arena;
    struct stored_picture *picture;
};

static enum status read_picture(struct db *db, void *argument, struct error *err)
{
    const struct dispatch_looking *looking = argument;
    return picture_get(db, looking->arena, looking->id, looking->picture, err);
}

static enum status find_picture(void *context, const char *id, struct arena *arena, struct stored_picture *picture,
                                struct error *err)
{
    const struct deliver_run *run = context;
    struct dispatch_looking looking = {id, arena, picture};
    return store_read(run->dispatch->options->store, read_picture, &looking, err);
}

/* --- the attempt --- */

/* Why no attempt is made, now or later; NULL: one is made. */
static const char *refusal(struct deliver_run *run)
{
    struct delivery *delivery = &run->dispatch->delivery;
    const char *problem = run->integration.problem;
    if (delivery->attempts > DELIVERY_ATTEMPTS) {
        delivery->attempts = DELIVERY_ATTEMPTS;
        return "the last attempt was broken off";
    }
    if (!delivery->integration_id)
        return NULL;
    if (!run->has_integration)
        return "The integration was deleted.";
    if (run->integration.state == INTEGRATION_DISABLED)
        return problem ? problem : "The integration is disabled.";
    return delivery_target_find(run->integration.kind) ? NULL : "There are no integrations of this kind any more.";
}

static enum status open_secrets(struct deliver_run *run, struct error *err)
{
    const struct sender_options *options = run->dispatch->options;
    json_t *secrets = NULL;
    if (!run->integration.secrets.len)
        return OK;
    if (!options->open_secrets)
        return error_set(err, E_IO, NULL, "the secrets of the integration cannot be opened");
    enum status status =
        options->open_secrets(options->secrets_context, &run->integration, run->dispatch->arena, &secrets, err);
    if (status == OK && json_object_update(run->settings, secrets) != 0)
        status = error_memory(err);
    json_decref(secrets);
    return status;
}

static enum status dispatch_prepare(struct deliver_run *run, struct error *err)
{
    const struct delivery *delivery = &run->dispatch->delivery;
    run->progress = delivery->progress ? json_loads(delivery->progress, 0, NULL) : json_object();
    if (!run->progress)
        return error_memory(err);
    if (!delivery->integration_id)
        return OK;
    run->settings = json_loads(run->integration.settings, 0, NULL);
    return run->settings ? open_secrets(run, err) : error_memory(err);
}

static enum status attempt(struct deliver_run *run, struct error *err)
{
    struct dispatch *dispatch = run->dispatch;
    const struct sender_options *options = dispatch->options;
    const struct delivery_call call = {
        .target = run->settings ? delivery_target_find(run->integration.kind) : NULL,
        .net = options->net,
        .delivery = &dispatch->delivery,
        .article = &run->article,
        .settings = run->settings,
        .write_record = options->write_record,
        .record_context = options->record_context,
        .is_repeated = dispatch->delivery.claim > 1,
        .progress = run->progress,
        .keep = keep_progress,
        .picture = find_picture,
        .context = run,
        .cancel = &dispatch->cancel,
        .arena = dispatch->arena,
    };
    enum status status = deliver_attempt(&call, &dispatch->delivery, clock_now_ms, &run->verdict, err);
    run->was_made = status == OK;
    return status;
}

/* Fills in what came of it, whatever that is. E_CANCELLED, E_CONFLICT: it was broken off, or the lease is lost. */
static enum status make_attempt(struct deliver_run *run, struct error *err)
{
    struct delivery *delivery = &run->dispatch->delivery;
    const char *why = refusal(run);
    if (why) {
        delivery->state = DELIVERY_FAILED;
        delivery->last_error = why;
        return OK;
    }
    struct error problem;
    enum status status = dispatch_prepare(run, &problem);
    const char *shown = status == OK || status == E_MEMORY ? NULL : arena_copy(run->dispatch->arena, problem.message);
    if (status == OK)
        status = attempt(run, &problem);
    if (status == OK)
        return OK;
    if (status == E_CANCELLED || status == E_CONFLICT)
        return error_set(err, status, problem.code, "%s", problem.message);
    log_line(LOG_ERROR, "delivery %s cannot be made now: %s", delivery->id, problem.message);
    deliver_later(delivery, shown ? shown : "the service could not make the attempt", clock_now_ms());
    return OK;
}

/* --- what is told --- */

static void log_delivery(const struct delivery *delivery)
{
    struct url url;
    bool delivered = delivery->state == DELIVERY_DELIVERED, again = delivery->state == DELIVERY_PENDING;
    struct log_event event = log_event_begin(delivered ? "delivery made" : "delivery failed");
    log_event_id(&event, "delivery", delivery->id);
    log_event_text(&event, "article", delivery->article_id);
    log_event_text(&event, "integration", delivery->integration_id);
    if (url_parse(str_from(delivery->url), &url, NULL) == OK)
        log_event_slice(&event, "host", url.host);
    log_event_number(&event, "status", delivery->last_status);
    log_event_number(&event, "attempt", delivery->attempts);
    log_event_text(&event, "reason", delivered ? NULL : delivery->last_error);
    if (again)
        log_event_seconds(&event, "again_in", delivery->next_at - clock_now_ms());
    log_event_end(&event, delivered || again ? LOG_INFO : LOG_WARN);
}

static void dispatch_tell(const struct deliver_run *run)
{
    const struct dispatch *dispatch = run->dispatch;
    struct deliver_counters *counters = dispatch->options->counters;
    bool delivered = dispatch->delivery.state == DELIVERY_DELIVERED;
    bool again = dispatch->delivery.state == DELIVERY_PENDING;
    const char *kind = run->integration.kind ? run->integration.kind : "webhookUrl";
    tally_add(counters->attempts, kind, delivered ? "delivered" : again ? "again" : "failed", 0);
    log_delivery(&dispatch->delivery);
    atomic_fetch_add(delivered ? &counters->delivered : &counters->failures, 1);
}

void dispatch_run(struct dispatch *dispatch)
{
    struct error err;
    struct deliver_run run = {.dispatch = dispatch};
    struct store *store = dispatch->options->store;
    enum status status = store_read(store, dispatch_read_all, &run, &err);
    if (status == OK)
        status = make_attempt(&run, &err);
    bool is_broken_off = status == E_CANCELLED && atomic_load(dispatch->is_stopping);
    if (status == OK)
        status = store_write(store, dispatch_settle, &run, &err);
    if (status == OK)
        dispatch_tell(&run);
    else if (is_broken_off)
        dispatch_release(dispatch);
    else if (status != E_NOT_FOUND && status != E_CANCELLED) /* deleted with its article, or lost */
        log_line(status == E_CONFLICT ? LOG_INFO : LOG_ERROR, "delivery %s: %s", dispatch->delivery.id, err.message);
    json_decref(run.settings);
    json_decref(run.progress);
}
