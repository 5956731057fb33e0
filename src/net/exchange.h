/*
 * One HTTP exchange, driven step by step: a request out, an answer in, piece by piece. TLS is verified, HTTP/2 is used
 * where TLS offers it, and no redirect is followed. The connection is kept for the next exchange. What a failure means
 * for people is said by those who ask: transfer.c for addresses that somebody else named, upstream/ for services that
 * the configuration names.
 */
#ifndef COPYDESK_NET_EXCHANGE_H
#define COPYDESK_NET_EXCHANGE_H

#include "base/base.h"
#include "net/guard.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>

/* Starts libcurl, once for the process. Anything but CURLE_OK: it cannot start. */
CURLcode exchange_start(void);

enum { EXCHANGE_IDLE = 32 };

/* Handles of libcurl that no exchange uses. Any thread; does not move while it is used. */
struct exchange_pool {
    pthread_mutex_t lock;
    CURLM *idle[EXCHANGE_IDLE]; /* each carried one transfer at a time, and keeps its connections */
    size_t count, most;
    long connections;
};

/* Keeps so many handles for later (EXCHANGE_IDLE at most), each with so many connections. */
void exchange_pool_init(struct exchange_pool *pool, size_t most, long connections);
void exchange_pool_destroy(struct exchange_pool *pool); /* no exchange is under way */

/* What stands before the body. */
struct exchange_head {
    int status;              /* of HTTP; 0: nothing came */
    struct str content_type; /* as sent; empty: none. Only until the exchange ends */
    int64_t retry_after_ms;  /* -1: not said */
};

enum exchange_next {
    EXCHANGE_MORE,
    EXCHANGE_LAST, /* nothing of use follows: the end is waited for, but not long */
    EXCHANGE_STOP  /* nothing more is read */
};

enum exchange_end {
    EXCHANGE_DONE, /* the answer is complete, or on_piece wanted no more of it */
    EXCHANGE_CANCELLED,
    EXCHANGE_LATE,    /* the deadline passed */
    EXCHANGE_STALLED, /* nothing came for stall_ms in the middle of the body */
    EXCHANGE_TOO_LARGE,
    EXCHANGE_DENIED, /* by the guard */
    EXCHANGE_NO_MEMORY,
    EXCHANGE_FAILED /* as `code` says */
};

struct exchange {
    /* The request. */
    const char *url;
    CURLU *parsed;              /* the same, taken apart already; NULL: libcurl takes it apart */
    const char *method;         /* NULL: POST with a body, GET without */
    const char *const *headers; /* "Name: value", NULL-terminated */
    struct str body;            /* data NULL: none */
    const char *user_agent;     /* NULL: "copydesk/VERSION" */
    const char *encodings;      /* that the answer may have: "gzip"; NULL: none */

    /* The rules. */
    const struct guard *guard; /* asked before each connection, and before one is used again; NULL: none */
    bool no_proxy;             /* not even one that the environment names */
    bool is_once;            /* must not be sent twice: libcurl sends again where a kept connection breaks off early */
    int64_t deadline;        /* clock_mono_ms */
    int64_t stall_ms;        /* longest pause between two pieces of the body; 0: any */
    long slow_seconds;       /* a peer that sends next to nothing for so long is given up; 0: never */
    size_t max_bytes;        /* of the body, decompressed */
    size_t max_header_bytes; /* 0: EXCHANGE_HEADER_BYTES */
    const atomic_bool *cancel; /* looked at every 100 ms; NULL: never */
    /* Gets each piece of the body, in the calling thread. */
    enum exchange_next (*on_piece)(void *context, const struct exchange_head *head, struct str piece);
    void *context;

    /* What came of it. */
    struct exchange_head head; /* as far as it came before the body broke off */
    CURL *easy;                /* to be asked for more of it, until exchange_close; NULL: there was no memory */
    CURLcode code;
    bool is_in_doubt; /* a line of the head was too long for libcurl, or memory ran out: older ones do not tell */
    bool may_pass;    /* a failure that another try may not meet: the connection broke, a pause was too long */
};

enum { EXCHANGE_HEADER_BYTES = 64 * 1024 };

/* exchange_close must follow, whatever came. The exchange does not move between the two. */
enum exchange_end exchange_perform(struct exchange_pool *pool, struct exchange *exchange);
void exchange_close(struct exchange *exchange);

#endif
