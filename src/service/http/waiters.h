/*
 * Waiting: for a change of something that a request shows, and for what a connection sends.
 *
 * Whoever changes something calls waiters_notify with its id, after the change is stored. That wakes those of this
 * process; other nodes are told by changes_tell (service/jobs/jobs.h).
 *
 *   waiter_join      before reading the thing, so that no change can fall between
 *   waiter_suspend   suspends the request until the next change; false when one came since the last join or suspension:
 *                    read again
 *   waiter_leave     when the answer is known
 *
 * The lock is taken before that of struct activity (request.h).
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

/* --- open connections with a deadline each --- */

/*
 * The HTTP library's own timer counts from the last byte, so that a header sent
 * a byte at a time would hold a connection forever; here a request has to arrive within one span, and its answer has to
 * leave within another.
 */

struct connections;
struct connection;

enum { SEND_SECONDS = 300 };

/* request_seconds: for a request to arrive. idle_seconds: for which a connection is kept between two requests. */
struct connections *connections_new(long request_seconds, long idle_seconds);
void connections_free(struct connections *connections);

/* A connection was made: a request may come now. is_local: at the data folder's socket (local.h). NULL: no memory. */
struct connection *connection_open(struct connections *connections, int fd, bool is_local);
/* It is about to be closed. */
void connection_close(struct connections *connections, struct connection *connection);

enum connection_phase {
    CONNECTION_IDLE,     /* between two requests */
    CONNECTION_HANDLING, /* a request is being worked on: no deadline */
    CONNECTION_SENDING
};
void connection_phase(struct connections *connections, struct connection *connection, enum connection_phase phase);

/* Is one open that is not local? */
bool connections_are_open(struct connections *connections);

/* Shuts down the sockets whose deadline has passed; the HTTP library then sees them end. */
void connections_reap(struct connections *connections);

/* --- GET of something that changes: ETag and If-None-Match (RFC 9110), Prefer: wait (RFC 7240) --- */

enum watch_verdict {
    WATCH_ANSWER,   /* now */
    WATCH_AGAIN,    /* it changed meanwhile: read again */
    WATCH_SUSPENDED /* or answered with a problem */
};

struct watch;

/* Reads the thing, asks watch_next and, when that says WATCH_ANSWER, answers. The arena is of this one look. */
typedef enum watch_verdict (*watch_look)(struct request *request, struct watch *watch, struct arena *arena);

struct watch {
    watch_look look;
    struct waiter waiter;
    long wait;                            /* seconds that the caller lets us hold the request; 0: answer at once */
    const char *match;                    /* If-None-Match, NULL when absent */
    char first[96];                       /* the ETag at the first look, "" before */
    void (*end)(struct request *request); /* of the wish */
};

/* What a caller wants to watch. */
struct watch_wish {
    const char *id;    /* of the thing that whoever changes it names to waiters_notify */
    const char *match; /* the ETag that the caller has, as of If-None-Match; NULL: none */
    long wait;         /* seconds that the caller lets us hold the request */
    /* Before a request that may be held is looked at; false: it has answered a problem. NULL: nothing. */
    bool (*begin)(struct request *request);
    void (*end)(struct request *request); /* when a request that was begun ends, however it ends; NULL: nothing */
};

/* The whole of a handler: looks until there is an answer. What is watched is the thing that request->id names, as the
 * caller's headers wish; or as is wished here, where a wish is read once: NULL will do when the handler runs again
 * (request->state is set then). */
void watch_run(struct request *request, watch_look look);
void watch_run_as(struct request *request, watch_look look, const struct watch_wish *wish);

/* For a watch_look. etag: quoted, of what was just read. final: it will not change by itself any more. */
enum watch_verdict watch_next(struct request *request, struct watch *watch, const char *etag, bool final);

/* For a watch_look that answers: sets ETag, Preference-Applied and (unless final) Retry-After. True: the caller has it
 * already, 304 was answered. */
bool watch_headers(struct request *request, const struct watch *watch, const char *etag, bool final);

/* The seconds of `Prefer: wait=N` (RFC 7240 section 4.3), at most 60; 0 when there is none. header NULL: none. */
long watch_preferred_wait(const char *header);

#endif
