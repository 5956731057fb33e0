/*
 * activity: how many requests are under way, and the connections that are suspended. Stopping waits for both: the HTTP
 * library must not be stopped while a connection is suspended. Every function is for any thread.
 */
#ifndef COPYDESK_SERVICE_HTTP_ACTIVITY_H
#define COPYDESK_SERVICE_HTTP_ACTIVITY_H

#include "base/base.h"

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>

/* Its lock is the last one taken: under it only the HTTP library is called. A request that is not suspended does not
 * take it. */
struct activity {
    pthread_mutex_t lock;
    pthread_cond_t quiet; /* once closed: fewer requests are under way */
    atomic_bool is_closed;
    size_t suspended;     /* connections */
    atomic_size_t active; /* requests between their headers and the end of their answer */
};

void activity_init(struct activity *activity);
void activity_destroy(struct activity *activity);

/* A request's headers are there; its answer is sent, or it ended otherwise. */
void activity_begin(struct activity *activity);
void activity_end(struct activity *activity);

/* False when closed: the connection is not suspended. */
bool activity_suspend(struct activity *activity, struct MHD_Connection *connection);
void activity_resume(struct activity *activity, struct MHD_Connection *connection);

/* Refuses suspensions from now on. False: it was closed before. */
bool activity_close(struct activity *activity);

/* After the closing: returns when no connection is suspended, and no request is under way or so many milliseconds have
 * passed. */
void activity_wait_until_quiet(struct activity *activity, int64_t ms);

#endif
