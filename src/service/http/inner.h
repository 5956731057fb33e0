/*
 * A request that a handler makes of another route, for its own caller. The pages do all their work so: they can
 * do what the interface can, under the same checks (plan, scope, rate), and know no store.
 *
 * It is answered in the calling thread, which waits for whatever the other handler waits for; so the calling route is
 * ROUTE_SLOW. It has no connection and no address of its own, and is not counted among the answers of the server.
 */
#ifndef COPYDESK_SERVICE_HTTP_INNER_H
#define COPYDESK_SERVICE_HTTP_INNER_H

#include "service/http/request.h"

struct inner_call {
    const char *method;          /* "GET" */
    const char *target;          /* "/api/articles?limit=5", escaped */
    struct str body;             /* JSON; empty: none */
    const char *idempotency_key; /* NULL: none */
};

struct inner_answer {
    int status;
    bool is_json;
    struct str body; /* with a NUL behind it, in the outer request's arena */
};

/* Asks in the name of outer->user, which is set. Whatever goes wrong becomes a problem as the answer, as for every
 * other caller. */
void inner_run(struct request *outer, const struct inner_call *call, struct inner_answer *answer);

/* --- for request.c --- */

struct inner;

/* NULL when it has none. */
const char *inner_header(const struct inner *inner, const char *name);

/* A handler has handed the request on; somebody else is done with it: its thread goes on, with `next`. */
void inner_resume(struct inner *inner, void (*next)(struct request *request));

#endif
