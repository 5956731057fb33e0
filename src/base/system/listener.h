/* listener: a listening TCP socket that this process was started with, and how one is closed. */
#ifndef COPYDESK_BASE_SYSTEM_LISTENER_H
#define COPYDESK_BASE_SYSTEM_LISTENER_H

#include "base/base.h"

#include <netinet/in.h>
#include <stdbool.h>

/* Where a listening socket is bound: its numeric address, without brackets, and its port. */
struct listener {
    char host[INET6_ADDRSTRLEN];
    int port;
};

/*
 * Looks at a descriptor, and from then on a program that this process starts does not keep it. E_INVALID says what it
 * is instead of a listening TCP socket; a Unix socket is none, since callers there are not asked for a key.
 */
enum status listener_inspect(int fd, struct listener *listener, struct error *err);

/*
 * The socket that a service manager passed to this process alone (LISTEN_PID, LISTEN_FDS, LISTEN_FDNAMES, as
 * sd_listen_fds(3) has them); *fd: -1 when there is none. The variables are removed, so that no program that this
 * process starts takes them for its own: to be called before there are threads. E_INVALID: a variable is wrong, or
 * there are several sockets; listener_inspect says whether it is one.
 */
enum status listener_passed(int *fd, struct error *err);

/* Do both descriptors lead to one socket? False also when one of them is not open. */
bool listener_is_same(int a, int b);

/*
 * Closes a listening TCP socket so that nobody is cut off: who asks for a connection from now on is refused, and may
 * ask elsewhere; who was given one already, and may have sent a request, is handed to `take`, which owns the
 * descriptor from then on. Takes a moment. Nobody else may accept at it meanwhile, or later.
 */
void listener_close(int fd, void (*take)(void *context, int fd, const struct sockaddr *peer, socklen_t size),
                    void *context);

#endif
