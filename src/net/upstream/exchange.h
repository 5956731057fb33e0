/*
 * One HTTP exchange with a server that the configuration names: a request out, an answer in, piece by piece. No
 * redirect is followed, TLS is verified, HTTP/2 is used where TLS offers it. The connection is kept for the next
 * exchange.
 */
#ifndef COPYDESK_NET_UPSTREAM_EXCHANGE_H
#define COPYDESK_NET_UPSTREAM_EXCHANGE_H

#include "base/base.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>

enum { EXCHANGE_IDLE = 32 }; /* most handles, each with a connection, that are kept for later */

/* Handles of libcurl that no exchange uses. Any thread; does not move while it is used. */
struct exchange_pool {
    pthread_mutex_t lock;
    CURLM *idle[EXCHANGE_IDLE]; /* each had one transfer at a time, and keeps its connection */
    size_t count;
};

void exchange_pool_init(struct exchange_pool *pool);
void exchange_pool_destroy(struct exchange_pool *pool); /* no exchange is under way */

/* What stands before the body. */
struct exchange_head {
    int status;              /* of HTTP; 0: nothing came */
    struct str content_type; /* as sent; empty: none */
    int64_t retry_after_ms;  /* -1: not said */
};

enum exchange_next {
    EXCHANGE_MORE,
    EXCHANGE_LAST, /* nothing of use follows: the end is waited for, but not long */
    EXCHANGE_STOP  /* nothing more is read */
};

struct exchange {
    const char *url;
    const char *const *headers; /* "Name: value", NULL-terminated */
    struct str body;            /* sent with POST; data NULL: GET */
    int64_t deadline;           /* clock_mono_ms */
    int64_t stall_ms;           /* longest pause between two pieces of the body */
    size_t max_bytes;           /* of the body */
    bool is_local;              /* the server is this machine: no proxy of the environment is used */
    const atomic_bool *cancel;  /* looked at every 200 ms; NULL: never */
    /* Gets each piece of the body, in the calling thread. */
    enum exchange_next (*on_piece)(void *context, const struct exchange_head *head, struct str piece);
    void *context;
    struct exchange_head head; /* filled in as far as it came; content_type is for on_piece alone */
    bool may_pass;             /* a failure that another try may not meet: the connection broke, a pause was too long */
};

/*
 * OK: the answer came to its end, whatever its HTTP status, or on_piece wanted no more of it. E_MEMORY, E_CANCELLED,
 * E_TIMEOUT, E_NETWORK, E_LIMIT (max_bytes). The message is about "it": "it accepts no connection".
 */
enum status exchange_run(struct exchange_pool *pool, struct exchange *exchange, struct error *err);

#endif
