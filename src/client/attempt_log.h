/* attempt_log: the attempts that have ended, kept until the user of the client fetches them. */
#ifndef COPYDESK_CLIENT_ATTEMPT_LOG_H
#define COPYDESK_CLIENT_ATTEMPT_LOG_H

#include "client/client.h"

/* Zeroed: empty. */
struct attempt_log {
    struct logged_attempt *first, *last;
    struct logged_attempt *fetched; /* the one whose strings the user reads */
};

/* Adds a copy of the attempt, with this request id (data NULL: none). Without memory for it the attempt is left out. */
void attempt_log_add(struct attempt_log *log, const struct client_attempt *attempt, struct str request_id);

/* See client_next_attempt. */
bool attempt_log_next(struct attempt_log *log, struct client_attempt *attempt);

void attempt_log_free(struct attempt_log *log);

#endif
