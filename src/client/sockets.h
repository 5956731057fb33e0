/* sockets: the sockets that curl opens, watched through an epoll descriptor. */
#ifndef COPYDESK_CLIENT_SOCKETS_H
#define COPYDESK_CLIENT_SOCKETS_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct watched_socket {
    uint32_t events; /* that epoll reports for it; 0: it is not in the epoll set */
    bool is_ours;    /* opened and closed through the functions of sockets.c */
    bool is_idle;    /* in the set, though no transfer uses it */
};

struct sockets {
    int epoll;                   /* the engine's */
    bool is_tls;                 /* whether the connections speak TLS to the server */
    struct watched_socket *list; /* by descriptor */
    size_t count;
};

void sockets_of_multi(struct sockets *sockets, CURLM *multi);

/*
 * *error is set whenever the handle opens a socket: why that failed (an errno), or 0. Both pointers live as long as the
 * handle.
 */
void sockets_of_handle(struct sockets *sockets, CURL *handle, int *error);

/*
 * Call on an event. If the socket is an idle kept-alive connection it is dropped, so that curl will not reuse it; true
 * if so.
 */
bool sockets_drop_if_idle(struct sockets *sockets, curl_socket_t socket);

/* The same for all idle sockets on which an event has come by now. */
void sockets_drop_idle(struct sockets *sockets);

void sockets_free(struct sockets *sockets);

#endif
