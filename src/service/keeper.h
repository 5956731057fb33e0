/*
 * keeper: this process's part in keeping a service on a data folder. The service belongs to the folder: of the programs
 * that use the folder one runs it, the others stand by, and when that one ends or dies another takes the service over,
 * with what is queued and under way. All of them reach it at the folder's socket (local.h).
 *
 * `copydesk serve` (standalone) comes first: a program that runs the service for itself gives it up to one, and none of
 * them starts one while a standalone one does.
 */
#ifndef COPYDESK_SERVICE_KEEPER_H
#define COPYDESK_SERVICE_KEEPER_H

#include "base/base.h"

#include <jansson.h>

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

#endif
