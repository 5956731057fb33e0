#include "service/http/connections.h"

#include "base/system/fork.h"

#include <pthread.h>
#include <stdatomic.h>
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

int connection_fd(const struct connection *connection)
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
