/* A dispatch: all that is done about a delivery once it was claimed, from reading its article to storing what came of
 * it. An outcome that cannot be stored is lost: the attempt is made again when its lease runs out. */
#include "deliver/deliver_parts.h"
#include "deliver/site.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>

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

/* The same for an attempt that could not be made for a reason that may pass: a sentence in the arena of the delivery.
 */
static void deliver_later(struct delivery *delivery, const char *problem, int64_t now)
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
    if (status)
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

/* Long enough for a mended site to be tried again, short enough that nobody waits for the rest. */
static const int64_t LONGEST_FAILING_MS = 3 * (int64_t)DATE_DAY_MS;

static enum status disable_for(struct db *db, const char *id, const char *problem, int64_t now, struct error *err)
{
    enum status status = integration_disable(db, id, problem, now, err);
    if (status)
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
    if (status)
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
    if (status || !delivery->integration_id)
        return status;
    return verdict == DELIVERY_ACCEPTED ? integration_worked(db, delivery->integration_id, err)
                                        : note_failure(db, delivery, verdict, now, err);
}

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
    if (status || !delivery->integration_id)
        return status;
    status = integration_get(db, arena, delivery->account_id, delivery->integration_id, &run->integration, err);
    run->has_integration = !status;
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

/* Gives back a delivery that was not attempted, or whose attempt was broken off. */
static void dispatch_release(const struct dispatch *dispatch)
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

/* Renews the lease. False: it is lost. Any thread, while it runs. */
static bool dispatch_renew(const struct dispatch *dispatch)
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
    if (!status && json_object_update(run->settings, secrets) != 0)
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
    run->was_made = !status;
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
    const char *shown = !status || status == E_MEMORY ? NULL : arena_copy(run->dispatch->arena, problem.message);
    if (!status)
        status = attempt(run, &problem);
    if (!status)
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
    if (!status)
        status = make_attempt(&run, &err);
    bool is_broken_off = status == E_CANCELLED && atomic_load(dispatch->is_stopping);
    if (!status)
        status = store_write(store, dispatch_settle, &run, &err);
    if (!status)
        dispatch_tell(&run);
    else if (is_broken_off)
        dispatch_release(dispatch);
    else if (status != E_NOT_FOUND && status != E_CANCELLED) /* deleted with its article, or lost */
        log_line(status == E_CONFLICT ? LOG_INFO : LOG_ERROR, "delivery %s: %s", dispatch->delivery.id, err.message);
    json_decref(run.settings);
    json_decref(run.progress);
}

enum { THREADS = 32, RENEW_MS = DISPATCH_LEASE_MS / 3, LONGEST_SLEEP_MS = 60 * 1000, RETRY_MS = 1000, ACCOUNT = 256 };

/* The place of a thread with a dispatch. Only the thread that finds what is due looks at it, but for the dispatch, and
 * for is_done. */
struct sender_slot {
    struct sender *sender;
    pthread_t thread;
    bool is_taken;      /* there is a thread, which has to be joined */
    bool is_done;       /* under the lock: its dispatch has ended */
    int64_t renewed_at; /* clock_mono_ms */
    struct dispatch dispatch;
};

struct sender {
    struct sender_options options;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_woken; /* under the lock */
    atomic_bool is_stopping;
    pthread_t thread;
    bool is_running;
    char last_account[ACCOUNT]; /* the one that was served last */
    struct sender_slot slots[THREADS];
};

/* --- waking and sleeping --- */

void sender_wake(struct sender *sender)
{
    if (!sender)
        return;
    pthread_mutex_lock(&sender->lock);
    sender->is_woken = true;
    pthread_cond_signal(&sender->changed);
    pthread_mutex_unlock(&sender->lock);
}

