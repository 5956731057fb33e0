#include "service/jobs/workers.h"

#include "base/system/fair_pool.h"
#include "base/system/thread.h"
#include "base/system/turns.h"
#include "research/library/library_indexes.h"
#include "service/jobs/heartbeat.h"
#include "service/jobs/worker.h"
#include "write/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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
    if (fair_pool_submit(workers->extra, NULL, workers_look, workers, NULL) != OK)
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
    if (status == OK && workers->options.library && workers->options.workers)
        status = background_start(&workers->indexing, index_library, workers, err);
    if (status == OK && workers->options.workers)
        status = fair_pool_new(&extra, &workers->extra, err);
    if (workers->extra)
        workers->signal.raised = look_if_busy;
    if (status == OK)
        status = heartbeat_start(&workers->heartbeat, &workers->options, workers->jobs, workers->count,
                                 &workers->signal, err);
    for (int i = 0; status == OK && i < workers->options.workers; i++) {
        status = worker_start(&workers->list[i], err);
        workers->running += status == OK;
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
