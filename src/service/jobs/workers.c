#include "service/jobs/workers.h"

#include "base/thread.h"
#include "deliver/sender.h"
#include "research/search/library_cache.h"
#include "service/http/waiters.h"
#include "service/internal.h"
#include "service/jobs/article_log.h"
#include "service/jobs/job.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    LEASE_MS = 30000,
    RENEW_MS = LEASE_MS / 3,
    POLL_MS = 1000,     /* the backstop: a wake-up that got lost, a lease that ran out */
    PULSE_MS = 200,     /* between two durable writes of progress */
    RETRY_MS = 1000,    /* after the store failed */
    POSTPONE_MS = 5000, /* until an article is looked at again whose library could not be read */
    END_TRIES = 5
};

struct worker {
    struct workers *all;
    pthread_t thread;
    struct job job;
    char name[UUID_LENGTH + 16];
};

struct workers {
    struct service *service;
    int count, capacity;
    struct worker *each;
    pthread_t pulse;
    bool pulsing;
    pthread_mutex_t lock;
    pthread_cond_t work, beat;
    unsigned long wakes; /* grows with each workers_wake */
    struct library_cache *libraries;
    bool closed;
};

/* --- claiming --- */

struct postponed {
    const char *id;
    struct postponed *next;
};

struct claim {
    struct worker *worker;
    struct arena *arena;
    struct article article;      /* id NULL: there is none that can be written now */
    struct postponed *postponed; /* articles that were left alone */
};

/* Why its library cannot be read, in the arena; NULL when it can, or there is none. */
static const char *library_problem(const struct article *article, struct arena *arena)
{
    char reason[128];
    if (!article->library || access(article->library, R_OK | X_OK) == 0)
        return NULL;
    const char *said = strerror_r(errno, reason, sizeof reason);
    const char *problem =
        arena_printf(arena, "Waits for its library folder %s, which cannot be read: %s", article->library, said);
    return problem ? problem : "Waits for its library folder";
}

static enum status postpone(struct db *db, struct claim *claim, const char *problem, struct error *err)
{
    const struct article *article = &claim->article;
    struct lease lease = {article->id, claim->worker->name, article->attempt};
    struct postponed *postponed = ARENA_NEW(claim->arena, struct postponed);
    if (!postponed)
        return error_memory(err);
    *postponed = (struct postponed){article->id, claim->postponed};
    claim->postponed = postponed;
    return article_postpone(db, &lease, problem, clock_now_ms() + POSTPONE_MS, err);
}

/* The first article that this process can write. Found or not, what was postponed has to be committed. */
static enum status claim(struct db *db, void *argument, struct error *err)
{
    struct claim *claim = argument;
    for (;;) {
        enum status status =
            article_claim(db, claim->arena, claim->worker->name, clock_now_ms(), LEASE_MS, &claim->article, err);
        if (status == E_NOT_FOUND) {
            claim->article.id = NULL;
            return OK;
        }
        const char *problem = status == OK ? library_problem(&claim->article, claim->arena) : NULL;
        if (!problem)
            return status;
        status = postpone(db, claim, problem, err);
        if (status != OK)
            return status;
    }
}

/* Waits until there may be something to claim. `seen` is the count of wakes before the last look. False: closed. */
static bool wait_for_work(struct workers *workers, unsigned long *seen, int64_t ms)
{
    struct timespec until = condition_in_ms(ms);
    pthread_mutex_lock(&workers->lock);
    while (!workers->closed && workers->wakes == *seen)
        if (pthread_cond_timedwait(&workers->work, &workers->lock, &until) != 0)
            break;
    *seen = workers->wakes;
    bool open = !workers->closed;
    pthread_mutex_unlock(&workers->lock);
    return open;
}

/* --- ending --- */

/* An article that ends, or is let go. */
struct ending {
    struct lease lease;
    struct arena *arena;
    struct article *article;
    const struct job_outcome *outcome;
    struct logged_article told;
    struct article now; /* as somebody else left it */
};

static enum status end(struct db *db, void *argument, struct error *err)
{
    struct ending *ending = argument;
    int64_t now = clock_now_ms();
    enum status status = article_end(db, &ending->lease, ending->article, now, err);
    if (status == OK && ending->outcome->webhook)
        status = delivery_insert(db, ending->article->id, ending->outcome->webhook, now, err);
    return status;
}

static enum status look(struct db *db, void *argument, struct error *err)
{
    struct ending *ending = argument;
    return article_get(db, ending->arena, NULL, ending->article->id, &ending->now, err);
}