static void sleep_for(struct sender *sender, int64_t ms)
{
    struct timespec until = condition_in_ms(ms);
    pthread_mutex_lock(&sender->lock);
    while (!sender->is_woken && pthread_cond_timedwait(&sender->changed, &sender->lock, &until) == 0)
        continue;
    sender->is_woken = false;
    pthread_mutex_unlock(&sender->lock);
}

/* --- the threads of dispatches --- */

static void *run_dispatch(void *argument)
{
    struct sender_slot *slot = argument;
    struct sender *sender = slot->sender;
    dispatch_run(&slot->dispatch);
    pthread_mutex_lock(&sender->lock);
    slot->is_done = sender->is_woken = true;
    pthread_cond_signal(&sender->changed);
    pthread_mutex_unlock(&sender->lock);
    return NULL;
}

static void free_slot(struct sender_slot *slot)
{
    pthread_join(slot->thread, NULL);
    arena_free(slot->dispatch.arena);
    slot->is_taken = false;
}

static bool is_done(struct sender_slot *slot)
{
    pthread_mutex_lock(&slot->sender->lock);
    bool done = slot->is_done;
    pthread_mutex_unlock(&slot->sender->lock);
    return done;
}

/* Frees the places of those that are done and renews the leases of the others. Gives how many are still taken. */
static int look_after_slots(struct sender *sender)
{
    int taken = 0;
    for (int i = 0; i < THREADS; i++) {
        struct sender_slot *slot = &sender->slots[i];
        if (!slot->is_taken)
            continue;
        if (is_done(slot)) {
            free_slot(slot);
            continue;
        }
        taken++;
        if (clock_mono_ms() - slot->renewed_at < RENEW_MS)
            continue;
        slot->renewed_at = clock_mono_ms();
        if (!dispatch_renew(&slot->dispatch))
            atomic_store(&slot->dispatch.cancel, true);
    }
    return taken;
}

static struct sender_slot *sender_find_slot(struct sender *sender)
{
    for (int i = 0; i < THREADS; i++)
        if (!sender->slots[i].is_taken)
            return &sender->slots[i];
    return NULL;
}

/* --- finding what is due --- */

struct deliver_claim {
    struct sender *sender;
    struct dispatch *dispatch;
    int most;        /* attempts of one account */
    int64_t next_at; /* when nothing is due: the time of the next delivery */
    int64_t now;     /* by the clock of the database, as next_at is */
};

static enum status sender_claim(struct db *db, void *argument, struct error *err)
{
    struct deliver_claim *claim = argument;
    struct dispatch *dispatch = claim->dispatch;
    claim->now = db_now(db);
    const struct delivery_turn turn = {claim->sender->options.node, claim->most, claim->sender->last_account};
    return delivery_claim(db, dispatch->arena, claim->now, DISPATCH_LEASE_MS, &turn, &dispatch->delivery,
                          &claim->next_at, err);
}

/* E_NOT_FOUND, with the time of the next one: there is nothing to claim. */
static enum status sender_look(struct db *db, void *argument, struct error *err)
{
    struct deliver_claim *claim = argument;
    claim->now = db_now(db);
    enum status status = delivery_soonest(db, &claim->next_at, err);
    if (!status && claim->next_at > claim->now)
        return error_set(err, E_NOT_FOUND, NULL, "no delivery is due");
    return status;
}

/* Where a claim in vain would hold up the other nodes, it is looked first. */
static enum status look_and_claim(struct store *store, struct deliver_claim *wanted, struct error *err)
{
    enum status status = store_is_shared(store) ? store_read(store, sender_look, wanted, err) : OK;
    return status ? status : store_write(store, sender_claim, wanted, err);
}

/* The fewer threads are left, the fewer may an account have: a few accounts do not take them all. */
static int most_of_account(int taken)
{
    int left = THREADS - taken;
    return left > THREADS / 2 ? 4 : left > THREADS / 4 ? 2 : 1;
}

static int64_t pause_after(const struct deliver_claim *claim)
{
    int64_t pause = claim->next_at - claim->now;
    if (pause > LONGEST_SLEEP_MS)
        return LONGEST_SLEEP_MS;
    return pause > 0 ? pause : 0;
}

