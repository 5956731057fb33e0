/*
 * service: the whole service behind the interface. Embedded in a process or under `copydesk serve`.
 *
 *   service.h      starts and stops the parts: the only place that knows which there are (service.c)
 *   describe.c     the tables that the service works by, as JSON
 *   config.h       the configuration, read and checked
 *   media_sources.h  what its entries products, places, videos and images open
 *   search_places.h  what its entry search opens
 *   nodes.h        this process among those that serve the database; node_file.h: whose run used its folder before
 *   keeper.h       this process among those that share a data folder; agreement.h, endpoint.h, paths.h belong to it
 *   upkeep.h       the data folder saved and put back
 *   doctor/        whether a service can do its work with a configuration on this machine
 *   api/           the interface: a file for each resource, and the table of routes
 *   jobs/          the threads that write articles
 *   changes/       who is told of what has changed, here and on other nodes
 *   domain/        the sites of customers: crawls, linking indexes
 *   account/       plans, keys, rate limits
 *   http/          the HTTP server
 *
 * Where to add
 *   a route                api/routes.c (a row), and its handler in the file of its resource
 *   a plan                 account/plans.h (a row)
 *   a class of rate limit  account/limits.h (a row)
 *   an HTTP problem        http/problem.h and problem.c (a row)
 *   a record error code    base/codes.h (a row)
 *   a request parameter    write/params/params_table.c (a row), and whatever reads it
 *   an article type        write/types/ (a file, and its row in types.c)
 *   a model backend        model/ (a file, and its row in registry.c)
 *   a source of products, places, videos or images  media/ (a file, and its row in products.c, ..., images.c)
 *   a price of pictures    write/media/picture_price.c (a row)
 *   a site with a player   write/video/video_link.c (a row)
 *   a search backend       research/search/ (a file, and its row in search.c)
 *   a delivery target      deliver/ (a file, and its row in targets.c)
 *   a language             text/languages/ (a file, and its row in text/language.c)
 *   an element that no link is put into    link/lexer/lexer_elements.c (a row)
 *
 * Threads: how many, what each does; what it owns
 *   keeper     1        starts and stops the service (keeper.h); the lock of the data folder
 *   http       2        read requests, run handlers that do not block (http/http.h); the requests of its connections
 *   accept     1        takes connections at the data folder's socket (http/local.h); the listening socket
 *   ticker     1        ends connections and waits whose time is up (http/http.h); nothing
 *   pool       0 to 32  run handlers that block (http/http.h); the request, as long as its handler runs
 *   worker     0 to 1024  write and polish articles (jobs/worker.h); the article under way, its arena and its lease
 *   extra      0 to 16  the same for accounts that would have to wait (jobs/jobs.h)
 *   check      some     ask models whether they are there (api/models.c); nothing
 *   fetch      some     read the URLs of an article, one each (write/sources/sources.h); the page
 *   heartbeat  1        renews leases, stores progress (jobs/heartbeat.h); nothing
 *   crawler    0 to 16  read the pages of a domain each (domain/crawler.h); the crawl under way
 *   build      0 to 4   make a linking index each (domain/index_builds.h); the file that is written
 *   notices    0 or 1   tells other nodes of changes, and hears of theirs (store/notices/notices.h); its connection
 *   lookout    0 or 1   looks for changes that nobody told (changes/lookout.h); nothing
 *   sender     1        finds the deliveries that are due (deliver/sender.h); the places of the attempts
 *   dispatch   0 to 32  make one attempt each (deliver/dispatch.h); the delivery under way and its lease
 *   nodes      0 or 1   says that this node is alive, on a database that several share (nodes.h); nothing
 *   portions   0 to 1   takes tokens of rate limits for this node (account/portions.h); the batch that it writes
 *   writer     1        runs all that writes to the database (store/db/writer.h); the writing connection
 * A suspended request belongs to whoever is to resume it.
 *
 * Threads meet in the store, and through callbacks that wake each other: a change of an article or a domain is first
 * stored, then changes_tell (changes/changes.h) resumes the requests that wait for it, wakes whoever is to work on it,
 * and has the other nodes do the same. A wake-up that is lost costs a second (a worker), a minute (the sender) or lasts
 * until the next one (the crawler); on a database that other nodes use, 2 to 15 seconds (changes/lookout.h).
 *
 * Locks, in the order in which they are taken
 *   1. waiters (http/waiters.h), held while a request is suspended or resumed
 *   2. activity (http/activity.h)
 *   All others are taken alone: while one is held, no other lock is taken, no callback is called, and the store is not
 *   used. One is taken inside the store: the fork guard (store/db/fork_guard.h) around each call of the database
 *   library, which only a fork waits for.
 *
 * Stopping goes from the top: no more requests, then workers, crawler and sender, then what they used, and the row of
 * the node. Each thread
 * looks at a flag of its own between two pieces of work; writing, fetching and crawling look at it within one.
 */
#ifndef COPYDESK_SERVICE_H
#define COPYDESK_SERVICE_H

#include "base/base.h"

#include <jansson.h>

struct service;

/*
 * Starts it from a configuration (manual, "Configuration"); returns when it answers requests. E_INVALID names the wrong
 * entry; E_CONFLICT: another process has this data folder. NULL config: all defaults. A program shares the folder with
 * others by a keeper (keeper.h), which calls this.
 */
enum status service_start(const json_t *config, bool standalone, struct service **service, struct error *err);

/* "http://127.0.0.1:8080", as callers reach it. Lives as long as the service. */
const char *service_url(const struct service *service);

/* The first key of the local account. Lives as long as the service. */
const char *service_key(const struct service *service);

/*
 * Whether a service could be started with this configuration, beside one that runs: all is read and opened but the data
 * folder and the address. E_INVALID and others as service_start.
 */
enum status service_check(const json_t *config, struct error *err);

/*
 * Before service_drain, when nothing is to go on in this process: on a database that other nodes use, callers are to go
 * to those. New connections are refused, held requests are answered now, and each connection ends with its next answer
 * (http_leave); service_drain then waits for the connections, too. Does nothing on a store that is not shared, where
 * callers have nowhere to go.
 */
void service_leave(struct service *service);

/* Takes on no more articles and waits until those under way have ended, but for `stop_seconds` of the configuration at
 * most; requests are answered meanwhile, but /readyz says that it stops. */
void service_drain(struct service *service);

/* A copy of the socket at which it listens, which takes connections also when the service has stopped. The caller
 * closes it; -1: the system has no descriptor left. */
int service_listener(const struct service *service);

/* Stops accepting, answers what is under way, gives unfinished articles back, closes the store. NULL is allowed. */
void service_stop(struct service *service);

/*
 * What the service accepts and answers, from the tables that it works by; what does not apply is left out:
 *
 * - parameters: params_describe
 * - polish: [{name, default, summary}]
 * - requests: [{name, summary, partial, query, fields: [{name, type, required, default, allowed, minimum, maximum,
 *   summary}]}]; partial: it changes what is there; query: of the address
 * - answers: [{name, summary, fields: [{name, type, summary}]}]
 * - routes: [{method, path, scopes, plans, operator, limit, takes, gives}]; scopes: of which a key needs one; plans:
 *   that allow it; operator: for whoever runs the service; limit: the class of its rate; takes, gives: a request and an
 *   answer by name
 * - integrations: [{kind, settings: [{name, type, required, secret, summary}]}]
 * - problems: [{status, title, code}]
 *
 * New reference; NULL when memory ran out.
 */
json_t *service_describe(void);

#endif