/* Tells why an article was let go: the store knows what became of it. */
static void tell_left(struct service *service, struct ending *ending)
{
    enum status status = store_read(service->store, look, ending, NULL);
    enum article_log_end end = atomic_load(&service->stopping) ? ARTICLE_LOG_INTERRUPTED : ARTICLE_LOG_LOST;
    if (status == E_NOT_FOUND)
        end = ARTICLE_LOG_DELETED;
    else if (status == OK && ending->now.state == ARTICLE_FAILED && ending->now.cancel_requested)
        end = ARTICLE_LOG_CANCELLED;
    article_log_left(&ending->told, end);
}

/* The result must not be lost to a passing fault of the disk; if it lasts, the lease runs out and the article is written again. */
static void end_article(struct workers *workers, struct ending *ending)
{
    struct service *service = workers->service;
    const struct article *article = ending->article;
    struct error err;
    enum status status = E_IO;
    for (int try = 0; try < END_TRIES; try++) {
        status = store_write(service->store, end, ending, &err);
        if (status == OK || status == E_CONFLICT || status == E_CANCELLED)
            break;
        log_line(LOG_ERROR, "article %s cannot be stored: %s", article->id, err.message);
        unsigned long seen = 0;
        wait_for_work(workers, &seen, RETRY_MS);
    }
    if (status == E_CONFLICT)
        tell_left(service, ending);
    if (status != OK)
        return;
    article_log_ended(&ending->told, article, ending->outcome->fault);
    bool finished = article->state == ARTICLE_FINISHED;
    atomic_fetch_add(finished ? &service->metrics.finished : &service->metrics.failed, 1);
    atomic_fetch_add(&service->metrics.words, (unsigned long)article->words_charged);
    hub_notify(service->hub, article->id);
    if (ending->outcome->webhook)
        sender_wake(service->sender);
}

static enum status release(struct db *db, void *argument, struct error *err)
{
    return article_release(db, argument, clock_now_ms(), err);
}

/* --- one article --- */

static void write_one(struct worker *worker, struct arena *arena, struct article *article)
{
    struct service *service = worker->all->service;
    struct job_outcome outcome;
    struct ending ending = {
        .arena = arena,
        .article = article,
        .outcome = &outcome,
        .told = {article->id, job_keyword(article, arena), clock_mono_ms()},
    };
    article_log_begun(&ending.told, article);
    job_open(&worker->job, article, worker->name);
    if (atomic_load(&service->stopping)) /* workers_stop may have looked before the job was open */
        job_cancel(&worker->job, NULL);
    hub_notify(service->hub, article->id);
    ending.lease = job_lease(&worker->job);
    job_write(&worker->job, service, arena, article, &outcome);
    if (outcome.ended)
        end_article(worker->all, &ending);
    else
        tell_left(service, &ending);
    if (!outcome.ended && atomic_load(&service->stopping))
        store_write(service->store, release, &ending.lease, NULL); /* otherwise its lease runs out */
    job_close(&worker->job);
}

/* OK: an article was claimed and dealt with. */
static enum status claim_and_write(struct worker *worker)
{
    struct arena *arena = arena_new();
    struct error err;
    if (!arena)
        return E_MEMORY;
    struct claim c = {.worker = worker, .arena = arena};
    struct service *service = worker->all->service;
    enum status status = store_write(service->store, claim, &c, &err);
    for (const struct postponed *p = status == OK ? c.postponed : NULL; p; p = p->next)
        hub_notify(service->hub, p->id);
    if (status != OK && status != E_CANCELLED)
        log_line(LOG_ERROR, "no article can be claimed: %s", err.message);
    if (status == OK && !c.article.id)
        status = E_NOT_FOUND;
    if (status == OK)
        write_one(worker, arena, &c.article);
    arena_free(arena);
    return status;
}

static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    unsigned long seen = 0;
    while (wait_for_work(worker->all, &seen, POLL_MS))
        while (!atomic_load(&worker->all->service->stopping) && claim_and_write(worker) == OK)
            continue;
    return NULL;
}

/* --- the pulse --- */

struct beat {
    struct workers *workers;
    int64_t now;
    char changed[MAX_WORKERS][UUID_LENGTH + 1]; /* whose progress was stored */
};

/* One transaction for all: what happens to one job's lease must not undo the others'. */
static enum status beat(struct db *db, void *argument, struct error *err)
{
    struct beat *all = argument;
    for (int i = 0; i < all->workers->count; i++) {
        struct job_news news;
        struct job *job = &all->workers->each[i].job;
        enum status status = OK;
        if (!job_take_news(job, all->now, RENEW_MS, &news))
            continue;
        if (news.renew)
            status = article_renew(db, &news.lease, all->now + LEASE_MS, err);
        if (status == OK && news.progress) {
            status = article_progress(db, &news.lease, news.fraction, news.detail, all->now, err);
            snprintf(all->changed[i], sizeof all->changed[i], "%s", news.article_id);
        }
        if (status == E_CONFLICT || status == E_NOT_FOUND)
            job_lose(job, &news);
        else if (status != OK)
            return status;
    }
    return OK;
}

