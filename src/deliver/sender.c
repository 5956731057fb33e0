#include "deliver/sender.h"

#include "base/system/thread.h"
#include "deliver/dispatch.h"
#include "store/db/db.h"

#include <stdio.h>
#include <stdlib.h>

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
    if (status == OK && claim->next_at > claim->now)
        return error_set(err, E_NOT_FOUND, NULL, "no delivery is due");
    return status;
}

/* Where a claim in vain would hold up the other nodes, it is looked first. */
static enum status look_and_claim(struct store *store, struct deliver_claim *wanted, struct error *err)
{
    enum status status = store_is_shared(store) ? store_read(store, sender_look, wanted, err) : OK;
    return status == OK ? store_write(store, sender_claim, wanted, err) : status;
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
    if (status == OK) {
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
    sender->is_running = status == OK;
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
