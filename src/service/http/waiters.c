#include "service/http/waiters.h"

#include "service/http/answer.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

struct connection {
    int fd;
    bool is_local;
    _Atomic int64_t deadline;
    struct connection *previous, *next;
};

struct connections {
    int64_t request_ms, idle_ms;
    pthread_mutex_t lock;
    struct connection *first;
};

struct connections *connections_new(long request_seconds, long idle_seconds)
{
    struct connections *connections = calloc(1, sizeof *connections);
    if (!connections)
        return NULL;
    connections->request_ms = (int64_t)request_seconds * 1000;
    connections->idle_ms = (int64_t)idle_seconds * 1000;
    pthread_mutex_init(&connections->lock, NULL);
    return connections;
}

void connections_free(struct connections *connections)
{
    if (!connections)
        return;
    pthread_mutex_destroy(&connections->lock);
    free(connections);
}

struct connection *connection_open(struct connections *connections, int fd, bool is_local)
{
    struct connection *connection = calloc(1, sizeof *connection);
    if (!connection)
        return NULL;
    fork_close_in_child(
        fd, NULL); /* without memory for this, a forked child that outlives this process keeps the connection open */
    connection->fd = fd;
    connection->is_local = is_local;
    atomic_store(&connection->deadline, clock_mono_ms() + connections->request_ms);
    pthread_mutex_lock(&connections->lock);
    connection->next = connections->first;
    if (connection->next)
        connection->next->previous = connection;
    connections->first = connection;
    pthread_mutex_unlock(&connections->lock);
    return connection;
}

void connection_close(struct connections *connections, struct connection *connection)
{
    if (!connection)
        return;
    fork_forget(connection->fd);
    pthread_mutex_lock(&connections->lock); /* connections_reap must not shut down a descriptor that was reused */
    if (connection->previous)
        connection->previous->next = connection->next;
    else
        connections->first = connection->next;
    if (connection->next)
        connection->next->previous = connection->previous;
    pthread_mutex_unlock(&connections->lock);
    free(connection);
}

void connection_phase(struct connections *connections, struct connection *connection, enum connection_phase phase)
{
    if (!connection)
        return;
    int64_t deadline = INT64_MAX;
    if (phase == CONNECTION_IDLE)
        deadline = clock_mono_ms() + connections->idle_ms + connections->request_ms;
    else if (phase == CONNECTION_SENDING)
        deadline = clock_mono_ms() + SEND_SECONDS * 1000;
    atomic_store(&connection->deadline, deadline);
}

/* -1 for none. */
static int connection_fd(const struct connection *connection)
{
    return connection ? connection->fd : -1;
}

bool connections_are_open(struct connections *connections)
{
    pthread_mutex_lock(&connections->lock);
    const struct connection *c = connections->first;
    while (c && c->is_local)
        c = c->next;
    pthread_mutex_unlock(&connections->lock);
    return c != NULL;
}

void connections_reap(struct connections *connections)
{
    int64_t now = clock_mono_ms();
    pthread_mutex_lock(&connections->lock);
    for (struct connection *c = connections->first; c; c = c->next)
        if (atomic_load(&c->deadline) <= now)
            shutdown(c->fd, SHUT_RDWR);
    pthread_mutex_unlock(&connections->lock);
}

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

enum { MAX_WAIT = 60 };

/* --- Prefer: wait=N --- */

/* Cuts the first preference off: up to a comma that is not inside a quoted string. */
static bool next_preference(struct str *rest, struct str *piece)
{
    if (!rest->data)
        return false;
    bool quoted = false;
    size_t end = 0;
    for (; end < rest->len && (quoted || rest->data[end] != ','); end++) {
        if (quoted && rest->data[end] == '\\' && end + 1 < rest->len)
            end++;
        else if (rest->data[end] == '"')
            quoted = !quoted;
    }
    *piece = (struct str){rest->data, end};
    *rest = end < rest->len ? (struct str){rest->data + end + 1, rest->len - end - 1} : (struct str){0};
    return true;
}

