/* answer: what a handler, or a check before it, says to a request. The last answer counts; headers add up. */
#ifndef COPYDESK_SERVICE_HTTP_ANSWER_H
#define COPYDESK_SERVICE_HTTP_ANSWER_H

#include "service/http/problem.h"
#include "service/http/request.h"

void answer_header(struct request *request, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The body is in request->answer.body already. */
void answer_body(struct request *request, int status, const char *content_type);
void answer_json(struct request *request, int status);
void answer_empty(struct request *request, int status);

void answer_problem(struct request *request, enum problem problem, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The first hundred are listed, the others counted. */
void answer_faults(struct request *request, const struct fault *faults, size_t count);

/* What a function of another folder gave back: not found and conflict as they are; E_LIMIT of the code
 * "account_limit" as 403, of "queue_full" as 429 with Retry-After; what may pass (E_CANCELLED,
 * E_MEMORY, E_IO) as 503 with Retry-After, the rest as 500; these with a line in the log but for E_CANCELLED. */
void answer_error(struct request *request, const struct error *err);
void answer_no_memory(struct request *request);

/* 503: the service is stopping. */
void answer_stopping(struct request *request);

/* 413: the body is longer than the route takes. */
void answer_too_large(struct request *request);

#endif
