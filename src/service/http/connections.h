/*
 * Open connections with a deadline each. The HTTP library's own timer counts from the last byte, so that a header sent
 * a byte at a time would hold a connection forever; here a request has to arrive within one span, and its answer has to
 * leave within another.
 */
#ifndef COPYDESK_SERVICE_HTTP_CONNECTIONS_H
#define COPYDESK_SERVICE_HTTP_CONNECTIONS_H

#include "base/base.h"

struct connections;
struct connection;

enum { SEND_SECONDS = 300 };

/* request_seconds: for a request to arrive. idle_seconds: for which a connection is kept between two requests. */
struct connections *connections_new(long request_seconds, long idle_seconds);
void connections_free(struct connections *connections);

/* A connection was made: a request may come now. is_local: at the data folder's socket (local.h). NULL: no memory. */
struct connection *connection_open(struct connections *connections, int fd, bool is_local);
/* It is about to be closed. */
void connection_close(struct connections *connections, struct connection *connection);

enum connection_phase {
    CONNECTION_IDLE,     /* between two requests */
    CONNECTION_HANDLING, /* a request is being worked on: no deadline */
    CONNECTION_SENDING
};
void connection_phase(struct connections *connections, struct connection *connection, enum connection_phase phase);

/* -1 for none. */
int connection_fd(const struct connection *connection);

/* Is one open that is not local? */
bool connections_are_open(struct connections *connections);

/* Shuts down the sockets whose deadline has passed; the HTTP library then sees them end. */
void connections_reap(struct connections *connections);

#endif
