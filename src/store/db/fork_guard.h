/*
 * fork_guard: a fork of the process waits until no thread is inside the database library, and no thread enters it
 * meanwhile. In the child only the forking thread goes on: a lock inside the library that another thread held at that
 * moment would stay locked for ever.
 */
#ifndef COPYDESK_STORE_DB_FORK_GUARD_H
#define COPYDESK_STORE_DB_FORK_GUARD_H

#include "base/base.h"

/* Must be called before the first entry. Any thread, any number of times. E_MEMORY: forks cannot be made to wait. */
enum status fork_guard_set_up(struct error *err);

/* Enclose every use of the library. Not nested. Any thread. */
void fork_guard_enter(void);
void fork_guard_leave(void);

#endif
