/*
 * Finds the route of a request in the application's table. A route is one row:
 *
 *     {"GET", "/api/articles/{id}", ROUTE_PLAIN, RIGHT_API, SCOPE_ARTICLES, LIMIT_STATUS, articles_status, NULL,
 *      &record_members},
 */
#ifndef COPYDESK_SERVICE_HTTP_ROUTER_H
#define COPYDESK_SERVICE_HTTP_ROUTER_H

#include "base/base.h"

struct fields;
struct members;
struct request;

typedef void (*handler)(struct request *request);

enum route_flags {
    ROUTE_PLAIN = 0,
    ROUTE_JSON = 1,     /* has a JSON body */
    ROUTE_SLOW = 2,     /* blocks: runs in the pool */
    ROUTE_READS = 1024, /* reads a little, which blocks where http_options.reads_block says so */
    ROUTE_LARGE = 4,    /* the body may be 4 MiB long instead of 1 */
    ROUTE_PAGE = 512,   /* for people: no page of another site may read it */
    /* What the rest tells is for the description of the interface; the handler does it. */
    ROUTE_LIST = 8,      /* answers a page of a list of `gives` */
    ROUTE_WATCHED = 16,  /* ETag, If-None-Match, Prefer: wait (waiters.h) */
    ROUTE_KEPT = 32,     /* ETag and If-None-Match alone */
    ROUTE_ONCE = 64,     /* Idempotency-Key (idempotency.h) */
    ROUTE_LOCATED = 128, /* Location of what was made */
    ROUTE_OLD = 256,     /* deprecated */
    ROUTE_FORMS = 2048   /* answers in the form that Accept names */
};

struct route {
    const char *method;
    const char *path; /* without the last slash; {id} is one segment, but no word that another route has in its place */
    unsigned flags;   /* enum route_flags */
    unsigned right;   /* what the caller must be allowed; the application checks it before the body is read */
    unsigned scope;   /* of which the caller's key needs one; 0: none. For the application too */
    int limit;        /* class of rate limit; for the application too */
    handler handle;
    const struct fields *takes;  /* of the body, or of the query; NULL: not read by a table */
    const struct members *gives; /* the object that is answered, or of which a list is answered; NULL: another thing */
    int status;                  /* of an answer that is no problem; 0: 200 */
    const char *name;            /* what generated clients call it: "createArticle"; NULL: it is not described */
    const char *summary;         /* one sentence: what it does */
};

struct routes {
    const struct route *list;
    size_t count;
};

/*
 * The route for a method and a path (with or without the last slash); *id gets what stands for {id}, in the arena, NULL
 * when there is none or memory ran out. No route: *allow tells what the path can do ("GET, HEAD, POST, OPTIONS"), NULL
 * when there is no such path or memory ran out.
 */
const struct route *route_find(const struct routes *routes, struct arena *arena, const char *method, const char *path,
                               const char **id, const char **allow);

/* "GET, HEAD, POST, PATCH, DELETE": every method of the table, in the arena. NULL: no memory. */
const char *routes_methods(const struct routes *routes, struct arena *arena);

/* The longest body that a route takes, in bytes; NULL: of a request that has none. */
size_t route_body_limit(const struct route *route);

#endif
