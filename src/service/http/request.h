/*
 * One HTTP request on its way: made when its first line is there, answered by a handler, freed when the answer is sent.
 *
 * A handler either answers (answer_*) before it returns, or suspends: request_suspend, then somebody else calls request_wake,
 * and `resume` runs in the HTTP thread to make the answer. Handlers of routes that are marked as slow, and all with a large body,
 * run in the pool.
 */
#ifndef COPYDESK_SERVICE_HTTP_REQUEST_H
#define COPYDESK_SERVICE_HTTP_REQUEST_H

#include "base/base.h"
#include "service/account/auth.h"
#include "service/account/limits.h"
#include "service/http/head.h"
#include "service/http/problem.h"

#include <jansson.h>
#include <microhttpd.h>

struct service;
struct route;
struct connection;

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
    struct service *service;
    struct MHD_Connection *connection;
    struct connection *slot; /* for the deadline */
    struct arena *arena;
    int64_t began_at;          /* clock_mono_ms */
    const struct route *route; /* NULL until it is found */
    struct request_target target;
    const char *method; /* HEAD counts as GET */
    const char *id;     /* what stands for {id} in the path, NULL when the route has none */
    const char *request_id;
    bool is_local; /* it came in at the data folder's socket (local.h) */
    struct caller caller;
    struct limit_state limit;
    struct buf body;
    size_t received;
    size_t held; /* bytes of its body and answer that count as held by the service */
    bool *
        handed_on; /* in the pool, while its handler runs: set when that hands the request on, to somebody who wakes it */
    bool begun;    /* its head is there; only then it counts as under way */
    bool complete;  /* the body is there and the handler was called */
    bool suspended; /* looked at and set in the HTTP thread only */
    struct answer answer;
    void (*resume)(struct request *request);
    void (*cleanup)(struct request *request); /* when the request ends, however it ends; NULL: none */
    void *state;                              /* the handler's own */
};

/* A request header, a query argument's value ("" for an argument without one), NULL when absent. */
const char *request_header(const struct request *request, const char *name);
const char *request_query(const struct request *request, const char *name);

/* Calls `each` for every argument of the query, decoded, in their order. False: memory ran out. */
bool request_arguments(struct request *request, void (*each)(void *context, const char *name, const char *value),
                       void *context);

/* The body as a JSON object, in *body (json_decref). False: a problem was answered. */
bool request_json(struct request *request, json_t **body);

/* Sets the connection aside. False when the service is stopping: a problem was answered, nothing is suspended. Afterwards nothing of
 * the request may be touched without having said so to whoever calls request_wake. */
bool request_suspend(struct request *request);

/* Any thread, once for each suspension: `resume` (NULL: none) runs in the HTTP thread, then the answer is sent. */
void request_wake(struct request *request);

/* --- answers --- */

void answer_header(struct request *request, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The body stands in request->answer.body. */
void answer(struct request *request, int status, const char *content_type);
void answer_json(struct request *request, int status);
void answer_empty(struct request *request, int status);

void answer_problem(struct request *request, enum problem problem, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The first hundred are listed, the others counted. */
void answer_faults(struct request *request, const struct fault *faults, size_t count);

/* What a function of another folder gave back: not found and conflict as they are; what may pass (E_CANCELLED, E_MEMORY, E_IO) as 503
 * with Retry-After, the rest as 500; these with a line in the log but for E_CANCELLED. */
void answer_error(struct request *request, const struct error *err);

#endif
