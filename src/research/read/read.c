#include "research/read/read.h"

#include "research/read/read_parts.h"

#include <stdlib.h>

enum {
    USUAL_PARALLEL = 6,
    MOST_PARALLEL = 32,
    USUAL_TIMEOUT_MS = 20 * 1000,
    USUAL_PAGE_BYTES = 8 * 1024 * 1024,
    USUAL_KEEP_BYTES = 32 * 1024 * 1024,
    MOST_UNREAD = 2, /* pages that wait to be read while more are fetched */
    SLICE_MS = 50,   /* how soon a reading that is called off ends */
};

/* --- the reader --- */

enum status reader_new(const struct reader_options *options, struct reader **reader, struct error *err)
{
    struct reader *made = calloc(1, sizeof *made);
    *reader = made;
    if (!made)
        return error_memory(err);
    made->net = options->net;
    made->pause_ms = options->pause_ms;
    made->keep_seconds = options->keep_seconds;
    answers_init(&made->kept, options->keep_bytes ? options->keep_bytes : USUAL_KEEP_BYTES);
    pthread_mutex_init(&made->lock, NULL);
    condition_init(&made->changed);
    return OK;
}

void reader_free(struct reader *reader)
{
    if (!reader)
        return;
    hosts_free(&reader->hosts);
    answers_destroy(&reader->kept);
    pthread_cond_destroy(&reader->changed);
    pthread_mutex_destroy(&reader->lock);
    free(reader);
}

/* --- one call --- */

struct call {
    struct reader *reader;
    const struct lookup *lookup;
    const struct read_options *options;
    struct reading *list;
    struct visit *visits; /* one for each of the list */
    size_t count, done;
    struct tour tour;
    atomic_bool is_cut; /* the requests under way end, and no more are begun */
    size_t parallel;    /* threads that were wished */
    pthread_t threads[MOST_PARALLEL];
    size_t thread_count; /* of them those that could be made; only the caller asks for it */
};

/* Under the lock: waits until something changes, at most until then. */
static void wait_until(struct reader *reader, int64_t until)
{
    int64_t left = until - clock_mono_ms();
    struct timespec at = condition_in_ms(left < 0 ? 0 : left < SLICE_MS ? left : SLICE_MS);
    pthread_cond_timedwait(&reader->changed, &reader->lock, &at);
}

/*
 * How long one step may take: its share of the time that is left, so that slow hosts at the beginning of the list do
 * not use up the time of all that follow.
 */
static int64_t patience(const struct call *call, size_t waiting, int64_t now)
{
    if (call->tour.deadline == INT64_MAX)
        return INT64_MAX;
    int64_t share = (call->tour.deadline - now) * (int64_t)call->parallel / (int64_t)(waiting ? waiting : 1);
    return share < VISIT_PATIENCE_MS ? VISIT_PATIENCE_MS : share;
}

/*
 * Under the lock: the first visit that can be gone on with now; NULL: there is none. *until: when to look again.
 * *is_left: one may come yet. While some wait to be read, no more are fetched: that bounds the memory.
 */
static struct visit *next_visit(struct call *call, int64_t *until, bool *is_left)
{
    int64_t now = clock_mono_ms();
    size_t unread = 0, waiting = 0;
    *until = INT64_MAX;
    *is_left = false;
    for (size_t i = 0; i < call->count; i++) {
        unread += call->visits[i].state == VISIT_ENDED;
        waiting += call->visits[i].state == VISIT_WAITS;
    }
    for (size_t i = 0; i < call->count; i++) {
        struct visit *visit = &call->visits[i];
        *is_left = *is_left || visit->state == VISIT_RUNS;
        if (visit->state != VISIT_WAITS)
            continue;
        *is_left = true;
        if (unread >= MOST_UNREAD)
            return NULL;
        visit->patience_ms = patience(call, waiting, now);
        enum visit_state state = visit_begin(visit, now, until);
        if (state == VISIT_RUNS)
            return visit;
        if (state != VISIT_ENDED)
            continue;
        unread++;
        pthread_cond_broadcast(&call->reader->changed);
    }
    return NULL;
}

