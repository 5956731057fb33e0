#include "base/system/pool.h"

#include "base/system/thread.h"

#include <stdlib.h>
#include <string.h>

enum { IDLE_MS = 5000, BUCKETS = 256 };

struct fair_pool_task {
    void (*work)(void *argument);
    void *argument;
    struct fair_pool_task *next;
};

/* Somebody who has work in line or under way; gone with the last of it. */
struct fair_pool_owner {
    struct fair_pool_owner *next_in_bucket;
    struct fair_pool_owner *before, *after; /* in the line of those with as much under way */
    struct fair_pool_task *first, **last;
    size_t waiting;
    int running;
    uint64_t served; /* when a thread began or ended work for it last, or it came */
    char *name;      /* NULL: of one piece of work alone */
};

struct fair_pool_line {
    struct fair_pool_owner *first, *last; /* the one that was served longest ago in front */
};

/* The place of a thread. One that was left is joined when it is taken again, and at the end. */
struct seat {
    struct fair_pool *pool;
    pthread_t thread;
    bool is_made; /* there is a thread to be joined */
    bool is_left; /* and it has come to its end */
};

struct fair_pool {
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t changed;
    struct fair_pool_options options;
    struct fair_pool_owner *buckets[BUCKETS];
    struct fair_pool_line *lines; /* [n]: owners that have work in line, and n pieces under way; n < per_owner */
    struct seat *seats;
    int threads, busy; /* busy: of the threads, those with work under way */
    size_t startable;  /* pieces of work in line that no share keeps there */
    uint64_t clock;    /* counts what `served` tells */
    bool closed;
};

/* --- owners, under the lock --- */

static struct fair_pool_owner **place_of(struct fair_pool *pool, const char *name)
{
    struct fair_pool_owner **place = &pool->buckets[hash_bytes(name, strlen(name)) % BUCKETS];
    while (*place && strcmp((*place)->name, name) != 0)
        place = &(*place)->next_in_bucket;
    return place;
}

/* NULL: no memory. */
static struct fair_pool_owner *new_owner(struct fair_pool *pool, const char *name)
{
    struct fair_pool_owner *owner = calloc(1, sizeof *owner);
    if (!owner)
        return NULL;
    owner->name = name ? strdup(name) : NULL;
    if (name && !owner->name) {
        free(owner);
        return NULL;
    }
    owner->last = &owner->first;
    owner->served = ++pool->clock;
    if (name)
        *place_of(pool, name) = owner;
    return owner;
}

static struct fair_pool_owner *find_owner(struct fair_pool *pool, const char *name)
{
    struct fair_pool_owner *owner = name ? *place_of(pool, name) : NULL;
    return owner ? owner : new_owner(pool, name);
}

static void forget_owner(struct fair_pool *pool, struct fair_pool_owner *owner)
{
    if (owner->name)
        *place_of(pool, owner->name) = owner->next_in_bucket;
    free(owner->name);
    free(owner);
}

static bool may_run(const struct fair_pool *pool, const struct fair_pool_owner *owner)
{
    return owner->first && owner->running < pool->options.per_owner;
}

/* How many of its pieces in line a thread could begin. */
static size_t startable(const struct fair_pool *pool, const struct fair_pool_owner *owner)
{
    size_t share = (size_t)(pool->options.per_owner - owner->running);
    return owner->waiting < share ? owner->waiting : share;
}

/* Those that were served lately stand at the end, where this begins to look. */
static void fair_pool_enter(struct fair_pool *pool, struct fair_pool_owner *owner)
{
    if (!may_run(pool, owner))
        return;
    pool->startable += startable(pool, owner);
    struct fair_pool_line *line = &pool->lines[owner->running];
    struct fair_pool_owner *before = line->last;
    while (before && before->served > owner->served)
        before = before->before;
    owner->before = before;
    owner->after = before ? before->after : line->first;
    *(before ? &before->after : &line->first) = owner;
    *(owner->after ? &owner->after->before : &line->last) = owner;
}

static void fair_pool_leave(struct fair_pool *pool, struct fair_pool_owner *owner)
{
    if (!may_run(pool, owner))
        return;
    pool->startable -= startable(pool, owner);
    struct fair_pool_line *line = &pool->lines[owner->running];
    *(owner->before ? &owner->before->after : &line->first) = owner->after;
    *(owner->after ? &owner->after->before : &line->last) = owner->before;
}

static struct fair_pool_owner *fairest(const struct fair_pool *pool)
{
    for (int i = 0; i < pool->options.per_owner; i++)
        if (pool->lines[i].first)
            return pool->lines[i].first;
    return NULL;
}

/* --- the threads --- */

