/*
 * The parts of a running service, for the files of this folder.
 *
 *   config.h       what was configured
 *   files.h        the data folder's key and endpoint files
 *   endpoint.h     what is known of the service that runs on a folder
 *   front.h        the HTTP server; request.h, connections.h, routes.h, handlers.h, problem.h, json.h belong to it
 *   local.h        the socket in the data folder
 *   resources.h    what requests may say (fields.h, reading.h) and answers show (members.h)
 *   auth.h         API keys
 *   limits.h       rate limits
 *   hold.h         requests that wait for a change
 *   pool.h         threads for handlers that block
 *   workers.h      threads that write articles
 *   sender.h       the thread that sends finished articles out
 *   indexes.h      linking indexes of domains
 *   record.h       the status record
 *   ended.h        records of articles that have ended, kept in memory
 */
#ifndef COPYDESK_SERVICE_INTERNAL_H
#define COPYDESK_SERVICE_INTERNAL_H

#include "net/net.h"
#include "service/account/auth.h"
#include "service/account/limits.h"
#include "service/config.h"
#include "service/metrics.h"
#include "store/store.h"

#include <stdatomic.h>

struct service {
    struct arena *arena; /* what lives as long as the service */
    struct config config;
    bool standalone;                /* `copydesk serve`: there for others, not for the program around it */
    const char *folder, *socket;    /* the data folder, and where its socket is (local.h) */
    char instance[UUID_LENGTH + 1]; /* this run of the service: tells it from another one on a used-again port */
    const char *url, *key;
    atomic_bool stopping;
    atomic_size_t held; /* bytes of bodies and answers of requests under way: see config.body_bytes */
    struct metrics metrics;

    struct store *store;
    struct net *net;
    struct auth *auth;
    struct limits *limits;
    struct hub *hub;
    struct ended *ended;
    struct pool *pool;
    struct index_cache *indexes;
    struct crawler *crawler;
    struct workers *workers;
    struct sender *sender;
    struct front *front;
};

#endif
