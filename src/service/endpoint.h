/* endpoint: what is known of the service that runs on a data folder, from the file `endpoint` in it. */
#ifndef COPYDESK_SERVICE_ENDPOINT_H
#define COPYDESK_SERVICE_ENDPOINT_H

#include "service/config.h"

#include <sys/types.h>

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
