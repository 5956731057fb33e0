#include "service/http/waiters.h"

#include "service/http/connections.h"
#include "service/http/request.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>

enum { CHAINS = 1024 };

struct waiters {
    pthread_mutex_t lock;
    bool is_closed;
    struct waiter *chains[CHAINS]; /* by the hash of the id */
    unsigned long changes[CHAINS]; /* the same: how often they were told */
};

struct waiters *waiters_new(void)
{
    struct waiters *waiters = calloc(1, sizeof *waiters);
    if (waiters)
        pthread_mutex_init(&waiters->lock, NULL);
    return waiters;
}

void waiters_free(struct waiters *waiters)
{
    if (!waiters)
        return;
    pthread_mutex_destroy(&waiters->lock);
    free(waiters);
}

static size_t waiters_number_of(const char *id)
{
    return hash_bytes(id, strlen(id)) % CHAINS;
}

static struct waiter **chain_of(struct waiters *waiters, const char *id)
{
    return &waiters->chains[waiters_number_of(id)];
}

unsigned long waiters_changes(struct waiters *waiters, const char *id)
{
    pthread_mutex_lock(&waiters->lock);
    unsigned long changes = waiters->changes[waiters_number_of(id)];
    pthread_mutex_unlock(&waiters->lock);
    return changes;
}

static void unlink_waiter(struct waiters *waiters, struct waiter *waiter)
{
    if (waiter->previous)
        waiter->previous->next = waiter->next;
    else
        *chain_of(waiters, waiter->id) = waiter->next;
    if (waiter->next)
        waiter->next->previous = waiter->previous;
    waiter->previous = waiter->next = NULL;
    waiter->state = WAITER_IDLE;
}

void waiter_join(struct waiters *waiters, struct waiter *waiter)
{
    pthread_mutex_lock(&waiters->lock);
    struct waiter **chain = chain_of(waiters, waiter->id);
    waiter->state = WAITER_WATCHING;
    waiter->previous = NULL;
    waiter->next = *chain;
    if (*chain)
        (*chain)->previous = waiter;
    *chain = waiter;
    pthread_mutex_unlock(&waiters->lock);
}

bool waiter_suspend(struct waiters *waiters, struct waiter *waiter)
{
    pthread_mutex_lock(&waiters->lock);
    bool is_suspended = waiter->state == WAITER_WATCHING && !waiters->is_closed && request_suspend(waiter->request);
    waiter->state = is_suspended ? WAITER_SUSPENDED : WAITER_WATCHING;
    if (waiters->is_closed)
        waiter->is_expired = true;
    pthread_mutex_unlock(&waiters->lock);
    return is_suspended;
}

void waiter_leave(struct waiters *waiters, struct waiter *waiter)
{
    pthread_mutex_lock(&waiters->lock);
    if (waiter->state != WAITER_IDLE)
        unlink_waiter(waiters, waiter);
    pthread_mutex_unlock(&waiters->lock);
}

/* Does not unlink the waiter: the resumed request may wait for the same id again. */
static void resume(struct waiter *waiter)
{
    if (waiter->state == WAITER_SUSPENDED) {
        waiter->state = WAITER_WATCHING;
        request_resume(waiter->request);
    } else {
        waiter->state = WAITER_CHANGED;
    }
}

void waiters_notify(struct waiters *waiters, const char *id)
{
    pthread_mutex_lock(&waiters->lock);
    waiters->changes[waiters_number_of(id)]++;
    for (struct waiter *waiter = *chain_of(waiters, id); waiter; waiter = waiter->next)
        if (strcmp(waiter->id, id) == 0)
            resume(waiter);
    pthread_mutex_unlock(&waiters->lock);
}

void waiters_doubt(struct waiters *waiters)
{
    pthread_mutex_lock(&waiters->lock);
    for (int i = 0; i < CHAINS; i++)
        waiters->changes[i]++;
    pthread_mutex_unlock(&waiters->lock);
}

