/*
 * waiters: requests that wait for a change of something. Whoever changes it calls waiters_notify with its id, after the
 * change is stored. It wakes those of this process; other nodes are told by service/changes/changes.h.
 *
 *   waiter_join      before reading the thing, so that no change can fall between
 *   waiter_suspend   suspends the request until the next change; false when one came since the last join or suspension:
 *                    read again
 *   waiter_leave     when the answer is known
 *
 * The lock is taken before that of activity.h.
 */
#ifndef COPYDESK_SERVICE_HTTP_WAITERS_H
#define COPYDESK_SERVICE_HTTP_WAITERS_H

#include "base/base.h"

#include <stdatomic.h>

struct request;
struct waiters;

/* NULL: no memory. */
struct waiters *waiters_new(void);
void waiters_free(struct waiters *waiters);

enum waiter_state { WAITER_IDLE, WAITER_WATCHING, WAITER_CHANGED, WAITER_SUSPENDED };

struct waiter {
    struct request *request;
    const char *id;
    int64_t deadline;       /* monotonic milliseconds */
    atomic_bool is_expired; /* the deadline passed, or the service stops */
    enum waiter_state state;
    struct waiter *previous, *next;
};

void waiter_join(struct waiters *waiters, struct waiter *waiter);
bool waiter_suspend(struct waiters *waiters, struct waiter *waiter);
void waiter_leave(struct waiters *waiters, struct waiter *waiter);

/* Any thread. */
void waiters_notify(struct waiters *waiters, const char *id);

/* The same for all ids: any of them may have changed. */
void waiters_notify_all(struct waiters *waiters);

/* All that is remembered of what did not change is doubtful (waiters_changes); wakes nobody. */
void waiters_doubt(struct waiters *waiters);

/*
 * The ids that are waited for, in the arena; some may be there several times. E_MEMORY. Whoever waits for one of them
 * reads it after it joined: what was read of it after this list was made is as new as what the waiter saw, or newer.
 */
enum status waiters_list(struct waiters *waiters, struct arena *arena, const char ***ids, size_t *count,
                         struct error *err);

/* Grows with each waiters_notify of this id, and now and then with that of another. */
unsigned long waiters_changes(struct waiters *waiters, const char *id);

/* Resumes those whose deadline is not after now. */
void waiters_expire(struct waiters *waiters, int64_t now);

/* Resumes those whose client is gone, or sends no more: they are answered as if the deadline had passed. */
void waiters_expire_disconnected(struct waiters *waiters);

/* Resumes all; nobody is suspended any more. NULL is allowed. */
void waiters_close(struct waiters *waiters);

#endif