/* Starts the thread of a dispatch that was claimed. False: there can be none now. */
static bool start_dispatch(struct sender *sender, struct sender_slot *slot)
{
    struct error err;
    atomic_store(&slot->dispatch.cancel, false);
    if (atomic_load(&sender->is_stopping)) /* sender_stop has looked at the slot already, or will do so */
        atomic_store(&slot->dispatch.cancel, true);
    slot->is_done = false;
    slot->renewed_at = clock_mono_ms();
    slot->is_taken = thread_start_small(&slot->thread, run_dispatch, slot, &err) == OK;
    if (slot->is_taken)
        return true;
    log_line(LOG_ERROR, "a delivery has to wait: %s", err.message);
    dispatch_release(&slot->dispatch);
    return false;
}

/* Claims what is due next and starts its thread. Gives for how many milliseconds to sleep. */
static int64_t start_next(struct sender *sender, struct sender_slot *slot, int taken)
{
    struct error err;
    struct dispatch *dispatch = &slot->dispatch;
    struct deliver_claim wanted = {sender, dispatch, most_of_account(taken), INT64_MAX, 0};
    dispatch->options = &sender->options;
    dispatch->is_stopping = &sender->is_stopping;
    dispatch->arena = arena_new();
    if (!dispatch->arena)
        return RETRY_MS;
    int64_t pause = 0;
    enum status status = look_and_claim(sender->options.store, &wanted, &err);
    if (!status) {
        snprintf(sender->last_account, sizeof sender->last_account, "%s", dispatch->delivery.account_id);
        pause = start_dispatch(sender, slot) ? 0 : RETRY_MS;
    } else if (status == E_NOT_FOUND) {
        pause = pause_after(&wanted);
    } else {
        log_line(LOG_ERROR, "no delivery can be made: %s", err.message);
        pause = RETRY_MS;
    }
    if (!slot->is_taken)
        arena_free(dispatch->arena);
    return pause;
}

/* --- the thread that finds them --- */

static void *sender_run(void *argument)
{
    struct sender *sender = argument;
    while (!atomic_load(&sender->is_stopping)) {
        int taken = look_after_slots(sender);
        struct sender_slot *slot = sender_find_slot(sender);
        int64_t pause = slot ? start_next(sender, slot, taken) : RENEW_MS;
        if (pause)
            sleep_for(sender, taken && pause > RENEW_MS ? RENEW_MS : pause);
    }
    for (int i = 0; i < THREADS; i++)
        if (sender->slots[i].is_taken)
            free_slot(&sender->slots[i]);
    return NULL;
}

enum status sender_start(const struct sender_options *options, struct sender **out, struct error *err)
{
    struct sender *sender = calloc(1, sizeof *sender);
    if (!sender)
        return error_memory(err);
    sender->options = *options;
    condition_init(&sender->changed);
    pthread_mutex_init(&sender->lock, NULL);
    for (int i = 0; i < THREADS; i++)
        sender->slots[i].sender = sender;
    *out = sender;
    enum status status = thread_start(&sender->thread, sender_run, sender, err);
    sender->is_running = !status;
    return status;
}

void sender_stop(struct sender *sender)
{
    if (!sender)
        return;
    atomic_store(&sender->is_stopping, true);
    for (int i = 0; i < THREADS; i++)
        atomic_store(&sender->slots[i].dispatch.cancel, true);
    sender_wake(sender);
    if (sender->is_running)
        pthread_join(sender->thread, NULL);
    pthread_cond_destroy(&sender->changed);
    pthread_mutex_destroy(&sender->lock);
    free(sender);
}

/* The events, which are the types of webhooks too. */
static const char *event_of(const struct article *article)
{
    return article->state == ARTICLE_FINISHED ? "article.finished" : "article.failed";
}

/* --- to an integration --- */