long watch_preferred_wait(const char *header)
{
    struct str rest = str_from(header), piece;
    while (header && next_preference(&rest, &piece)) {
        struct str name = {0}, value = piece;
        str_split(&value, '=', &name);
        if (!value.data || !str_ieq(str_trim(name), STR("wait")))
            continue;
        value = str_trim(value);
        long seconds = strtol(value.data, NULL, 10); /* the header text ends with a NUL, so strtol stops in time */
        return seconds < 0 ? 0 : seconds > MAX_WAIT ? MAX_WAIT : seconds;
    }
    return 0;
}

/* --- looking --- */

static void watch_leave(struct request *request)
{
    struct watch *watch = request->state;
    waiter_leave(request->context->waiters, &watch->waiter);
    if (watch->end)
        watch->end(request);
}

static void look_again(struct request *request)
{
    struct watch *watch = request->state;
    enum watch_verdict verdict = WATCH_AGAIN;
    while (verdict == WATCH_AGAIN) {
        request->resume = NULL;
        struct arena *arena =
            arena_new(); /* freed after each look, so that a request that is held long does not grow */
        if (!arena) {
            answer_no_memory(request);
            return;
        }
        verdict = watch->look(request, watch, arena);
        arena_free(arena);
    }
}

/* In the HTTP thread, where nothing may block: the handler looks again in the pool. */
static void look_in_pool(struct request *request)
{
    if (request_suspend(request))
        request_run_again(request);
}

void watch_run(struct request *request, watch_look look)
{
    const struct watch_wish wish = {
        .id = request->id,
        .match = request_header(request, "If-None-Match"),
        .wait = watch_preferred_wait(request_header(request, "Prefer")),
    };
    watch_run_as(request, look, &wish);
}

void watch_run_as(struct request *request, watch_look look, const struct watch_wish *wish)
{
    if (request->state) { /* it runs again */
        look_again(request);
        return;
    }
    struct watch *watch = ARENA_NEW(request->arena, struct watch);
    if (!watch) {
        answer_no_memory(request);
        return;
    }
    if (wish->wait && wish->begin && !wish->begin(request))
        return;
    watch->look = look;
    watch->match = wish->match;
    watch->wait = wish->wait;
    watch->end = wish->end;
    watch->waiter.request = request;
    watch->waiter.id = wish->id;
    watch->waiter.deadline = clock_mono_ms() + watch->wait * 1000;
    request->state = watch;
    if (watch->wait) {
        waiter_join(request->context->waiters,
                    &watch->waiter); /* before the first look, so that no change falls between */
        request->cleanup = watch_leave;
    }
    look_again(request);
}

/* The weak comparison of If-None-Match. */
static bool watch_matches(const char *header, const char *etag)
{
    struct str rest = str_from(header), piece;
    while (header && str_split(&rest, ',', &piece)) {
        piece = str_trim(piece);
        if (str_starts(piece, STR("W/")))
            piece = (struct str){piece.data + 2, piece.len - 2};
        if (str_eq(piece, STR("*")) || str_eq(piece, str_from(etag)))
            return true;
    }
    return false;
}

enum watch_verdict watch_next(struct request *request, struct watch *watch, const char *etag, bool final)
{
    if (!watch->first[0])
        snprintf(watch->first, sizeof watch->first, "%s", etag);
    const char *known = watch->match ? watch->match : watch->first;
    if (!watch->wait || final || watch->waiter.is_expired || !watch_matches(known, etag))
        return WATCH_ANSWER;
    request->resume = request->context->reads_block ? look_in_pool : look_again;
    if (waiter_suspend(request->context->waiters, &watch->waiter) || request->answer.status)
        return WATCH_SUSPENDED;
    return WATCH_AGAIN;
}

bool watch_headers(struct request *request, const struct watch *watch, const char *etag, bool final)
{
    answer_header(request, "ETag", "%s", etag);
    if (watch->wait)
        answer_header(request, "Preference-Applied", "wait=%ld", watch->wait);
    if (!final)
        answer_header(request, "Retry-After", "1");
    if (!watch_matches(watch->match, etag))
        return false;
    answer_empty(request, 304);
    return true;
}
