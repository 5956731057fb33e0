#include "service/jobs/workers.h"

#include "base/system/thread.h"
#include "base/system/turns.h"
#include "research/library/library_indexes.h"
#include "service/jobs/heartbeat.h"
#include "service/jobs/worker.h"
#include "write/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct workers {
    struct jobs_options options;
    struct turns processors;        /* one for each that is online */
    struct write_services services; /* without a library, which each article has of its own */
    struct work_signal signal;
    struct heartbeat heartbeat;
    struct job *jobs; /* one for each worker */
    struct worker *list;
    int running;
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

static enum status start_threads(struct workers *workers, struct error *err)
{
    enum status status = library_indexes_new(workers->options.folder, &workers->services.libraries, err);
    if (status == OK && workers->options.library && workers->options.workers)
        status = background_start(&workers->indexing, index_library, workers, err);
    if (status == OK)
        status = heartbeat_start(&workers->heartbeat, &workers->options, workers->jobs, &workers->signal, err);
    for (int i = 0; status == OK && i < workers->options.workers; i++) {
        struct worker *worker = &workers->list[i];
        *worker = (struct worker){
            .options = &workers->options,
            .services = &workers->services,
            .signal = &workers->signal,
            .job = &workers->jobs[i],
        };
        snprintf(worker->name, sizeof worker->name, "%s/%d", workers->options.instance, i);
        status = worker_start(worker, err);
        workers->running += status == OK;
    }
    return status;
}

enum status workers_start(const struct jobs_options *options, struct workers **out, struct error *err)
{
    size_t count = (size_t)options->workers;
    struct workers *workers = calloc(1, sizeof *workers);
    struct job *jobs = calloc(count + 1, sizeof *jobs);
    struct worker *list = calloc(count + 1, sizeof *list);
    if (!workers || !jobs || !list) {
        free(workers);
        free(jobs);
        free(list);
        return error_memory(err);
    }
    workers->options = *options;
    workers->jobs = jobs;
    workers->list = list;
    workers->services = (struct write_services){
        .net = options->net,
        .reader = options->reader,
        .products = options->products,
        .places = options->places,
        .videos = options->videos,
        .images = options->images,
    };
    memcpy(workers->services.search, options->search, sizeof options->search);
    open_turns(workers);
    work_signal_init(&workers->signal);
    for (size_t i = 0; i < count; i++)
        job_init(&jobs[i]);
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
    for (int i = 0; i < workers->options.workers; i++)
        if (job_cancel(&workers->jobs[i], article_id))
            return true;
    return false;
}

int workers_busy(struct workers *workers)
{
    int busy = 0;
    for (int i = 0; i < workers->options.workers; i++)
        busy += job_is_open(&workers->jobs[i]);
    return busy;
}

void workers_stop(struct workers *workers)
{
    if (!workers)
        return;
    work_signal_close(&workers->signal);
    for (int i = 0; i < workers->options.workers; i++)
        job_cancel(&workers->jobs[i], NULL);
    for (int i = 0; i < workers->running; i++)
        worker_join(&workers->list[i]);
    heartbeat_stop(&workers->heartbeat); /* only now: the leases are held until the articles are given back */
    for (int i = 0; i < workers->options.workers; i++)
        job_destroy(&workers->jobs[i]);
    work_signal_destroy(&workers->signal);
    background_stop(&workers->indexing);
    library_indexes_free(workers->services.libraries);
    turns_destroy(&workers->processors);
    free(workers->jobs);
    free(workers->list);
    free(workers);
}