static struct fair_pool_task *fair_pool_begin(struct fair_pool *pool, struct fair_pool_owner *owner)
{
    struct fair_pool_task *task = owner->first;
    fair_pool_leave(pool, owner);
    owner->first = task->next;
    if (!owner->first)
        owner->last = &owner->first;
    owner->waiting--;
    owner->running++;
    pool->busy++;
    owner->served = ++pool->clock;
    fair_pool_enter(pool, owner);
    return task;
}

static void fair_pool_end(struct fair_pool *pool, struct fair_pool_owner *owner)
{
    fair_pool_leave(pool, owner);
    owner->running--;
    owner->served = ++pool->clock; /* those who came meanwhile stand before it */
    pool->busy--;
    fair_pool_enter(pool, owner);
    if (!owner->running && !owner->first)
        forget_owner(pool, owner);
}

/* Waits for work that may be done. NULL: there was none for a while, or there will be none. */
static struct fair_pool_owner *wait_for_work(struct fair_pool *pool)
{
    struct timespec until = condition_in_ms(IDLE_MS);
    struct fair_pool_owner *owner;
    while (!(owner = fairest(pool)) && !pool->closed)
        if (pthread_cond_timedwait(&pool->changed, &pool->lock, &until) != 0)
            return fairest(pool);
    return owner;
}

static void *fair_pool_run(void *argument)
{
    struct seat *seat = argument;
    struct fair_pool *pool = seat->pool;
    struct fair_pool_owner *owner;
    pthread_mutex_lock(&pool->lock);
    while ((owner = wait_for_work(pool))) {
        struct fair_pool_task *task = fair_pool_begin(pool, owner);
        pthread_mutex_unlock(&pool->lock);
        task->work(task->argument);
        free(task);
        pthread_mutex_lock(&pool->lock);
        fair_pool_end(pool, owner);
    }
    pool->threads--;
    seat->is_left = true;
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Under the lock; who has left a seat has nothing more to do with it. */
static enum status fair_pool_start_thread(struct fair_pool *pool, struct error *err)
{
    struct seat *seat = pool->seats;
    while (seat->is_made && !seat->is_left)
        seat++;
    if (seat->is_made)
        pthread_join(seat->thread, NULL);
    seat->is_left = false;
    enum status status = pool->options.is_small ? thread_start_small(&seat->thread, fair_pool_run, seat, err)
                                                : thread_start(&seat->thread, fair_pool_run, seat, err);
    seat->is_made = !status;
    pool->threads += seat->is_made;
    return status;
}

/* --- the pool --- */

enum status fair_pool_new(const struct fair_pool_options *options, struct fair_pool **out, struct error *err)
{
    struct fair_pool *pool = calloc(1, sizeof *pool);
    struct fair_pool_line *lines = calloc((size_t)options->per_owner, sizeof *lines);
    struct seat *seats = calloc((size_t)options->threads, sizeof *seats);
    if (!pool || !lines || !seats) {
        free(pool);
        free(lines);
        free(seats);
        return error_memory(err);
    }
    pool->options = *options;
    pool->lines = lines;
    pool->seats = seats;
    for (int i = 0; i < options->threads; i++)
        seats[i].pool = pool;
    pthread_mutex_init(&pool->lock, NULL);
    condition_init(&pool->changed);
    *out = pool;
    return OK;
}

/* Sees to it that a thread takes what was put in line: one that waits, or that was woken and has not begun yet, or one
 * more. With none at all it would stay there. */
static enum status call_thread(struct fair_pool *pool, struct error *err)
{
    pthread_cond_signal(&pool->changed);
    if (pool->startable <= (size_t)(pool->threads - pool->busy) || pool->threads == pool->options.threads)
        return OK;
    enum status status = fair_pool_start_thread(pool, err);
    return pool->threads ? OK : status;
}

static void fair_pool_append(struct fair_pool *pool, struct fair_pool_owner *owner, struct fair_pool_task *task)
{
    fair_pool_leave(pool, owner);
    *owner->last = task;
    owner->last = &task->next;
    owner->waiting++;
    fair_pool_enter(pool, owner);
}

/* Of an owner whose only piece of work it is. */
static void fair_pool_take_back(struct fair_pool *pool, struct fair_pool_owner *owner)
{
    fair_pool_leave(pool, owner);
    forget_owner(pool, owner);
}

/* Under the lock. */
static enum status queue(struct fair_pool *pool, const char *name, struct fair_pool_task *task, struct error *err)
{
    if (pool->closed)
        return error_set(err, E_CANCELLED, NULL, "the service is stopping");
    struct fair_pool_owner *owner = find_owner(pool, name);
    if (!owner)
        return error_memory(err);
    if (pool->options.waiting && owner->waiting >= pool->options.waiting)
        return error_set(err, E_LIMIT, NULL, "too much is in line already");
    fair_pool_append(pool, owner, task);
    enum status status = call_thread(pool, err);
    if (status) /* no thread: nobody else has work in the pool either */
        fair_pool_take_back(pool, owner);
    return status;
}

enum status fair_pool_submit(struct fair_pool *pool, const char *owner, void (*work)(void *argument), void *argument,
                             struct error *err)
{
    struct fair_pool_task *task = malloc(sizeof *task);
    if (!task)
        return error_memory(err);
    *task = (struct fair_pool_task){work, argument, NULL};
    pthread_mutex_lock(&pool->lock);
    enum status status = queue(pool, owner, task, err);
    pthread_mutex_unlock(&pool->lock);
    if (status)
        free(task);
    return status;
}

void fair_pool_free(struct fair_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closed = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->options.threads; i++)
        if (pool->seats[i].is_made)
            pthread_join(pool->seats[i].thread, NULL);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
    free(pool->lines);
    free(pool->seats);
    free(pool);
}

