#include "client/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/*
 * curl takes a socket back at the end of every transfer and gives it again with the next: two system calls for a request that needs
 * six. So a connection that is kept alive stays in the epoll set, noted as idle; the first event on an idle one (the server has hung
 * up) takes it out. Only for sockets that curl opens and closes through the functions below: of others, such as those by which a
 * resolver's thread reports, nothing tells when they are closed.
 */

enum { EVENTS_PER_CHECK = 16, WASTE_READS = 64 };

static struct watched_socket *find(const struct client *client, curl_socket_t socket)
{
    const struct socket_table *table = &client->sockets;
    return (size_t)socket < table->count && table->sockets[socket].ours ? &table->sockets[socket] : NULL;
}

static int forget(const struct client *client, curl_socket_t socket, struct watched_socket *watched)
{
    if (watched && !watched->events)
        return 0;
    if (watched)
        *watched = (struct watched_socket){.ours = true};
    return epoll_ctl(client->epoll, EPOLL_CTL_DEL, socket, NULL);
}

static int watch(const struct client *client, curl_socket_t socket, struct watched_socket *watched, uint32_t events)
{
    if (watched) {
        watched->idle = false;
        if (watched->events == events)
            return 0;
    }
    struct epoll_event event = {.events = events, .data.fd = socket};
    int failed = epoll_ctl(client->epoll, watched && !watched->events ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, &event);
    if (failed && errno == ENOENT)
        failed = epoll_ctl(client->epoll, EPOLL_CTL_ADD, socket, &event);
    if (!failed && watched)
        watched->events = events;
    return failed;
}

static int on_watch(CURL *easy, curl_socket_t socket, int what, void *context, void *assigned)
{
    (void)easy;
    (void)assigned;
    const struct client *client = context;
    struct watched_socket *watched = find(client, socket);
    if (what != CURL_POLL_REMOVE)
        return watch(client, socket, watched,
                     (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0));
    if (watched && watched->events == EPOLLIN)
        watched->idle = true;
    else
        forget(client, socket, watched);
    return 0;
}

/* Why there is no socket (no descriptor is left) curl does not tell. */
static curl_socket_t on_make(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)purpose;
    struct client_call *call = context;
    int made = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    call->socket_errno = made < 0 ? errno : 0;
    return made < 0 ? CURL_SOCKET_BAD : made;
}

static int on_open(void *context, curl_socket_t socket, curlsocktype purpose)
{
    (void)purpose;
    struct socket_table *table = &((struct client *)context)->sockets;
    if ((size_t)socket >= table->count) {
        size_t count = ((size_t)socket + 1) * 3 / 2;
        struct watched_socket *sockets = realloc(table->sockets, count * sizeof *sockets);
        if (!sockets)
            return CURL_SOCKOPT_ERROR;
        memset(sockets + table->count, 0, (count - table->count) * sizeof *sockets);
        table->sockets = sockets;
        table->count = count;
    }
    table->sockets[socket] = (struct watched_socket){.ours = true};
    return CURL_SOCKOPT_OK;
}

/* Out of the epoll set before it is closed: a copy of the descriptor in a forked child would keep it there. */
static int on_close(void *context, curl_socket_t socket)
{
    const struct client *client = context;
    struct watched_socket *watched = find(client, socket);
    if (watched) {
        forget(client, socket, watched);
        watched->ours = false;
    }
    return close(socket);
}

void sockets_of_multi(struct client *client)
{
    curl_multi_setopt(client->multi, CURLMOPT_SOCKETFUNCTION, on_watch);
    curl_multi_setopt(client->multi, CURLMOPT_SOCKETDATA, client);
}

void sockets_of_handle(struct client_call *call)
{
    CURL *easy = call->easy;
    struct client *client = call->client;
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, on_make);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, call);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, on_open);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, client);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, on_close);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, client);
}

/*
 * What a server says on an idle connection answers nothing: a farewell, or worse. libcurl 7.88 looks only whether the connection has
 * ended, and would take it for the answer to the next request: so it is given an end.
 */
static void spoil(curl_socket_t socket)
{
    char waste[4096];
    for (int i = 0; i < WASTE_READS && recv(socket, waste, sizeof waste, MSG_DONTWAIT) > 0; i++)
        continue;
    shutdown(socket, SHUT_RDWR);
}

bool sockets_is_idle(struct client *client, curl_socket_t socket)
{
    struct watched_socket *watched = find(client, socket);
    if (!watched || !watched->idle)
        return false;
    forget(client, socket, watched);
    if (!client->tls) /* within TLS there are messages that mean no harm */
        spoil(socket);
    return true;
}

void sockets_check_idle(struct client *client)
{
    struct epoll_event events[EVENTS_PER_CHECK];
    int count = client->tls ? 0 : epoll_wait(client->epoll, events, EVENTS_PER_CHECK, 0);
    for (int i = 0; i < count; i++)
        sockets_is_idle(client, events[i].data.fd);
}

void sockets_free(struct client *client)
{
    free(client->sockets.sockets);
    client->sockets = (struct socket_table){0};
}
