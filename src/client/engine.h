/*
 * engine: one curl multi handle, curl's sockets and a set of timers behind a single pollable descriptor. It knows
 * nothing of what is transferred: it starts transfers and timers, and calls back when one ends or is due. Callbacks are
 * called from engine_step and engine_check_fork only; they may start and end other transfers and timers, and must not
 * close the engine.
 */
#ifndef COPYDESK_CLIENT_ENGINE_H
#define COPYDESK_CLIENT_ENGINE_H

#include "base/base.h"
#include "client/heap.h"
#include "client/process.h"
#include "client/queue.h"
#include "client/sockets.h"

#include <curl/curl.h>

/* One use of a curl handle. Belongs to whoever starts it, and must not move while it is added. */
struct engine_transfer {
    CURL *handle; /* its CURLOPT_PRIVATE is the engine's */
    /* Called when curl is done with the handle, which has been removed from the engine and may be asked for details. */
    void (*ended)(void *context, CURLcode code);
    void *context;
    bool is_added;
    struct engine_transfer *prev, *next; /* in engine->transfers */
};

struct engine_setup {
    bool is_tls;         /* the connections speak TLS to the server */
    bool blocks_sigpipe; /* curl may write in a way that raises SIGPIPE: through TLS, to the server or to a proxy */
    size_t connections;  /* how many idle ones are kept */
    /* While this queue holds something, the descriptor is readable and a step does not wait. */
    const struct queue *outgoing;
    /*
     * The process is a forked child. All curl handles made so far stand for the parent's connections: they must not be
     * used or cleaned up, only forgotten. The transfers that used them are not in the engine any more and get no other
     * callback; timers are still set.
     */
    void (*forked)(void *context);
    void *context;
};

struct engine {
    struct engine_setup setup;
    struct process process; /* that made the handles below */
    CURLM *multi;           /* NULL: closed */
    struct sockets sockets; /* its epoll descriptor is the pollable one; -1 before it is made */
    int timer_fd;           /* timerfd inside epoll, made when engine_fd is first asked; -1 before */
    int64_t timer_fd_due;   /* monotonic ms; ENGINE_NEVER: not armed */
    int64_t curl_due;       /* monotonic ms of curl's own next timer; ENGINE_NEVER: it has none */
    struct timer_heap timers;
    struct engine_transfer *transfers;
    bool keeps_readable; /* see engine_keep_readable */
    bool skips_wait;     /* see engine_skip_wait */
    bool out_of_memory;  /* met while curl was at work: see start_over */
};

#define ENGINE_NEVER INT64_MAX

/* To be called before anything else; opens nothing. */
void engine_init(struct engine *engine);

/* E_IO or E_MEMORY: no descriptor, or no memory. The engine is to be closed in any case. */
enum status engine_open(struct engine *engine, const struct engine_setup *setup, struct error *err);
void engine_close(struct engine *engine);

/*
 * To be called before each use: in a forked child everything is made anew. Also opens what could not be opened before.
 */
enum status engine_check_fork(struct engine *engine, struct error *err);

/* Puts the transfer's handle to work. */
enum status engine_add(struct engine *engine, struct engine_transfer *transfer, struct error *err);

/* Breaks the transfer off, without a callback. One that is not added is allowed. */
void engine_remove(struct engine *engine, struct engine_transfer *transfer);

/* See client_fd, client_timeout and client_step. */
int engine_fd(struct engine *engine, struct error *err);
int engine_timeout(const struct engine *engine);
enum status engine_step(struct engine *engine, int timeout_ms, struct error *err);

/*
 * To be called when a timer was set or the outgoing queue was filled outside a step, so that the descriptor becomes
 * readable for it.
 */
void engine_arm_timer(struct engine *engine);

/* While on, the descriptor is readable, whatever there is to do. */
void engine_keep_readable(struct engine *engine, bool on);

/*
 * To be called from a callback when the caller of the step has something to look at: the step returns without waiting.
 */
void engine_skip_wait(struct engine *engine);

#endif
