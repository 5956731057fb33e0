/* GET of something that changes: ETag and If-None-Match (RFC 9110), Prefer: wait (RFC 7240). */
#ifndef COPYDESK_SERVICE_HTTP_WATCH_H
#define COPYDESK_SERVICE_HTTP_WATCH_H

#include "service/http/waiters.h"

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
