/*
 * The head of a request, read strictly: what two servers on its way could read differently is refused (RFC 9112
 * sections 2.2, 3.2, 5 and 6), and the request's target is read here, not by the HTTP library, which cuts it at a zero
 * byte and takes %2F for a slash.
 */
#ifndef COPYDESK_SERVICE_HTTP_HEAD_H
#define COPYDESK_SERVICE_HTTP_HEAD_H

#include "base/base.h"

#include <microhttpd.h>
#include <stddef.h>

/*
 * The header Accept (RFC 9110, section 12.5.1), what a caller would rather have: which of the types ("text/html", in
 * lower case) the header prefers; of those that it likes equally the first. header NULL or empty: the first. -1: it
 * takes none of them. What cannot be read in it is passed over.
 */
int accept_choose(const char *header, const char *const *types, size_t count);

/* --- the target --- */

/* A request's target as it came, "/api/articles?limit=5", and its parts, in the same arena. */
struct request_target {
    const char *text;  /* NULL: memory ran out */
    const char *path;  /* percent-decoded but for %2F, which separates nothing */
    const char *query; /* as it came, "" when there is none */
    const char *end;   /* where the text ended in the library's memory: see head_problem */
};

struct request_target head_target(struct arena *arena, const char *text);

/* Calls `each` for every argument that has a name, decoded, in their order. False: memory ran out. */
bool head_arguments(const struct request_target *target, struct arena *arena,
                    void (*each)(void *context, const char *name, const char *value), void *context);

/* Why the request must not be served, in a sentence; NULL when nothing is wrong with it. method and version as the
 * library gave them. */
const char *head_problem(struct MHD_Connection *connection, const struct request_target *target, const char *method,
                         const char *version);

#endif