enum { CANCEL_CHECK_MS = 200 };

/* On the stack of the thread that waits. Each has a condition of its own, so that a turn wakes one thread. */
struct turns_waiter {
    struct turns_waiter *next;
    pthread_cond_t given;
    bool has_turn;
    const atomic_bool *owner; /* its cancel */
    uint64_t round;
};

void turns_init(struct turns *turns, long count)
{
    *turns = (struct turns){.free = count};
    pthread_mutex_init(&turns->lock, NULL);
}

void turns_destroy(struct turns *turns)
{
    pthread_mutex_destroy(&turns->lock);
}

/* --- the line, under the lock --- */

/* In the round behind the last one in which its owner waits, else in the next; there behind the others. */
static void choose_round(const struct turns *turns, struct turns_waiter *waiter)
{
    waiter->round = turns->round + 1;
    for (const struct turns_waiter *at = turns->first; at && waiter->owner; at = at->next)
        if (at->owner == waiter->owner)
            waiter->round = at->round + 1;
}

static void turns_enter(struct turns *turns, struct turns_waiter *waiter)
{
    struct turns_waiter *before = NULL;
    choose_round(turns, waiter);
    for (struct turns_waiter *at = turns->first; at && at->round <= waiter->round; at = at->next)
        before = at;
    waiter->next = before ? before->next : turns->first;
    if (before)
        before->next = waiter;
    else
        turns->first = waiter;
    turns->waiting++;
}

static void turns_leave(struct turns *turns, struct turns_waiter *waiter)
{
    struct turns_waiter *before = NULL;
    for (struct turns_waiter *at = turns->first; at != waiter; at = at->next)
        before = at;
    if (before)
        before->next = waiter->next;
    else
        turns->first = waiter->next;
    turns->waiting--;
}

static void wait_for_turn(struct turns *turns, struct turns_waiter *waiter)
{
    while (!waiter->has_turn)
        pthread_cond_wait(&waiter->given, &turns->lock);
}

static enum status wait_until(struct turns *turns, struct turns_waiter *waiter, const atomic_bool *cancel,
                              int64_t deadline)
{
    while (!waiter->has_turn) {
        int64_t left = deadline ? deadline - clock_mono_ms() : CANCEL_CHECK_MS;
        if (cancel && atomic_load(cancel))
            return E_CANCELLED;
        if (left <= 0)
            return E_TIMEOUT;
        struct timespec until = condition_in_ms(left < CANCEL_CHECK_MS ? left : CANCEL_CHECK_MS);
        pthread_cond_timedwait(&waiter->given, &turns->lock, &until);
    }
    return OK;
}

enum status turns_take(struct turns *turns, const atomic_bool *cancel, int64_t deadline)
{
    enum status status = OK;
    pthread_mutex_lock(&turns->lock);
    if (turns->free > 0) {
        turns->free--;
    } else {
        struct turns_waiter waiter = {.owner = cancel};
        condition_init(&waiter.given);
        turns_enter(turns, &waiter);
        if (cancel || deadline)
            status = wait_until(turns, &waiter, cancel, deadline);
        else
            wait_for_turn(turns, &waiter);
        if (status)
            turns_leave(turns, &waiter);
        pthread_cond_destroy(&waiter.given);
    }
    pthread_mutex_unlock(&turns->lock);
    return status;
}

/* A turn goes straight to the first who waits: nobody who comes later can take it before. */
void turns_give(struct turns *turns)
{
    pthread_mutex_lock(&turns->lock);
    struct turns_waiter *waiter = turns->first;
    if (waiter) {
        turns_leave(turns, waiter);
        turns->round = waiter->round;
        waiter->has_turn = true;
        pthread_cond_signal(&waiter->given);
    } else {
        turns->free++;
    }
    pthread_mutex_unlock(&turns->lock);
}