static bool takes(const struct integration *integration, const struct article *article)
{
    const struct delivery_target *target = delivery_target_find(integration->kind);
    return article->state == ARTICLE_FINISHED || (article->state == ARTICLE_FAILED && target && target->takes_failed);
}

/* Where its deliveries go, as it may be shown. */
static enum status find_url(const struct integration *integration, struct arena *arena, const char **url,
                            struct error *err)
{
    const struct delivery_target *target = delivery_target_find(integration->kind);
    json_t *settings = target ? json_loads(integration->settings, 0, NULL) : NULL;
    const char *given = settings ? json_string_value(json_object_get(settings, target->url_setting)) : NULL;
    const char *whole = site_address(arena, target ? target->url_format : NULL, given ? given : "");
    *url = whole ? delivery_shown_url(arena, whole) : NULL;
    json_decref(settings);
    return *url ? OK : error_memory(err);
}

static enum status queue_insert(struct db *db, const struct article *article, const struct integration *integration,
                                int64_t now, char *id, struct error *err)
{
    struct arena *arena = arena_new();
    const char *url = NULL;
    enum status status = arena ? find_url(integration, arena, &url, err) : error_memory(err);
    const struct delivery delivery = {
        .article_id = article->id, .integration_id = integration->id, .url = url, .event = event_of(article)};
    if (!status)
        status = delivery_insert(db, &delivery, now, id, err);
    arena_free(arena);
    return status;
}

static enum status resend_failed(struct db *db, const struct article *article, const char *id, int64_t now,
                                 struct error *err)
{
    struct delivery delivery;
    struct arena *arena = arena_new();
    enum status status = arena ? delivery_get(db, arena, article->account_id, id, &delivery, err) : error_memory(err);
    if (!status && delivery.state == DELIVERY_FAILED)
        status = delivery_resend(db, article->account_id, id, now, err);
    arena_free(arena);
    return status;
}

enum status deliver_to(struct db *db, const struct article *article, const struct integration *integration, int64_t now,
                       char *id, struct error *err)
{
    if (article->state != ARTICLE_FINISHED)
        return error_set(err, E_CONFLICT, NULL, "The article is not finished; only finished ones can be delivered.");
    enum status status = queue_insert(db, article, integration, now, id, err);
    return status ? status : resend_failed(db, article, id, now, err);
}

/* --- what the request names --- */

static enum status queue_plain(struct db *db, const struct article *article, const char *url, int64_t now, bool *queued,
                               struct error *err)
{
    const struct delivery delivery = {.article_id = article->id, .url = url, .event = event_of(article)};
    *queued = true;
    return delivery_insert(db, &delivery, now, NULL, err);
}

static enum status queue_named(struct db *db, const struct article *article, const char *integration_id, int64_t now,
                               bool *queued, struct error *err)
{
    struct integration integration;
    struct arena *arena = arena_new();
    enum status status =
        arena ? integration_get(db, arena, article->account_id, integration_id, &integration, err) : error_memory(err);
    if (!status && takes(&integration, article)) {
        *queued = true;
        status = queue_insert(db, article, &integration, now, NULL, err);
    }
    arena_free(arena);
    return status == E_NOT_FOUND ? OK : status;
}

enum status deliver_ended(struct db *db, const struct article *article, int64_t now, bool *queued, struct error *err)
{
    json_error_t why;
    enum status status = OK;
    *queued = false;
    json_t *config = json_loads(article->config, 0, &why);
    if (!config && json_error_code(&why) == json_error_out_of_memory)
        return error_memory(err);
    const char *url = json_string_value(json_object_get(config, "webhookUrl"));
    const char *integration_id = json_string_value(json_object_get(config, "integrationId"));
    if (url)
        status = queue_plain(db, article, url, now, queued, err);
    if (!status && integration_id)
        status = queue_named(db, article, integration_id, now, queued, err);
    json_decref(config);
    return status;
}
