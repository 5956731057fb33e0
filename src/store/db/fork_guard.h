/*
 * gate: a fork of the process waits until no thread is within the database library, and none enters meanwhile. In the child only the
 * forking thread goes on: a lock inside the library that another one held there would be held for ever.
 */
#ifndef COPYDESK_STORE_DB_FORK_GUARD_H
#define COPYDESK_STORE_DB_FORK_GUARD_H

#include "base/base.h"

/* Before the first entry; any number of times, by any thread. E_MEMORY: forks cannot be made to wait. */
enum status gate_set_up(struct error *err);

/* Around every use of the library; not within another. */
void gate_enter(void);
void gate_leave(void);

#endif
