/*
 * sigpipe: writing to a broken connection must neither end the process nor change what the host program does with
 * SIGPIPE. The signal is blocked for the calling thread, and one that arrived meanwhile is taken away before it is
 * unblocked. Blocks may be nested.
 */
#ifndef COPYDESK_BASE_SYSTEM_SIGPIPE_H
#define COPYDESK_BASE_SYSTEM_SIGPIPE_H

#include <signal.h>
#include <stdbool.h>

struct sigpipe {
    sigset_t before;
    bool was_pending; /* the host program blocks the signal and has one waiting: that one stays */
};

void sigpipe_block(struct sigpipe *sigpipe);
void sigpipe_restore(const struct sigpipe *sigpipe);

#endif
