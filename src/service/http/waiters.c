#include "service/http/waiters.h"

#include "service/http/connections.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>

enum { CHAINS = 1024, MAX_WAIT = 60 };

struct hub {
    pthread_mutex_t lock;
    bool closed;
    struct waiter *chains[CHAINS]; /* by the hash of the id */
};

struct hub *hub_new(void)
{
    struct hub *hub = calloc(1, sizeof *hub);
    if (hub)
        pthread_mutex_init(&hub->lock, NULL);
    return hub;
}

void hub_free(struct hub *hub)
{
    if (!hub)
        return;
    pthread_mutex_destroy(&hub->lock);
    free(hub);
}

static struct waiter **chain_of(struct hub *hub, const char *id)
{
    return &hub->chains[hash_bytes(id, strlen(id)) % CHAINS];
}

static void unlink_waiter(struct hub *hub, struct waiter *waiter)
{
    if (waiter->previous)
        waiter->previous->next = waiter->next;
    else
        *chain_of(hub, waiter->id) = waiter->next;
    if (waiter->next)
        waiter->next->previous = waiter->previous;
    waiter->previous = waiter->next = NULL;
    waiter->state = WAITER_OUT;
}

void hub_join(struct hub *hub, struct waiter *waiter)
{
    pthread_mutex_lock(&hub->lock);
    struct waiter **chain = chain_of(hub, waiter->id);
    waiter->state = WAITER_WATCHING;
    waiter->previous = NULL;
    waiter->next = *chain;
    if (*chain)
        (*chain)->previous = waiter;
    *chain = waiter;
    pthread_mutex_unlock(&hub->lock);
}

bool hub_sleep(struct hub *hub, struct waiter *waiter)
{
    pthread_mutex_lock(&hub->lock);
    bool sleeps = waiter->state == WAITER_WATCHING && !hub->closed && request_suspend(waiter->request);
    if (sleeps)
        waiter->state = WAITER_ASLEEP;
    else
        waiter->state = WAITER_WATCHING;
    if (hub->closed)
        waiter->expired = true;
    pthread_mutex_unlock(&hub->lock);
    return sleeps;
}

void hub_leave(struct hub *hub, struct waiter *waiter)
{
    pthread_mutex_lock(&hub->lock);
    if (waiter->state != WAITER_OUT)
        unlink_waiter(hub, waiter);
    pthread_mutex_unlock(&hub->lock);
}

/* A sleeper stays in its chain: it watches again while its request is read anew. */
static void wake(struct waiter *waiter)
{
    if (waiter->state == WAITER_ASLEEP) {
        waiter->state = WAITER_WATCHING;
        request_wake(waiter->request);
    } else {
        waiter->state = WAITER_CHANGED;
    }
}

void hub_notify(struct hub *hub, const char *id)
{
    pthread_mutex_lock(&hub->lock);
    for (struct waiter *waiter = *chain_of(hub, id); waiter; waiter = waiter->next)
        if (strcmp(waiter->id, id) == 0)
            wake(waiter);
    pthread_mutex_unlock(&hub->lock);
}

static void expire(struct hub *hub, int64_t now)
{
    for (int i = 0; i < CHAINS; i++)
        for (struct waiter *waiter = hub->chains[i]; waiter; waiter = waiter->next)
            if (waiter->deadline <= now && !waiter->expired) {
                waiter->expired = true;
                wake(waiter);
            }
}

void hub_expire(struct hub *hub, int64_t now)
{
    pthread_mutex_lock(&hub->lock);
    expire(hub, now);
    pthread_mutex_unlock(&hub->lock);
}

/* --- clients that are gone --- */

/* Those asleep; sleepers NULL: only counts them. Under the lock. */
static size_t list_sleepers(struct hub *hub, struct waiter **sleepers, struct pollfd *sockets)
{
    size_t count = 0;
    for (int i = 0; i < CHAINS; i++) {
        for (struct waiter *waiter = hub->chains[i]; waiter; waiter = waiter->next) {
            if (waiter->state != WAITER_ASLEEP)
                continue;
            if (sleepers) {
                sleepers[count] = waiter;
                sockets[count] = (struct pollfd){.fd = connection_fd(waiter->request->slot), .events = POLLRDHUP};
            }
            count++;
        }
    }
    return count;
}

static void wake_abandoned(struct waiter **sleepers, const struct pollfd *sockets, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!(sockets[i].revents & (POLLRDHUP | POLLHUP | POLLERR)))
            continue;
        sleepers[i]->expired = true;
        wake(sleepers[i]);
    }
}

/* Under the lock a sleeper's connection stays suspended, and its socket open. */
void hub_hang_up(struct hub *hub)
{
    pthread_mutex_lock(&hub->lock);
    size_t count = list_sleepers(hub, NULL, NULL);
    struct waiter **sleepers = count ? calloc(count, sizeof *sleepers) : NULL;
    struct pollfd *sockets = count ? calloc(count, sizeof *sockets) : NULL;
    if (sleepers && sockets) {
        list_sleepers(hub, sleepers, sockets);
        if (poll(sockets, count, 0) > 0)
            wake_abandoned(sleepers, sockets, count);
    }
    pthread_mutex_unlock(&hub->lock);
    free(sleepers);
    free(sockets);
}

void hub_close(struct hub *hub)
{
    if (!hub)
        return;
    pthread_mutex_lock(&hub->lock);
    hub->closed = true;
    expire(hub, INT64_MAX);
    pthread_mutex_unlock(&hub->lock);
}

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

long prefer_wait(const char *header)
{
    struct str rest = str_from(header), piece;
    while (header && next_preference(&rest, &piece)) {
        struct str name = {0}, value = piece;
        str_split(&value, '=', &name);
        if (!value.data || !str_ieq(str_trim(name), STR("wait")))
            continue;
        value = str_trim(value);
        long seconds = strtol(value.data, NULL, 10); /* the header is NUL-terminated behind it */
        return seconds < 0 ? 0 : seconds > MAX_WAIT ? MAX_WAIT : seconds;
    }
    return 0;
}
