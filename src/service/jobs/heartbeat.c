#include "service/jobs/heartbeat.h"

#include "store/db/db.h"

enum { RENEW_MS = LEASE_MS / 3, PERIOD_MS = 200, LOOK_MS = 1000 };

/* What is stored of a job in a round. */
struct heartbeat_beat {
    struct job *job;
    struct job_update update;
    bool is_held; /* the lease: the update was stored */
};

struct heartbeat_round {
    struct store *store;
    struct arena *arena;
    int64_t now; /* by the clock of this machine, which says when the next renewal is due */
    struct heartbeat_beat *beats;
    size_t count;
};

/* --- the transaction of a round --- */

static enum status heartbeat_renew(struct db *db, struct heartbeat_round *round, struct error *err)
{
    struct lease *leases = ARENA_ARRAY(round->arena, round->count, struct lease);
    bool *held = ARENA_ARRAY(round->arena, round->count, bool);
    size_t count = 0;
    if (!leases || !held)
        return error_memory(err);
    for (size_t i = 0; i < round->count; i++)
        if (round->beats[i].update.renew)
            leases[count++] = round->beats[i].update.lease;
    enum status status = leases_renew(db, round->arena, leases, count, db_now(db) + LEASE_MS, held, err);
    count = 0;
    for (size_t i = 0; !status && i < round->count; i++)
        if (round->beats[i].update.renew)
            round->beats[i].is_held = held[count++];
    return status;
}

/* One transaction for all jobs: that one of them has lost its lease must not undo what is stored of the others. */
static enum status store_beats(struct db *db, void *argument, struct error *err)
{
    struct heartbeat_round *round = argument;
    enum status status = heartbeat_renew(db, round, err);
    for (size_t i = 0; !status && i < round->count; i++) {
        struct heartbeat_beat *beat = &round->beats[i];
        const struct job_update *update = &beat->update;
        if (!beat->is_held || !update->has_progress)
            continue;
        status = article_progress(db, &update->lease, update->fraction, update->detail, db_now(db), err);
        beat->is_held = status != E_CONFLICT;
        if (status == E_CONFLICT)
            status = OK;
    }
    return status;
}

/* --- a round --- */

/* When one lease is to be renewed all are, so that they stay together. */
static int64_t renew_ms(const struct heartbeat *heartbeat, int64_t now)
{
    for (int i = 0; i < heartbeat->count; i++)
        if (job_needs_renewal(&heartbeat->jobs[i], now, RENEW_MS))
            return 0;
    return RENEW_MS;
}

static bool heartbeat_collect(const struct heartbeat *heartbeat, struct heartbeat_round *round)
{
    int64_t older = renew_ms(heartbeat, round->now);
    round->beats = ARENA_ARRAY(round->arena, (size_t)heartbeat->count, struct heartbeat_beat);
    for (int i = 0; round->beats && i < heartbeat->count; i++) {
        struct heartbeat_beat *beat = &round->beats[round->count];
        *beat = (struct heartbeat_beat){.job = &heartbeat->jobs[i], .is_held = true};
        round->count += job_take_update(beat->job, round->now, older, &beat->update);
    }
    return round->beats != NULL;
}

static void heartbeat_tell(const struct heartbeat *heartbeat, const struct heartbeat_round *round)
{
    const struct jobs_options *options = heartbeat->options;
    for (size_t i = 0; i < round->count; i++) {
        const struct heartbeat_beat *beat = &round->beats[i];
        if (!beat->is_held)
            job_lose(beat->job, &beat->update);
        else if (beat->update.has_progress)
            options->changed(options->context, beat->update.account_id, beat->update.article_id);
    }
}

static void renew_and_store(const struct heartbeat *heartbeat)
{
    struct error err;
    bool is_due = false;
    struct heartbeat_round round = {.store = heartbeat->options->store, .now = clock_now_ms()};
    for (int i = 0; i < heartbeat->count && !is_due; i++)
        is_due = job_has_update(&heartbeat->jobs[i], round.now, RENEW_MS);
    if (!is_due)
        return;
    round.arena = arena_new();
    enum status status = round.arena && heartbeat_collect(heartbeat, &round) ? OK : error_memory(&err);
    if (status == OK)
        status = store_write(round.store, store_beats, &round, &err);
    if (status == OK)
        heartbeat_tell(heartbeat, &round);
    else if (status != E_CANCELLED)
        log_line(LOG_ERROR, "leases cannot be renewed: %s", err.message);
    arena_free(round.arena);
}

/* The work of the background thread. */
static int64_t beat(void *argument)
{
    struct heartbeat *heartbeat = argument;
    int64_t now = clock_mono_ms();
    if (!heartbeat->options->has_lookout && now - heartbeat->woke_at >= LOOK_MS) {
        heartbeat->woke_at = now;
        work_signal_raise(heartbeat->signal);
    }
    renew_and_store(heartbeat);
    return PERIOD_MS;
}

enum status heartbeat_start(struct heartbeat *heartbeat, const struct jobs_options *options, struct job *jobs,
                            int count, struct work_signal *signal, struct error *err)
{
    heartbeat->options = options;
    heartbeat->jobs = jobs;
    heartbeat->count = count;
    heartbeat->signal = signal;
    return background_start(&heartbeat->background, beat, heartbeat, err);
}

void heartbeat_stop(struct heartbeat *heartbeat)
{
    background_stop(&heartbeat->background);
}
