/*
 * The service's socket in its data folder, by which programs of the same user reach it. Its name stays the same
 * whoever runs the service. Who can open it could read the folder's key as well: a caller here needs none, speaks for
 * the local account, and has no rate limits.
 */
#ifndef COPYDESK_SERVICE_HTTP_LOCAL_H
#define COPYDESK_SERVICE_HTTP_LOCAL_H

#include "base/base.h"

#include <microhttpd.h>

struct local;

/*
 * Where the socket of a data folder is (an absolute path): FOLDER/socket, or, where that is too long for a socket's
 * name, in a folder of this user's own below /tmp. In the arena; NULL when memory ran out.
 */
const char *local_path(const char *folder, struct arena *arena);

/* Accepts connections from now on and hands them to the HTTP server. E_IO names why it cannot. */
enum status local_start(const char *path, struct MHD_Daemon *daemon, struct local **local, struct error *err);

/* Accepts no more and removes the socket. NULL is allowed; twice too. */
void local_close(struct local *local);
void local_free(struct local *local);

/* Did the connection come in here? */
bool local_is_origin(struct MHD_Connection *connection);

/* The process that listens at the path; 0: it is not known (another process namespace), -1: none does. */
pid_t local_listener(const char *path);

#endif
