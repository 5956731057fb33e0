/* notify: tells the service manager how this process is doing (NOTIFY_SOCKET, as sd_notify(3) has it). */
#ifndef COPYDESK_BASE_SYSTEM_NOTIFY_H
#define COPYDESK_BASE_SYSTEM_NOTIFY_H

#include "base/base.h"

#include <pthread.h>
#include <stdbool.h>

/*
 * Sends lines such as "READY=1\nSTATUS=..." as one datagram. OK without sending when no manager asks for it. E_INVALID:
 * NOTIFY_SOCKET is neither a path nor an abstract name ("@..."); E_IO: it could not be sent.
 */
enum status notify_manager(const char *state, struct error *err);

/* --- a relay --- */

/*
 * Two threads that work one behind the other: one fills slots, the other empties them, in the same order. The
 * slots themselves are the caller's; this only tells whose turn it is with which.
 */

enum { RELAY_SLOTS = 4, RELAY_END = -1 };

struct relay {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned long filled, emptied;
    bool is_ended, is_stopped;
};

void relay_init(struct relay *relay);
void relay_free(struct relay *relay);

/* The next slot to fill, once it is empty; RELAY_END: stopped. */
int relay_room(struct relay *relay);

/* The next slot to empty, once it is filled; RELAY_END: there is no more, or stopped. */
int relay_take(struct relay *relay);

/* What has happened to that slot; or that no more is filled; or, from either side, that neither shall wait any longer.
 */
enum relay_event { RELAY_FILLED, RELAY_EMPTIED, RELAY_ENDED, RELAY_STOPPED };
void relay_tell(struct relay *relay, enum relay_event event);

#endif
