/*
 * The heartbeat: one thread that renews the leases of all jobs and stores their progress, a few times a second at most,
 * so that no worker waits for the disk to say how far it is. Once a second it wakes an idle worker to look for work,
 * unless somebody else does.
 */
#include "service/jobs/jobs_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { RENEW_MS = LEASE_MS / 3, PERIOD_MS = 200, LOOK_MS = 1000 };

/* What is stored of a job in a round. */
struct job_beat {
    struct job *job;
    struct job_update update;
    bool is_held; /* the lease: the update was stored */
};

struct heartbeat_round {
    struct store *store;
    struct arena *arena;
    int64_t now; /* by the clock of this machine, which says when the next renewal is due */
    struct job_beat *beats;
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
        struct job_beat *beat = &round->beats[i];
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
    round->beats = ARENA_ARRAY(round->arena, (size_t)heartbeat->count, struct job_beat);
    for (int i = 0; round->beats && i < heartbeat->count; i++) {
        struct job_beat *beat = &round->beats[round->count];
        *beat = (struct job_beat){.job = &heartbeat->jobs[i], .is_held = true};
        round->count += job_take_update(beat->job, round->now, older, &beat->update);
    }
    return round->beats != NULL;
}

static void heartbeat_tell(const struct heartbeat *heartbeat, const struct heartbeat_round *round)
{
    const struct jobs_options *options = heartbeat->options;
    for (size_t i = 0; i < round->count; i++) {
        const struct job_beat *beat = &round->beats[i];
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
    if (!status)
        status = store_write(round.store, store_beats, &round, &err);
    if (!status)
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

/* The options, the jobs and the signal outlive the heartbeat. E_MEMORY, also when no more threads can be made. */
static enum status heartbeat_start(struct heartbeat *heartbeat, const struct jobs_options *options, struct job *jobs,
                                   int count, struct work_signal *signal, struct error *err)
{
    heartbeat->options = options;
    heartbeat->jobs = jobs;
    heartbeat->count = count;
    heartbeat->signal = signal;
    return background_start(&heartbeat->background, beat, heartbeat, err);
}

/* One that was never started is allowed. */
static void heartbeat_stop(struct heartbeat *heartbeat)
{
    background_stop(&heartbeat->background);
}

enum { MOST_EXTRA = 16 };

struct workers {
    struct jobs_options options;
    struct turns processors;        /* one for each that is online */
    struct write_services services; /* without a library, which each article has of its own */
    struct work_signal signal;
    struct heartbeat heartbeat;
    struct job *jobs;    /* one for each worker */
    struct worker *list; /* options.workers of them have a thread; the rest are extra places */
    int count, running;  /* running: those that have one */
    struct fair_pool *extra;
    pthread_mutex_t extra_lock;
    bool is_taken[MOST_EXTRA];  /* the extra places */
    bool is_looked_for;         /* one of the pool's threads is about to look for work */
    struct background indexing; /* of the configured library */
};

/* Hundreds of articles that wait for a language model would all compute when its answers come at once: each would take
 * its share of the processors from those that read answers and requests. In line, they are as fast, and hold less. */
static void open_turns(struct workers *workers)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    turns_init(&workers->processors, processors > 0 ? processors : 1);
    workers->services.processors = &workers->processors;
}

/* The first article would wait for it. What goes wrong here is told to the articles that need the library. */
static int64_t index_library(void *argument)
{
    struct workers *workers = argument;
    struct library_index *index;
    if (library_indexes_use(workers->services.libraries, workers->options.library, NULL, workers->options.stopping,
                            &index, NULL) == OK)
        library_indexes_release(workers->services.libraries, index);
    return BACKGROUND_UNTIL_WOKEN;
}

/* --- extra places, for accounts of which nothing is under way ---
 *
 * When all workers have an article, each signal that there may be work has a thread of the pool look for an article of
 * such an account. One looks at a time; it has the next one look before it writes what it found.
 */

static bool all_busy(struct workers *workers)
{
    for (int i = 0; i < workers->options.workers; i++)
        if (!job_is_open(&workers->jobs[i]))
            return false;
    return true;
}

/* NULL: all are taken, which cannot be: the pool has a thread for each. */
static struct worker *take_place(struct workers *workers)
{
    struct worker *found = NULL;
    pthread_mutex_lock(&workers->extra_lock);
    for (int i = 0; i < MOST_EXTRA && !found; i++) {
        if (workers->is_taken[i])
            continue;
        workers->is_taken[i] = true;
        found = &workers->list[workers->options.workers + i];
    }
    pthread_mutex_unlock(&workers->extra_lock);
    return found;
}

static void leave_place(struct workers *workers, const struct worker *place)
{
    pthread_mutex_lock(&workers->extra_lock);
    workers->is_taken[place - &workers->list[workers->options.workers]] = false;
    pthread_mutex_unlock(&workers->extra_lock);
}

/* Returns what it was before. */
static bool set_looked_for(struct workers *workers, bool is_looked_for)
{
    pthread_mutex_lock(&workers->extra_lock);
    bool before = workers->is_looked_for;
    workers->is_looked_for = is_looked_for;
    pthread_mutex_unlock(&workers->extra_lock);
    return before;
}

static void workers_look(void *argument);

/* Called with each signal. Without memory or a thread for it nobody looks until the next one. */
static void look_if_busy(void *argument)
{
    struct workers *workers = argument;
    if (atomic_load(workers->options.stopping) || !all_busy(workers) || set_looked_for(workers, true))
        return;
    if (fair_pool_submit(workers->extra, NULL, workers_look, workers, NULL))
        set_looked_for(workers, false);
}

/* What came in while nobody was marked as looking is not overlooked: the claim follows. */
static void workers_look(void *argument)
{
    struct workers *workers = argument;
    struct worker *place = take_place(workers);
    set_looked_for(workers, false);
    while (place && !atomic_load(workers->options.stopping) && all_busy(workers) &&
           worker_take(place, CLAIM_FROM_IDLE, look_if_busy, workers) == OK)
        continue;
    if (place)
        leave_place(workers, place);
}

/* --- all of them --- */

static void name_worker(struct workers *workers, int i)
{
    struct worker *worker = &workers->list[i];
    *worker = (struct worker){
        .options = &workers->options,
        .services = &workers->services,
        .signal = &workers->signal,
        .job = &workers->jobs[i],
    };
    snprintf(worker->name, sizeof worker->name, "%s/%d", workers->options.instance, i);
}

static enum status start_threads(struct workers *workers, struct error *err)
{
    const struct fair_pool_options extra = {.threads = MOST_EXTRA, .per_owner = 1, .is_small = true};
    enum status status = library_indexes_new(workers->options.folder, &workers->services.libraries, err);
    if (!status && workers->options.library && workers->options.workers)
        status = background_start(&workers->indexing, index_library, workers, err);
    if (!status && workers->options.workers)
        status = fair_pool_new(&extra, &workers->extra, err);
    if (workers->extra)
        workers->signal.raised = look_if_busy;
    if (!status)
        status = heartbeat_start(&workers->heartbeat, &workers->options, workers->jobs, workers->count,
                                 &workers->signal, err);
    for (int i = 0; !status && i < workers->options.workers; i++) {
        status = worker_start(&workers->list[i], err);
        workers->running += !status;
    }
    return status;
}

static void workers_prepare(struct workers *workers)
{
    open_turns(workers);
    work_signal_init(&workers->signal);
    workers->signal.context = workers;
    pthread_mutex_init(&workers->extra_lock, NULL);
    for (int i = 0; i < workers->count; i++) {
        job_init(&workers->jobs[i]);
        name_worker(workers, i);
    }
}

enum status workers_start(const struct jobs_options *options, struct workers **out, struct error *err)
{
    int count = options->workers ? options->workers + MOST_EXTRA : 0;
    struct workers *workers = calloc(1, sizeof *workers);
    struct job *jobs = calloc((size_t)count + 1, sizeof *jobs);
    struct worker *list = calloc((size_t)count + 1, sizeof *list);
    if (!workers || !jobs || !list) {
        free(workers);
        free(jobs);
        free(list);
        return error_memory(err);
    }
    workers->options = *options;
    workers->count = count;
    workers->jobs = jobs;
    workers->list = list;
    workers->services = (struct write_services){
        .net = options->net,
        .least_words = options->least_words,
        .reader = options->reader,
        .products = options->products,
        .places = options->places,
        .videos = options->videos,
        .images = options->images,
    };
    memcpy(workers->services.search, options->search, sizeof options->search);
    workers_prepare(workers);
    *out = workers;
    return start_threads(workers, err);
}

void workers_wake(struct workers *workers)
{
    if (workers)
        work_signal_raise(&workers->signal);
}

bool workers_cancel(struct workers *workers, const char *article_id)
{
    for (int i = 0; i < workers->count; i++)
        if (job_cancel(&workers->jobs[i], article_id))
            return true;
    return false;
}

int workers_busy(struct workers *workers)
{
    int busy = 0;
    for (int i = 0; i < workers->count; i++)
        busy += job_is_open(&workers->jobs[i]);
    return busy;
}

void workers_stop(struct workers *workers)
{
    if (!workers)
        return;
    work_signal_close(&workers->signal);
    for (int i = 0; i < workers->count; i++)
        job_cancel(&workers->jobs[i], NULL);
    for (int i = 0; i < workers->running; i++)
        worker_join(&workers->list[i]);
    fair_pool_free(workers->extra);
    heartbeat_stop(&workers->heartbeat); /* only now: the leases are held until the articles are given back */
    for (int i = 0; i < workers->count; i++)
        job_destroy(&workers->jobs[i]);
    work_signal_destroy(&workers->signal);
    pthread_mutex_destroy(&workers->extra_lock);
    background_stop(&workers->indexing);
    library_indexes_free(workers->services.libraries);
    turns_destroy(&workers->processors);
    free(workers->jobs);
    free(workers->list);
    free(workers);
}
