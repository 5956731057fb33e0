/*
 * service: the whole service behind the interface. Embedded in a process or under `copydesk serve`.
 *
 *   service.c           starts and stops the parts: the only place that knows which there are
 *   describe.c          the tables that the service works by, as JSON
 *   config.inc          the entries of the configuration, one row each; config.c reads and checks them
 *   sources.c           what the entries search, products, places, videos and images open
 *   keeper.c            this process among those that share a data folder; agreement.c: what they must agree on
 *   paths.c             files and folders that a configuration names, and who runs the service on a folder
 *   nodes.c             this process among those that serve the database
 *   doctor.c            whether a service can do its work; check_data.c and check_backends.c have checks of it
 *   api/                the interface: a file for each resource, and the table of routes
 *   web/                the pages for people
 *   jobs/               the threads that write articles; who is told of what has changed, here and on other nodes
 *   domain/             the sites of customers: crawls, linking indexes
 *   account/            plans, keys, rate limits
 *   http/               the HTTP server
 *
 * Where to add
 *   a configuration entry  config.inc (a row), and whatever uses it
 *   a route                api/routes.c (a row), and its handler in the file of its resource
 *   a plan                 account/account.h: PLANS (a row)
 *   a class of rate limit  account/account.h: LIMITS (a row)
 *   an HTTP problem        http/answer.h and answer.c (a row)
 *   a record error code    base/error.h: RECORD_CODES (a row)
 *   a request parameter    write/params/params_table.c (a row), and whatever reads it
 *   an article type        write/types/ (a file, and its row in types.c)
 *   a model backend        model/ (a file, and its row in registry.c)
 *   a source of products, places, videos or images  media/ (a file, and its row in products.c, ..., images.c)
 *   a price of pictures    write/media/pictures.c (a row)
 *   a site with a player   write/types/film.c (a row)
 *   a search backend       research/search/ (a file, and its row in search.c)
 *   a delivery target      deliver/ (a file, and its row in targets.c)
 *   a language             text/languages/ (a file, and its row in text/language.c)
 *   an element that no link is put into    link/lexer/lexer_elements.c (a row)
 *
 * Threads: how many, what each does; what it owns
 *   keeper     1        starts and stops the service (keeper_attach); the lock of the data folder
 *   http       2        read requests, run handlers that do not block (http/http.h); the requests of its connections
 *   accept     1        takes connections at the data folder's socket (http/local.h); the listening socket
 *   ticker     1        ends connections and waits whose time is up (http/http.h); nothing
 *   pool       0 to 32  run handlers that block (http/http.h); the request, as long as its handler runs
 *   worker     0 to 1024  write and polish articles (jobs/worker.h); the article under way, its arena and its lease
 *   extra      0 to 16  the same for accounts that would have to wait (jobs/jobs.h)
 *   check      some     ask models whether they are there (api/models.c); nothing
 *   fetch      some     read the URLs of an article, one each (write/sources/sources.h); the page
 *   heartbeat  1        renews leases, stores progress (jobs/workers.c); nothing
 *   crawler    0 to 16  read the pages of a domain each (domain/crawler.c); the crawl under way
 *   build      0 to 4   make a linking index each (domain/index_builds.h); the file that is written
 *   notices    0 or 1   tells other nodes of changes, and hears of theirs (store/notices/notices.h); its connection
 *   lookout    0 or 1   looks for changes that nobody told (jobs/changes.c); nothing
 *   sender     1        finds the deliveries that are due (deliver/sender.c); the places of the attempts
 *   dispatch   0 to 32  make one attempt each (deliver/sender.c); the delivery under way and its lease
 *   nodes      0 or 1   says that this node is alive, on a database that several share (nodes.h); nothing
 *   portions   0 to 1   takes tokens of rate limits for this node (account/limits.c); the batch that it writes
 *   writer     1        runs all that writes to the database (store/db/writer.c); the writing connection
 * A suspended request belongs to whoever is to resume it.
 *
 * Threads meet in the store, and through callbacks that wake each other: a change of an article or a domain is first
 * stored, then changes_tell (jobs/jobs.h) resumes the requests that wait for it, wakes whoever is to work on it,
 * and has the other nodes do the same. A wake-up that is lost costs a second (a worker), a minute (the sender) or lasts
 * until the next one (the crawler); on a database that other nodes use, 2 to 15 seconds (jobs/jobs.h, lookout).
 *
 * Locks, in the order in which they are taken
 *   1. waiters (http/waiters.h), held while a request is suspended or resumed
 *   2. activity (http/request.h)
 *   All others are taken alone: while one is held, no other lock is taken, no callback is called, and the store is not
 *   used. One is taken inside the store: the fork guard (store/db/fork_guard.h) around each call of the database
 *   library, which only a fork waits for.
 *
 * Stopping goes from the top: no more requests, then workers, crawler and sender, then what they used, and the row of
 * the node. Each thread looks at a flag of its own between two pieces of work; writing, fetching and crawling look at
 * it within one.
 */