static void beat_once(struct workers *workers)
{
    struct error err;
    struct beat all = {.workers = workers, .now = clock_now_ms()};
    bool due = false;
    for (int i = 0; i < workers->count && !due; i++)
        due = job_has_news(&workers->each[i].job, all.now, RENEW_MS);
    if (!due)
        return;
    enum status status = store_write(workers->service->store, beat, &all, &err);
    if (status != OK && status != E_CANCELLED)
        log_line(LOG_ERROR, "leases cannot be renewed: %s", err.message);
    for (int i = 0; status == OK && i < workers->count; i++)
        if (all.changed[i][0])
            hub_notify(workers->service->hub, all.changed[i]);
}

static void *run_pulse(void *argument)
{
    struct workers *workers = argument;
    pthread_mutex_lock(&workers->lock);
    while (workers->pulsing) {
        struct timespec until = condition_in_ms(PULSE_MS);
        pthread_cond_timedwait(&workers->beat, &workers->lock, &until);
        pthread_mutex_unlock(&workers->lock);
        beat_once(workers);
        pthread_mutex_lock(&workers->lock);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

/* --- starting and stopping --- */

static enum status start_threads(struct workers *workers, struct error *err)
{
    static const char none[] = "no more threads can be made";
    for (; workers->count < workers->capacity; workers->count++) {
        struct worker *worker = &workers->each[workers->count];
        worker->all = workers;
        snprintf(worker->name, sizeof worker->name, "%s/%d", workers->service->instance, workers->count);
        job_init(&worker->job);
        if (pthread_create(&worker->thread, NULL, run_worker, worker) != 0)
            return error_set(err, E_MEMORY, NULL, none);
    }
    workers->pulsing = true;
    if (pthread_create(&workers->pulse, NULL, run_pulse, workers) == 0)
        return OK;
    workers->pulsing = false;
    return error_set(err, E_MEMORY, NULL, none);
}

enum status workers_start(struct service *service, int count, struct workers **out, struct error *err)
{
    struct workers *workers = calloc(1, sizeof *workers);
    struct worker *each = calloc((size_t)count + 1, sizeof *each);
    if (!workers || !each) {
        free(workers);
        free(each);
        return error_memory(err);
    }
    condition_init(&workers->work);
    condition_init(&workers->beat);
    pthread_mutex_init(&workers->lock, NULL);
    workers->service = service;
    workers->each = each;
    workers->capacity = count;
    *out = workers;
    enum status status = library_cache_new(&workers->libraries, err);
    return status == OK ? start_threads(workers, err) : status;
}

struct library_cache *workers_libraries(const struct workers *workers)
{
    return workers->libraries;
}

void workers_wake(struct workers *workers)
{
    if (!workers)
        return;
    pthread_mutex_lock(&workers->lock);
    workers->wakes++;
    pthread_cond_signal(&workers->work);
    pthread_mutex_unlock(&workers->lock);
}

bool workers_cancel(struct workers *workers, const char *article_id)
{
    for (int i = 0; i < workers->count; i++)
        if (job_cancel(&workers->each[i].job, article_id))
            return true;
    return false;
}

int workers_busy(struct workers *workers)
{
    int busy = 0;
    for (int i = 0; i < workers->count; i++)
        busy += job_is_open(&workers->each[i].job);
    return busy;
}

void workers_stop(struct workers *workers)
{
    if (!workers)
        return;
    pthread_mutex_lock(&workers->lock);
    bool pulsing = workers->pulsing;
    workers->closed = true;
    workers->pulsing = false;
    pthread_cond_broadcast(&workers->work);
    pthread_cond_broadcast(&workers->beat);
    pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->count; i++)
        job_cancel(&workers->each[i].job, NULL);
    for (int i = 0; i < workers->count; i++)
        pthread_join(workers->each[i].thread, NULL);
    if (pulsing)
        pthread_join(workers->pulse, NULL);
    for (int i = 0; i < workers->count; i++)
        job_destroy(&workers->each[i].job);
    pthread_cond_destroy(&workers->work);
    pthread_cond_destroy(&workers->beat);
    pthread_mutex_destroy(&workers->lock);
    library_cache_free(workers->libraries);
    free(workers->each);
    free(workers);
}
