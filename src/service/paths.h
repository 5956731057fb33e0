/* The files and folders that a configuration names, as absolute paths. */
#ifndef COPYDESK_SERVICE_PATHS_H
#define COPYDESK_SERVICE_PATHS_H

#include "service/config.h"

#include <sys/types.h>

/*
 * The data folder: the configured one, or (NULL) $COPYDESK_DATA, else $XDG_DATA_HOME/copydesk, else
 * ~/.local/share/copydesk. It need not exist. In the arena. E_INVALID: none is configured and the environment has none
 * of the three.
 */
enum status path_of_data(const char *configured, struct arena *arena, const char **path, struct error *err);

/* A relative path counts from the current folder. E_IO: there is none. */
enum status path_make_absolute(const char *path, struct arena *arena, const char **absolute, struct error *err);

/* The library's folder (NULL stays NULL). E_INVALID: there is none; the message names where it was looked for. */
enum status path_of_library(const char *configured, struct arena *arena, const char **path, struct error *err);

/* --- what is known of the service that runs on a data folder, from the file `endpoint` in it --- */

struct endpoint {
    const char *url;     /* for HTTP clients on this machine */
    pid_t pid;           /* who runs it */
    const char *library; /* from which articles of the pages are written; NULL: none */
    bool standalone;     /* by `copydesk serve`: it is there for others */
    json_t *shared;      /* agreement_entries of its configuration (json_decref) */
};

/* Says in the file that this process runs the service. */
enum status endpoint_publish(const char *folder, const struct endpoint *endpoint, struct error *err);

/* Of a service that listens at the socket now; text in the arena. E_NOT_FOUND: none does, or it has not said so yet. */
enum status endpoint_find(const char *folder, const char *socket, struct arena *arena, struct endpoint *endpoint,
                          struct error *err);

void endpoint_remove(const char *folder);

#endif
