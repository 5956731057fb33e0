/*
 * service: the whole service behind the interface: HTTP front, routes, keys, limits, workers. Embedded in a process or
 * under `copydesk serve`.
 */
#ifndef COPYDESK_SERVICE_H
#define COPYDESK_SERVICE_H

#include "base/base.h"

#include <jansson.h>

struct service;

/*
 * Starts it from a configuration (README, "Configuration"); returns when it answers requests. E_INVALID names the wrong
 * entry; E_CONFLICT: another process has this data folder. NULL config: all defaults. A program shares the folder with
 * others by a keeper (keeper.h), which calls this.
 */
enum status service_start(const json_t *config, bool standalone, struct service **service, struct error *err);

/* "http://127.0.0.1:8080", as callers reach it. Lives as long as the service. */
const char *service_url(const struct service *service);

/* The first key of the local account. Lives as long as the service. */
const char *service_key(const struct service *service);

/* Stops accepting, answers what is under way, gives unfinished articles back, closes the store. NULL is allowed. */
void service_stop(struct service *service);

/*
 * What the service accepts and answers, from the tables that it works by; what does not apply is left out:
 *   parameters  params_describe
 *   polish      [{name, default, summary}]
 *   requests    [{name, summary, partial, query, fields: [{name, type, required, default, allowed, minimum, maximum,
 * summary}]}]; partial: changes what is there; query: of the address answers     [{name, summary, fields: [{name, type,
 * summary}]}] routes      [{method, path, takes, gives}], the last two by name problems    [{status, title, code}] New
 * reference; NULL when memory ran out.
 */
json_t *service_describe(void);

#endif
