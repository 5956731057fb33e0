/*
 * parts: what a client is made of, for the files that bring its parts together: client.c, call.c, transport.c and
 * attempt.c.
 */
#ifndef COPYDESK_CLIENT_PARTS_H
#define COPYDESK_CLIENT_PARTS_H

#include "client/attempt_log.h"
#include "client/engine.h"
#include "client/queue.h"
#include "client/settings.h"

struct client {
    struct settings settings;
    struct engine engine;
    struct attempt_log log;
    struct queue outgoing; /* attempts that the caller is to answer: external transport */
    struct queue ended;    /* calls for client_next_ended */
    struct client_call *live;
    size_t live_count;
    struct client_call *pool; /* freed calls, kept for their curl handles and buffers */
    size_t pool_count;
    bool has_reached_server;
};

#endif
