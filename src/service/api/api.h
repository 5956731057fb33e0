/*
 * api: the interface. A file for each resource has its handlers, what its requests may say and what its answers show.
 *
 *   routes.c       the one table of routes: a new route is a row there and a handler in the file of its resource
 *   access.h       the check of the caller before a handler: key, plan, rate limit
 *   create.c articles.c run.c polish.c links.c domains.c brands.c models.c languages.c   the resources
 *   tenants/       accounts and keys, and what accounts were given and used
 *   integrations/  where finished articles go
 *   deliveries/    deliveries: asked for, shown, sent again
 *   fields/        tables of what requests may say and answers show
 *   record.h       the status record of an article
 *   record_cache.h records of ended articles, as they were last sent
 *   media/         the pictures of articles
 *   operating/     health and figures, for whoever runs the service
 *   openapi/       the interface described for programs
 *   domain/        the pages of a domain, and how they link to each other
 *
 * Handlers run in HTTP threads or in the pool (service/http/http.h); everything that they share is below, and safe for
 * any thread.
 */
#ifndef COPYDESK_SERVICE_API_H
#define COPYDESK_SERVICE_API_H

#include "service/account/account.h"
#include "service/changes/changes.h"
#include "service/http/http.h"
#include "store/store.h"

struct integration_tests;
struct models;
struct openapi;
struct seal;

/* Counters of this folder's own. */
struct api_counters {
    atomic_ulong created, links, link_requests;
};

/* What the handlers work with: the front doors of the folders below, made and owned by the composition
 * (service/service.c). */
struct api {
    const char *instance; /* this run of the service */
    /* Where callers reach the service, without a slash at its end; holds NULL as long as the port is not known. */
    const _Atomic(const char *) *public_url;
    const char *library;                  /* the configured folder of documents, NULL: none */
    bool is_standalone;                   /* the configured library is for everybody */
    const struct account_terms *accounts; /* those that are configured; the first is the local one */
    size_t account_count;
    const struct bounds *bounds; /* of what an account holds */
    struct api_counters counters;

    struct store *store;
    struct seal *seal;
    struct net *net;
    const struct models *models;
    struct auth *auth;
    const struct plans *plans;
    const long *rates; /* LIMIT_CLASSES: requests a minute of an address without a key */
    struct limits *limits;
    struct readiness *readiness;
    struct waiters *waiters;
    const struct changes *changes; /* whom they concern */
    struct record_cache *records;
    struct openapi *openapi;
    struct event_cache *events;
    struct event_streams *streams;
    struct integration_tests *integration_tests;
    struct index_cache *indexes;
    struct crawler *crawler;
    struct workers *workers;
    struct sender *sender;
    int64_t started_at;             /* Unix ms */
    const atomic_bool *is_draining; /* the service is about to stop */
    struct http_counters http;
    const struct jobs_counters *jobs;
    const struct deliver_counters *deliveries;
};

/* The table for http_start. */
struct routes api_routes(void);

/* --- for the handlers --- */

static inline struct api *api_of(const struct request *request)
{
    return request->app;
}

static inline const char *public_url_of(const struct request *request)
{
    return atomic_load(api_of(request)->public_url);
}

/* Who asks; every route but those of RIGHT_NONE has one. */
static inline const struct caller *caller_of(const struct request *request)
{
    return request->user;
}

#endif