void waiters_notify_all(struct waiters *waiters)
{
    pthread_mutex_lock(&waiters->lock);
    for (int i = 0; i < CHAINS; i++) {
        waiters->changes[i]++;
        for (struct waiter *waiter = waiters->chains[i]; waiter; waiter = waiter->next)
            resume(waiter);
    }
    pthread_mutex_unlock(&waiters->lock);
}

static size_t count_waiters(const struct waiters *waiters)
{
    size_t count = 0;
    for (int i = 0; i < CHAINS; i++)
        for (const struct waiter *waiter = waiters->chains[i]; waiter; waiter = waiter->next)
            count++;
    return count;
}

static enum status list_waiters(const struct waiters *waiters, struct arena *arena, const char **ids, struct error *err)
{
    for (int i = 0; i < CHAINS; i++)
        for (const struct waiter *waiter = waiters->chains[i]; waiter; waiter = waiter->next)
            if (!(*ids++ = arena_copy(arena, waiter->id)))
                return error_memory(err);
    return OK;
}

enum status waiters_list(struct waiters *waiters, struct arena *arena, const char ***ids, size_t *count,
                         struct error *err)
{
    pthread_mutex_lock(&waiters->lock);
    *count = count_waiters(waiters);
    *ids = ARENA_ARRAY(arena, *count + 1, const char *);
    enum status status = *ids ? list_waiters(waiters, arena, *ids, err) : error_memory(err);
    pthread_mutex_unlock(&waiters->lock);
    return status;
}

static void expire(struct waiters *waiters, int64_t now)
{
    for (int i = 0; i < CHAINS; i++)
        for (struct waiter *waiter = waiters->chains[i]; waiter; waiter = waiter->next)
            if (waiter->deadline <= now && !waiter->is_expired) {
                waiter->is_expired = true;
                resume(waiter);
            }
}

void waiters_expire(struct waiters *waiters, int64_t now)
{
    pthread_mutex_lock(&waiters->lock);
    expire(waiters, now);
    pthread_mutex_unlock(&waiters->lock);
}

/* --- clients that are gone --- */

/* Those that are suspended; suspended NULL: only counts them. Under the lock. */
static size_t list_suspended(struct waiters *waiters, struct waiter **suspended, struct pollfd *sockets)
{
    size_t count = 0;
    for (int i = 0; i < CHAINS; i++) {
        for (struct waiter *waiter = waiters->chains[i]; waiter; waiter = waiter->next) {
            if (waiter->state != WAITER_SUSPENDED)
                continue;
            if (suspended) {
                suspended[count] = waiter;
                sockets[count] = (struct pollfd){.fd = connection_fd(waiter->request->slot), .events = POLLRDHUP};
            }
            count++;
        }
    }
    return count;
}

static void resume_disconnected(struct waiter **suspended, const struct pollfd *sockets, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!(sockets[i].revents & (POLLRDHUP | POLLHUP | POLLERR)))
            continue;
        suspended[i]->is_expired = true;
        resume(suspended[i]);
    }
}

/* While the lock is held a waiter's connection stays suspended, and its socket open. */
void waiters_expire_disconnected(struct waiters *waiters)
{
    pthread_mutex_lock(&waiters->lock);
    size_t count = list_suspended(waiters, NULL, NULL);
    struct waiter **suspended = count ? calloc(count, sizeof *suspended) : NULL;
    struct pollfd *sockets = count ? calloc(count, sizeof *sockets) : NULL;
    if (suspended && sockets) {
        list_suspended(waiters, suspended, sockets);
        if (poll(sockets, count, 0) > 0)
            resume_disconnected(suspended, sockets, count);
    }
    pthread_mutex_unlock(&waiters->lock);
    free(suspended);
    free(sockets);
}

void waiters_close(struct waiters *waiters)
{
    if (!waiters)
        return;
    pthread_mutex_lock(&waiters->lock);
    waiters->is_closed = true;
    expire(waiters, INT64_MAX);
    pthread_mutex_unlock(&waiters->lock);
}
