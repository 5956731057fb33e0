/*
 * A library must neither die of SIGPIPE nor change what its host does with it: the signal is blocked in this thread for a while,
 * and one that arrived meanwhile is taken away before it is unblocked.
 */
#ifndef COPYDESK_NET_SIGPIPE_H
#define COPYDESK_NET_SIGPIPE_H

#include <signal.h>
#include <stdbool.h>

struct sigpipe {
    sigset_t before;
    bool was_pending; /* the host blocks it and has one waiting: leave that one alone */
};

void sigpipe_block(struct sigpipe *sigpipe);
void sigpipe_restore(const struct sigpipe *sigpipe);

#endif
