/*
 * http: the HTTP server of the service. It knows no resource and no account: the application gives it a table of
 * routes, a check of the caller and a pointer of its own.
 *
 *   http.c         the server: libmicrohttpd with two epoll threads, the ticker; how often each route was answered
 *   router.h       a route as a row of a table; finding one
 *   head.h         how the head is read, and what is refused in it
 *   admission.c    the checks before the body
 *   request.h      a request on its way; suspending and resuming it; how many are under way
 *   answer.h       what is said to a request; JSON; the errors as one table
 *   inner.h        a request that a handler makes of another route
 *   waiters.h      requests that wait for a change, conditional and held GET; deadlines of connections
 *   idempotency.h  requests that must not run twice
 *   local.h        the socket in the data folder
 *
 * Threads: two of libmicrohttpd (connections, heads, bodies, handlers that do not block), up to thirty-two of the pool
 * (handlers that do; eight of them for one account, so that nobody keeps the others waiting), the ticker (deadlines,
 * ten times a second), the accepting thread of local.h. Handlers must be safe in any of the first two kinds.
 */
#ifndef COPYDESK_SERVICE_HTTP_HTTP_H
#define COPYDESK_SERVICE_HTTP_HTTP_H

#include "base/base.h"
#include "service/http/answer.h"
#include "service/http/head.h"
#include "service/http/idempotency.h"
#include "service/http/inner.h"
#include "service/http/local.h"
#include "service/http/request.h"
#include "service/http/router.h"
#include "service/http/waiters.h"

#include <stdatomic.h>

/* --- how often each route was answered, with which class of status, and how long that took --- */

enum { STATUS_CLASSES = 6, DURATION_BOUNDS = 8 };

/* Upper bounds of the durations in milliseconds, ascending; what is longer is counted behind the last. */
extern const long duration_bounds_ms[DURATION_BOUNDS];

struct route_figures {
    atomic_ulong answers[STATUS_CLASSES];        /* by the first digit of the status */
    atomic_ulong durations[DURATION_BOUNDS + 1]; /* each answer in one of them */
    atomic_ulong ms;                             /* of all answers together */
};

/* One for each route in the order of the table, then one for requests without a route. In the arena; NULL: no memory.
 */
struct route_figures *route_figures_new(const struct routes *routes, struct arena *arena);

/* --- the server --- */

struct http_server;

/* Figures; belong to the application, the server changes them. */
struct http_counters {
    atomic_ulong answers[6];      /* by the first digit of the status */
    atomic_size_t held_bytes;     /* bodies and answers of requests under way */
    struct route_figures *routes; /* of http_options.routes; NULL: not counted */
};

struct http_options {
    const char *host;             /* numeric address, without brackets */
    int port;                     /* 0: any free one */
    int listener;                 /* a socket that listens there already, the server's from now on; -1: it makes one */
    struct address_list proxies;  /* whose X-Forwarded-For is believed */
    const char *socket;           /* path of the socket in the data folder (local.h) */
    long connections;             /* most at once; 0: what the process's limit of files leaves */
    long connections_per_address; /* 0: unlimited */
    long request_seconds;         /* for a request to arrive completely */
    long idle_seconds;            /* for which a connection is kept between two requests */
    long body_bytes;              /* of all requests under way together; 0: unlimited */

    bool reads_block; /* ROUTE_READS and what is looked at again (waiters.h: watch_run) take time: they run in the pool
                       */
    struct routes routes;
    /* May the caller do what request->route is for? In an HTTP thread, before the body; must not block: what takes
     * longer becomes request->check. Sets request->user and request->account_id. False: a problem was answered. */
    bool (*authorize)(struct request *request);
    /* Called after the problem that there is no such address was answered: may turn it into a page. */
    void (*no_route)(struct request *request);
    void *app;                      /* request->app */
    const atomic_bool *is_stopping; /* true: new requests are refused */
    struct waiters *waiters;        /* closed by the caller before http_stop, freed after it */
    struct http_counters *counters;
};

/* Listens and answers from now on. E_INVALID: the host is no address; E_IO names why it cannot listen; E_MEMORY. What
 * the options point to outlives the server. On failure *server is to be stopped too. */
enum status http_start(const struct http_options *options, struct http_server **server, struct error *err);

/* The socket at which it listens; -1: none. It is the server's. */
int http_listener(const struct http_server *server);

/* "http://127.0.0.1:8080", as callers on this machine reach it. Lives as long as the server. */
const char *http_url(const struct http_server *server);

/* The same of a server that listens at such an address; 0.0.0.0 and :: cannot be connected to, so that they become
 * 127.0.0.1 and ::1. NULL: no memory. */
const char *http_address(struct arena *arena, const char *host, unsigned port);

/*
 * The callers find another server: who asks for a connection is refused from now on, and each connection ends with its
 * next answer (Connection: close), so that a caller never sends a request on one that is just being closed. The socket
 * in the data folder stays as it is, and so does a passed one (http_options.listener) that is open still, where callers
 * wait for whoever listens next.
 */
void http_leave(struct http_server *server);

/* After http_leave: does a caller have a connection yet? */
bool http_is_connected(const struct http_server *server);

/* Accepts no more, waits for what is under way (not long), then stops. Every suspended request must be resumed by then
 * or soon. NULL is allowed. */
void http_stop(struct http_server *server);

#endif
