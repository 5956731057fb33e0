/*
 * fork: descriptors that a forked child does not keep. O_CLOEXEC closes nothing where a program forks and goes on
 * without another one: a child would hold its parent's locks, listening sockets and connections for as long as it
 * lives.
 */
#ifndef COPYDESK_BASE_SYSTEM_FORK_H
#define COPYDESK_BASE_SYSTEM_FORK_H

#include "base/error.h"

/* From now on the descriptor is closed in each forked child before fork returns there. Any thread. E_MEMORY: it is not.
 */
enum status fork_close_in_child(int fd, struct error *err);

/* Takes that back; to be called before the descriptor is closed here, since its number may then be somebody else's. Any
 * thread. */
void fork_forget(int fd);

#endif