/* Under the lock, which is given up meanwhile. */
static void go_on(struct call *call, struct visit *visit)
{
    pthread_mutex_unlock(&call->reader->lock);
    visit_run(visit);
    pthread_mutex_lock(&call->reader->lock);
    visit_done(visit);
    pthread_cond_broadcast(&call->reader->changed); /* a host is free, or a visit has ended */
}

static void *work_read(void *argument)
{
    struct call *call = argument;
    struct reader *reader = call->reader;
    int64_t until;
    bool is_left = true;
    pthread_mutex_lock(&reader->lock);
    while (is_left && !atomic_load(&call->is_cut)) {
        struct visit *visit = next_visit(call, &until, &is_left);
        if (visit)
            go_on(call, visit);
        else if (is_left)
            wait_until(reader, until);
    }
    pthread_mutex_unlock(&reader->lock);
    return NULL;
}

/* --- what the caller does meanwhile --- */

static enum status read_fail(struct call *call, struct visit *visit, enum status status, const char *message)
{
    struct reading *reading = &call->list[visit - call->visits];
    reading->status = status;
    reading->problem = arena_copy(call->lookup->arena, message);
    return reading->problem ? OK : error_memory(call->lookup->err);
}

/* Fills in the reading of a visit that has ended, or that never will. */
static enum status read_visit(struct call *call, struct visit *visit)
{
    const struct lookup *lookup = call->lookup;
    struct reading *reading = &call->list[visit - call->visits];
    enum status status;
    bool is_late = visit->state != VISIT_ENDED || visit->status == E_CANCELLED;
    reading->seconds = (double)visit->spent_ms / 1000;
    reading->bytes = visit->is_kept || is_late ? 0 : visit->response.body.len;
    if (is_late)
        status = read_fail(call, visit, E_TIMEOUT, "there was no time left to read it");
    else if (visit->status == E_MEMORY)
        status = error_memory(lookup->err);
    else if (visit->status)
        status = read_fail(call, visit, visit->status, visit->err.message);
    else
        status = fetched_read(&visit->response, lookup->arena, reading, lookup->err);
    call->done++;
    if (!status && call->options->progress)
        call->options->progress(call->options->context, call->done, call->count);
    return status;
}

/* Under the lock, which is given up meanwhile. */
static enum status take_visit(struct call *call, struct visit *visit)
{
    struct reader *reader = call->reader;
    pthread_mutex_unlock(&reader->lock);
    enum status status = read_visit(call, visit);
    pthread_mutex_lock(&reader->lock);
    visit_close(visit);
    visit->state = VISIT_READ;
    pthread_cond_broadcast(&reader->changed);
    return status;
}

static struct visit *ended_visit(struct call *call)
{
    for (size_t i = 0; i < call->count; i++)
        if (call->visits[i].state == VISIT_ENDED)
            return &call->visits[i];
    return NULL;
}

/* Under the lock. Without threads this one does their work too. */
static void wait_or_work(struct call *call)
{
    int64_t until;
    bool is_left;
    struct visit *visit = call->thread_count ? NULL : next_visit(call, &until, &is_left);
    if (visit)
        go_on(call, visit);
    else if (call->thread_count || !ended_visit(call))
        wait_until(call->reader, call->thread_count ? INT64_MAX : until);
}

/* Reads what ends. E_TIMEOUT: the deadline has passed. */
static enum status read_follow(struct call *call)
{
    struct lookup quiet = *call->lookup;
    enum status status = OK;
    quiet.err = NULL;
    pthread_mutex_lock(&call->reader->lock);
    while (call->done < call->count && !status) {
        struct visit *visit = ended_visit(call);
        status = visit ? take_visit(call, visit) : lookup_check(&quiet);
        if (!visit && !status)
            wait_or_work(call);
    }
    pthread_mutex_unlock(&call->reader->lock);
    return status;
}

/* --- a call from its start to its end --- */

