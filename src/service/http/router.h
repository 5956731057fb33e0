/* Every address that the service answers, as one table. */
#ifndef COPYDESK_SERVICE_HTTP_ROUTER_H
#define COPYDESK_SERVICE_HTTP_ROUTER_H

#include "service/http/request.h"

struct fields;
struct members;

typedef void (*handler)(struct request *request);

enum route_flags {
    ROUTE_OPEN = 1,         /* needs no key */
    ROUTE_JSON = 2,         /* has a JSON body */
    ROUTE_SLOW = 4,         /* blocks: runs in the pool */
    ROUTE_PROFESSIONAL = 8, /* needs that plan */
    ROUTE_LARGE = 16        /* the body may be ROUTE_LARGE_BODY long */
};

enum { ROUTE_BODY = 1 << 20, ROUTE_LARGE_BODY = 4 << 20 };

struct route {
    const char *method;
    const char *path; /* without the last slash; {id} is one segment */
    enum limit_class limit;
    unsigned flags;
    handler handle;
    const struct fields *takes;  /* of the body, or of the query; NULL: not read by a table */
    const struct members *gives; /* the object that is answered, or of which a list is answered; NULL: another thing */
};

/*
 * The route for a method and a path (with or without the last slash); *id gets what stands for {id}, in the arena, NULL when there
 * is none or memory ran out. No route: *allow tells what the path can do ("GET, HEAD, POST, OPTIONS"), NULL when there is no such path.
 */
const struct route *route_find(struct arena *arena, const char *method, const char *path, const char **id,
                               const char **allow);

/* The routes in their order, i from 0 on; NULL behind the last. */
const struct route *route_at(size_t i);

#endif
