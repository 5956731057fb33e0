#include "client/internal.h"

#include <time.h>

/* Plain sockets are written with MSG_NOSIGNAL; the TLS library, be it towards a proxy, writes without. Blocking the signal for this
   thread alone leaves the host program's own disposition as it is. */
void sigpipe_hold(struct sigpipe_guard *guard, const struct client *client)
{
    guard->on = client->tls || client->maybe_proxy;
    if (!guard->on)
        return;
    sigset_t pipe_only, pending;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    sigpending(&pending);
    guard->was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_only, &guard->saved);
}

void sigpipe_release(const struct sigpipe_guard *guard)
{
    if (!guard->on)
        return;
    sigset_t pipe_only;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    if (!guard->was_pending)
        while (sigtimedwait(&pipe_only, NULL, &(struct timespec){0}) == SIGPIPE)
            ;
    pthread_sigmask(SIG_SETMASK, &guard->saved, NULL);
}