/* The visit of a reading; one whose address cannot be read has ended at once. */
static enum status open_visit(struct call *call, size_t number)
{
    struct reading *reading = &call->list[number];
    struct visit *visit = &call->visits[number];
    struct url parts;
    struct str given = str_from(reading->url);
    *visit = (struct visit){.tour = &call->tour, .given = reading->url, .is_named = reading->is_named};
    reading->page = (struct page){0};
    reading->is_empty = false;
    visit->status = net_check_url(call->reader->net, reading->url, &visit->err);
    if (!visit->status)
        visit->status = url_parse(given, &parts, &visit->err);
    if (visit->status) {
        visit->state = VISIT_ENDED;
        return visit->status == E_MEMORY ? error_memory(call->lookup->err) : OK;
    }
    visit->address = url_normalise(call->lookup->arena, given);
    return visit->address && !visit_open(visit) ? OK : error_memory(call->lookup->err);
}

static enum status open_visits(struct call *call)
{
    enum status status = OK;
    pthread_mutex_lock(&call->reader->lock);
    call->tour.failures = call->reader->hosts.failures;
    for (size_t i = 0; i < call->count && !status; i++)
        status = open_visit(call, i);
    pthread_mutex_unlock(&call->reader->lock);
    return status;
}

static void close_visits(struct call *call)
{
    pthread_mutex_lock(&call->reader->lock);
    for (size_t i = 0; i < call->count; i++)
        if (call->visits[i].state != VISIT_READ && call->visits[i].tour)
            visit_close(&call->visits[i]);
    pthread_mutex_unlock(&call->reader->lock);
}

/* When no thread can be made the caller does it all, one after the other. */
static void start_threads(struct call *call)
{
    size_t wanted = call->options->parallel ? call->options->parallel : USUAL_PARALLEL;
    wanted = wanted < call->count ? wanted : call->count;
    call->parallel = wanted < MOST_PARALLEL ? wanted : MOST_PARALLEL;
    call->tour.cancel = call->parallel > 1 ? &call->is_cut : call->lookup->cancel;
    while (call->parallel > 1 && call->thread_count < call->parallel &&
           !thread_start_small(&call->threads[call->thread_count], work_read, call, NULL))
        call->thread_count++;
    if (!call->thread_count)
        call->tour.cancel = call->lookup->cancel;
}

static void end_threads(struct call *call)
{
    atomic_store(&call->is_cut, true);
    pthread_cond_broadcast(&call->reader->changed);
    for (size_t i = 0; i < call->thread_count; i++)
        pthread_join(call->threads[i], NULL);
}

/* What was fetched in time is read, and the rest is late. */
static enum status read_rest(struct call *call)
{
    enum status status = OK;
    for (size_t i = 0; i < call->count && !status; i++)
        if (call->visits[i].state != VISIT_READ)
            status = read_visit(call, &call->visits[i]);
    return status;
}

static enum status run_read(struct call *call)
{
    enum status status = open_visits(call);
    if (!status) {
        start_threads(call);
        status = read_follow(call);
        end_threads(call);
    }
    if (status == E_TIMEOUT)
        status = read_rest(call);
    if (status == E_CANCELLED)
        lookup_check(call->lookup); /* says it */
    close_visits(call);
    return status;
}

enum status reader_read(struct reader *reader, struct reading *list, size_t count, const struct read_options *options,
                        const struct lookup *lookup)
{
    struct call call = {
        .reader = reader,
        .lookup = lookup,
        .options = options,
        .list = list,
        .visits = calloc(count + 1, sizeof *call.visits),
        .count = count,
        .tour = {.reader = reader,
                 .deadline = lookup->deadline ? lookup->deadline : INT64_MAX,
                 .timeout_ms = options->timeout_ms ? options->timeout_ms : USUAL_TIMEOUT_MS,
                 .max_bytes = options->max_bytes ? options->max_bytes : USUAL_PAGE_BYTES},
    };
    if (!call.visits)
        return error_memory(lookup->err);
    enum status status = run_read(&call);
    free(call.visits);
    return status;
}
