/*
 * fork: descriptors that a forked child does not keep. O_CLOEXEC closes nothing where a program forks and goes on
 * without another one: a child would hold its parent's locks, listening sockets and connections for as long as it
 * lives.
 */
#ifndef COPYDESK_BASE_SYSTEM_FORK_H
#define COPYDESK_BASE_SYSTEM_FORK_H

#include "base/base.h"

#include <signal.h>
#include <stdbool.h>

/* From now on the descriptor is closed in each forked child before fork returns there. Any thread. E_MEMORY: it is not.
 */
enum status fork_close_in_child(int fd, struct error *err);

/* Takes that back; to be called before the descriptor is closed here, since its number may then be somebody else's. Any
 * thread. */
void fork_forget(int fd);

/* --- SIGPIPE --- */

/*
 * Writing to a broken connection must neither end the process nor change what the host program does with
 * SIGPIPE. The signal is blocked for the calling thread, and one that arrived meanwhile is taken away before it is
 * unblocked. Blocks may be nested.
 */

struct sigpipe {
    sigset_t before;
    bool was_pending; /* the host program blocks the signal and has one waiting: that one stays */
};

void sigpipe_block(struct sigpipe *sigpipe);
void sigpipe_restore(const struct sigpipe *sigpipe);

/* --- the priority of threads, for work that must not take time from the program it runs in --- */

/*
 * Lowers the calling thread's priority for good: it interrupts no other thread, runs when others leave a core free, and
 * gets a small share when they do not. Threads that it makes from now on inherit that; the program's other threads keep
 * theirs. Where priorities belong to processes (other systems than Linux) nothing happens.
 */
void priority_lower(void);

/* From now on priority_lower does nothing in this process: there is no program around the work. For any thread. */
void priority_keep(void);

#endif
