/*
 * Requests that wait for a change of something: whoever changes it calls hub_notify with its id, after the change is stored.
 *
 *   hub_join     before reading the thing, so that no change can fall between
 *   hub_sleep    suspend until the next change; false when one came since the last join or sleep: read again
 *   hub_leave    when the answer is known
 */
#ifndef COPYDESK_SERVICE_HTTP_WAITERS_H
#define COPYDESK_SERVICE_HTTP_WAITERS_H

#include "service/http/request.h"

#include <stdatomic.h>

struct hub;

struct hub *hub_new(void);
void hub_free(struct hub *hub);

enum waiter_state { WAITER_OUT, WAITER_WATCHING, WAITER_CHANGED, WAITER_ASLEEP };

struct waiter {
    struct request *request;
    const char *id;
    int64_t deadline;    /* monotonic milliseconds */
    atomic_bool expired; /* the deadline passed, or the service stops */
    enum waiter_state state;
    struct waiter *previous, *next;
};

void hub_join(struct hub *hub, struct waiter *waiter);
bool hub_sleep(struct hub *hub, struct waiter *waiter);
void hub_leave(struct hub *hub, struct waiter *waiter);

/* Any thread. */
void hub_notify(struct hub *hub, const char *id);

/* Wakes those whose deadline is not after now. */
void hub_expire(struct hub *hub, int64_t now);

/* Wakes those whose client is gone, or sends no more: they are answered as if the deadline had passed. */
void hub_hang_up(struct hub *hub);

/* Wakes all; nobody sleeps any more. */
void hub_close(struct hub *hub);

/* The seconds of `Prefer: wait=N` (RFC 7240 section 4.3), at most 60; 0 when there is none. */
long prefer_wait(const char *header);

#endif
