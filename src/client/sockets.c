#include "client/sockets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/*
 * At the end of every transfer curl says that its socket need not be watched, and with the next transfer that it must
 * be: two system calls in a request that needs six. So the socket of a kept-alive connection stays in the epoll set,
 * marked as idle; the first event on an idle socket (the server has hung up) takes it out. That holds only for sockets
 * that curl opens and closes through the functions below. It has others, such as those by which a resolver's thread
 * reports, and nothing tells when those are closed.
 */

enum { EVENTS_PER_CHECK = 16, DRAIN_READS = 64 };

static struct watched_socket *sockets_find(const struct sockets *sockets, curl_socket_t socket)
{
    return (size_t)socket < sockets->count && sockets->list[socket].is_ours ? &sockets->list[socket] : NULL;
}

static int sockets_forget(const struct sockets *sockets, curl_socket_t socket, struct watched_socket *watched)
{
    if (watched && !watched->events)
        return 0;
    if (watched)
        *watched = (struct watched_socket){.is_ours = true};
    return epoll_ctl(sockets->epoll, EPOLL_CTL_DEL, socket, NULL);
}

static int watch(const struct sockets *sockets, curl_socket_t socket, struct watched_socket *watched, uint32_t events)
{
    if (watched) {
        watched->is_idle = false;
        if (watched->events == events)
            return 0;
    }
    struct epoll_event event = {.events = events, .data.fd = socket};
    int failed = epoll_ctl(sockets->epoll, watched && !watched->events ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, &event);
    if (failed && errno == ENOENT)
        failed = epoll_ctl(sockets->epoll, EPOLL_CTL_ADD, socket, &event);
    if (!failed && watched)
        watched->events = events;
    return failed;
}

static int on_watch(CURL *easy, curl_socket_t socket, int what, void *context, void *assigned)
{
    (void)easy;
    (void)assigned;
    const struct sockets *sockets = context;
    struct watched_socket *watched = sockets_find(sockets, socket);
    if (what != CURL_POLL_REMOVE)
        return watch(sockets, socket, watched,
                     (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0));
    /* An answer may come while curl still waits to write. */
    bool stays = watched && watched->events && watch(sockets, socket, watched, EPOLLIN) == 0;
    if (stays)
        watched->is_idle = true;
    else
        sockets_forget(sockets, socket, watched);
    return 0;
}

/* curl does not report why it got no socket (there may be no descriptor left), so that is kept here. */
static curl_socket_t on_make(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)purpose;
    int *error = context;
    int made = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    *error = made < 0 ? errno : 0;
    return made < 0 ? CURL_SOCKET_BAD : made;
}

static int on_open(void *context, curl_socket_t socket, curlsocktype purpose)
{
    (void)purpose;
    struct sockets *sockets = context;
    if ((size_t)socket >= sockets->count) {
        size_t count = ((size_t)socket + 1) * 3 / 2;
        struct watched_socket *list = realloc(sockets->list, count * sizeof *list);
        if (!list)
            return CURL_SOCKOPT_ERROR;
        memset(list + sockets->count, 0, (count - sockets->count) * sizeof *list);
        sockets->list = list;
        sockets->count = count;
    }
    sockets->list[socket] = (struct watched_socket){.is_ours = true};
    return CURL_SOCKOPT_OK;
}

/*
 * The socket leaves the epoll set before it is closed: a copy of the descriptor in a forked child would keep it in the
 * set.
 */
static int on_close(void *context, curl_socket_t socket)
{
    const struct sockets *sockets = context;
    struct watched_socket *watched = sockets_find(sockets, socket);
    if (watched) {
        sockets_forget(sockets, socket, watched);
        watched->is_ours = false;
    }
    return close(socket);
}

void sockets_of_multi(struct sockets *sockets, CURLM *multi)
{
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_watch);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, sockets);
}

void sockets_of_handle(struct sockets *sockets, CURL *handle, int *error)
{
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, on_make);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, error);
    curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, on_open);
    curl_easy_setopt(handle, CURLOPT_SOCKOPTDATA, sockets);
    curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, on_close);
    curl_easy_setopt(handle, CURLOPT_CLOSESOCKETDATA, sockets);
}

/*
 * Bytes on an idle connection belong to no request. libcurl 7.88 checks only for the end of the connection and would
 * read them as the next response, so the socket is emptied and shut down.
 */
static void drain_and_shutdown(curl_socket_t socket)
{
    char dropped[4096];
    for (int i = 0; i < DRAIN_READS && recv(socket, dropped, sizeof dropped, MSG_DONTWAIT) > 0; i++)
        continue;
    shutdown(socket, SHUT_RDWR);
}

bool sockets_drop_if_idle(struct sockets *sockets, curl_socket_t socket)
{
    struct watched_socket *watched = sockets_find(sockets, socket);
    if (!watched || !watched->is_idle)
        return false;
    sockets_forget(sockets, socket, watched);
    if (!sockets->is_tls) /* a server may send TLS messages between requests, such as session tickets */
        drain_and_shutdown(socket);
    return true;
}

void sockets_drop_idle(struct sockets *sockets)
{
    struct epoll_event events[EVENTS_PER_CHECK];
    int count = sockets->is_tls ? 0 : epoll_wait(sockets->epoll, events, EVENTS_PER_CHECK, 0);
    for (int i = 0; i < count; i++)
        sockets_drop_if_idle(sockets, events[i].data.fd);
}

void sockets_free(struct sockets *sockets)
{
    free(sockets->list);
    sockets->list = NULL;
    sockets->count = 0;
}
