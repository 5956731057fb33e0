/* The HTTP server: libmicrohttpd with two epoll threads, and what it leaves open (deadlines, request smuggling). */
#ifndef COPYDESK_SERVICE_HTTP_H
#define COPYDESK_SERVICE_HTTP_H

#include "service/http/request.h"

struct front;

/* Listens and answers from now on; sets service->url. E_IO names why it cannot listen. */
enum status front_start(struct service *service, struct front **front, struct error *err);

/* Accepts no more and refuses new suspensions. */
void front_close(struct front *front);

/* Waits for what is under way (not long), then stops. Every suspended request must be woken by then or soon. NULL is allowed. */
void front_stop(struct front *front);

/* For request.c: counts suspensions. False when closed. */
bool front_suspend(struct front *front, struct MHD_Connection *connection);
void front_wake(struct front *front, struct MHD_Connection *connection);

/* --- request.c --- */

/* target: as it came. NULL: no memory. */
struct request *request_new(struct service *service, struct MHD_Connection *connection, const char *target);
void request_free(struct request *request);

/* Its head is there. All that can be said before the body is: answers a problem, or leaves the request to its handler. */
void request_admit(struct request *request, const char *method, const char *version);

/* The request's whole body is there. */
void request_run(struct request *request);

/* Must the answer that is known before the body be sent before it, and the connection closed? Otherwise the body is read and thrown
 * away first: a client that is still sending would see a reset instead of the answer. */
bool request_answers_early(const struct request *request);

/* Its answer is complete: the body is given back, and the answer counts as held instead of it. */
void request_sends(struct request *request);

/* Takes a piece of the body. False: far too much, the connection has to go. */
bool request_take(struct request *request, const char *data, size_t size);

#endif