#ifndef COPYDESK_SERVICE_SERVICE_H
#define COPYDESK_SERVICE_SERVICE_H

#include "store/backup/backup.h"

#include <jansson.h>

struct service;

/*
 * Starts it from a configuration (manual, "Configuration"); returns when it answers requests. E_INVALID names the wrong
 * entry; E_CONFLICT: another process has this data folder. NULL config: all defaults. A program shares the folder with
 * others by a keeper (below), which calls this.
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
 * - configuration: [{name, summary, fields: [{name, type, default, unit, minimum, maximum, summary}]}]: the entries at
 *   the top (Options) and those of Limits, an Account, a Plan; default: a number, or in words
 *
 * New reference; NULL when memory ran out.
 */
json_t *service_describe(void);

/* --- the data folder that a configuration names, saved and put back (store/backup); no service is started --- */

struct upkeep_report {
    struct backup_report backup;
    const char *secret_key; /* a key file that is not in backups, since the configuration keeps it elsewhere; or NULL */
};

/*
 * config: as for service_start. E_INVALID names the entry that is wrong, or says that the data is in a database
 * elsewhere, and what to save instead; those of backup_make.
 */
enum status upkeep_backup(const json_t *config, const char *target, struct arena *arena, struct upkeep_report *report,
                          struct error *err);

/* The same; those of backup_restore. */
enum status upkeep_restore(const json_t *config, const char *backup, bool may_replace, struct arena *arena,
                           struct upkeep_report *report, struct error *err);

/*
 * --- keeper: this process's part in keeping a service on a data folder ---
 *
 * The service belongs to the folder: of the programs that use the folder one runs it, the others stand by, and when
 * that one ends or dies another takes the service over, with what is queued and under way. All of them reach it at the
 * folder's socket (http/local.h).
 *
 * `copydesk serve` (standalone) comes first: a program that runs the service for itself gives it up to one, and none of
 * them starts one while a standalone one does.
 */

struct keeper;

/*
 * Reads the configuration (NULL: all defaults) and starts nothing. E_INVALID names the entry that is wrong. A keeper
 * belongs to one thread.
 */
enum status keeper_new(const json_t *config, bool standalone, struct keeper **keeper, struct error *err);

/*
 * Makes this process take part, if it does not yet, and returns when a service answers on the folder: this process's
 * own or another one's. To be called before each use: it costs nothing once that is so, and in a forked child it begins
 * anew. E_CONFLICT: the service that runs is configured differently, or (standalone) another one runs; E_IO and others:
 * why no service can be started.
 */
enum status keeper_attach(struct keeper *keeper, struct error *err);

/*
 * Goes on with another configuration, which the caller has read anew: the articles under way may end as service_drain
 * says, then the service is stopped and started with it. Callers wait meanwhile, for the socket at which it listens
 * stays, unless `listen` changes. Only of a standalone keeper whose service runs. When the configuration is wrong,
 * names another data folder, or no service can be started with it, the one before is in force still; the status and
 * the error say why.
 */
enum status keeper_reload(struct keeper *keeper, const json_t *config, struct error *err);

/* Before the end: callers are sent to other nodes, where there are some, and the articles under way may end, as
 * service_leave and service_drain say. */
void keeper_drain(struct keeper *keeper);

/* Stops the service if this process runs it: another one takes it over. NULL is allowed. */
void keeper_free(struct keeper *keeper);

/* "unix:/path", as the client takes it; the same for life. */
const char *keeper_address(const struct keeper *keeper);

/* The folder that this program's articles may draw from, absolute; NULL: none. */
const char *keeper_library(const struct keeper *keeper);

/* Does this process run the service now? */
bool keeper_is_owner(struct keeper *keeper);

/* The service that runs on the folder, whichever process runs it. */
struct keeper_found {
    const char *url;     /* for HTTP clients on this machine */
    const char *key;     /* the folder's first one */
    const char *library; /* from which it writes for callers that name none, such as the pages; NULL: none */
    int process;         /* who runs it */
    bool is_standalone;
};

/* In the arena. The statuses of endpoint_find and files_read. */
enum status keeper_find(struct keeper *keeper, struct arena *arena, struct keeper_found *found, struct error *err);

/* --- doctor: whether a service can do its work with a configuration on this machine, and what to do otherwise --- */

/*
 * config: as for service_start. problem: why it could not even be read (then config is not looked at); NULL: it was.
 * A new array of { "check", "level": "ok", "warning" or "fault", "found", "advice" (absent: nothing is to be done) };
 * NULL when memory ran out. No secret is in it, nothing is changed, no article is written, and nothing that is paid for
 * is asked. A new check is a function and its row in doctor.c. Takes some seconds for each backend that does not
 * answer.
 */
json_t *doctor_examine(const json_t *config, const char *problem);

#endif
