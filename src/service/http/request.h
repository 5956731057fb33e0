/*
 * One HTTP request on its way: made when its first line is there, answered by a handler, freed when the answer is sent.
 *
 * A handler either answers (answer.h) before it returns, or suspends: request_suspend, then somebody else calls
 * request_resume, and `resume` runs in the HTTP thread to make the answer. Handlers of routes that are marked as slow,
 * and all with a large body or with something left to be checked, run in the pool.
 */
#ifndef COPYDESK_SERVICE_HTTP_REQUEST_H
#define COPYDESK_SERVICE_HTTP_REQUEST_H

#include "base/system/system.h"
#include "service/http/head.h"
#include "service/http/router.h"

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>

/* --- activity --- */

/*
 * How many requests are under way, and the connections that are suspended. Stopping waits for both: the HTTP
 * library must not be stopped while a connection is suspended. Every function is for any thread.
 */

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

/* Refuses suspensions from now on. False: it was closed before. */
bool activity_close(struct activity *activity);

/* After the closing: returns when no connection is suspended, and no request is under way or so many milliseconds have
 * passed. */
void activity_wait_until_quiet(struct activity *activity, int64_t ms);

/* --- the request --- */

struct connection;
struct inner;
struct request;
struct waiters;

/* What all requests of a server share. */
struct request_context {
    struct routes routes;
    /* See http_options. */
    bool (*authorize)(struct request *request);
    void (*no_route)(struct request *request);
    void *app;
    bool reads_block;
    const atomic_bool *is_stopping;
    struct waiters *waiters;
    const struct address_list *proxies;
    /* The server's own. */
    struct activity activity;
    struct fair_pool *pool; /* shared by accounts; by addresses where no account is known */
    size_t most_held;       /* bytes of bodies and answers of requests under way, 0: unlimited */
    atomic_size_t *held;
};

struct header {
    const char *name, *value;
    struct header *next;
};

struct answer {
    int status; /* 0: there is no answer yet */
    const char *content_type;
    struct buf body;
    struct header *headers;
    bool close; /* the connection cannot be used for another request */
};

struct request {
    struct request_context *context;
    void *app;                         /* the application's, from http_options */
    void *user;                        /* the application's own: what `authorize` learned of the caller */
    struct MHD_Connection *connection; /* NULL: of an inner one */
    struct inner *inner;               /* of a request that another handler makes (inner.h); NULL: somebody sent it */
    struct request *outer;             /* the one whose handler makes it */
    struct connection *slot;           /* for the deadline */
    struct arena *arena;
    int64_t began_at;          /* clock_mono_ms */
    const struct route *route; /* NULL until it is found */
    struct request_target target;
    const char *method; /* HEAD counts as GET */
    const char *id;     /* what stands for {id} in the path, NULL when the route has none */
    const char *request_id;
    const char *account_id; /* for the log; NULL: `authorize` has not set it */
    bool is_local;          /* it came in at the data folder's socket (local.h) */
    struct buf body;
    size_t received;
    size_t held;       /* bytes of its body and answer that count as held by the server */
    bool *handed_on;   /* in the pool: set when the handler hands the request on to somebody who resumes it */
    bool is_begun;     /* its head is there; only then it counts as under way */
    bool is_complete;  /* the body is there and the handler was called */
    bool is_suspended; /* looked at and set in the HTTP thread only */
    struct answer answer;
    void (*resume)(struct request *request);
    /* What `authorize` leaves to be checked where a thread may wait: in the pool, before the handler, and also when
     * another check has answered a problem already. False: it has answered one. NULL: nothing. */
    bool (*check)(struct request *request);
    void (*cleanup)(struct request *request); /* when the request ends, however it ends; NULL: none */
    void *state;                              /* the handler's own */
};

/* NULL when absent. */
const char *request_header(const struct request *request, const char *name);

/* Calls `each` for every argument of the query, decoded, in their order. False: memory ran out. */
bool request_arguments(struct request *request, void (*each)(void *context, const char *name, const char *value),
                       void *context);

/*
 * Before a large answer to somebody without a key: counts its bytes as held. False: such answers would leave less than
 * half of what may be held to the others; that is answered then.
 */
bool request_holds_answer(struct request *request, size_t size);

/* Suspends the connection. False when the service is stopping: a problem was answered, nothing is suspended. Afterwards
 * nothing of the request may be touched before whoever calls request_resume was given it. */
bool request_suspend(struct request *request);

/* Any thread, once for each suspension: `resume` (NULL: none) runs in the HTTP thread, then the answer is sent. */
void request_resume(struct request *request);

/*
 * Instead of request_resume: the handler runs once more, in the pool, to make the answer or to suspend again; `state`
 * is what it left there. Any thread.
 */
void request_run_again(struct request *request);

/* The client's address without the port, as far as trusted proxies tell it (http_options.proxies); "unknown" where
 * there is none. Lives as long as the request. */
const char *request_address(struct request *request);

/* --- for the server --- */

/* target: as it came. NULL: no memory. */
struct request *request_new(struct request_context *context, struct MHD_Connection *connection, const char *target);
void request_free(struct request *request);

/* The length that the client announced, 0 when it did not. */
uint64_t request_announced_length(const struct request *request);

/* Must the answer that is known before the body be sent before it, and the connection closed? Otherwise the body is
 * read and thrown away first: a client that is still sending would see a reset instead of the answer. */
bool request_answers_early(const struct request *request);

/* Takes a piece of the body. False: far too much, the connection has to go. */
bool request_take(struct request *request, const char *data, size_t size);

/* The whole body is there: what is left to be checked, and the handler, run. */
void request_run(struct request *request);

/* Checks what was left to be checked. May wait. False: a problem was answered. */
static inline bool request_passes(struct request *request)
{
    bool (*left)(struct request *) = request->check;
    request->check = NULL;
    return !left || left(request);
}

/* The answer is complete: the body is freed, and the answer counts as held instead of it. */
void request_sends(struct request *request);

#endif
