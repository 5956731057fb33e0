/* What a handler, or a check before it, says to a request: JSON, and the errors of the interface. */
#ifndef COPYDESK_SERVICE_HTTP_ANSWER_H
#define COPYDESK_SERVICE_HTTP_ANSWER_H

#include "service/http/request.h"

#include <jansson.h>

/* --- JSON in and out: a strict reader for request bodies, and text for answers --- */

enum { JSON_MAX_DEPTH = 32 };

/*
 * Reads a whole body: a JSON object in UTF-8, no member twice, no NUL in it, at most JSON_MAX_DEPTH levels. NULL with
 * err filled otherwise: E_INVALID, or E_MEMORY.
 */
json_t *json_body(struct str text, struct error *err);

/* Appends text as a JSON string, or null for NULL. Bytes that are no UTF-8 become U+FFFD: an answer is always valid. */
void json_text(struct buf *out, const char *text);
void json_slice(struct buf *out, struct str text);

/* --- the errors that the interface can answer with, as one table, and their body: problem+json (RFC 9457) --- */

enum problem {
    PROBLEM_BAD_REQUEST, /* the HTTP around it is wrong */
    PROBLEM_BAD_JSON,    /* the body cannot be read */
    PROBLEM_PARAMETERS,  /* the body says something that is not allowed */
    PROBLEM_NO_KEY,      /* no bearer key */
    PROBLEM_WRONG_KEY,   /* a key that does not exist */
    PROBLEM_NO_CREDITS,
    PROBLEM_NO_PLAN, /* the plan has no interface */
    PROBLEM_NOT_PROFESSIONAL,
    PROBLEM_NO_SCOPE,  /* the key is not for this */
    PROBLEM_FORM,      /* a form that no page of the session has sent */
    PROBLEM_NOT_LOCAL, /* for the account that the service itself runs with */
    PROBLEM_BOUND,     /* the account holds as much as it may */
    PROBLEM_NO_PATH,   /* no such address */
    PROBLEM_NOT_FOUND, /* no such article, domain, key */
    PROBLEM_METHOD,
    PROBLEM_FORMS, /* it has none of the forms that Accept names */
    PROBLEM_CONFLICT,
    PROBLEM_RUNNING, /* the first request with this Idempotency-Key is not answered yet */
    PROBLEM_TOO_LARGE,
    PROBLEM_MEDIA_TYPE,
    PROBLEM_KEY_REUSED, /* this Idempotency-Key came with another body */
    PROBLEM_RATE,
    PROBLEM_QUEUE_FULL, /* the account has as many articles in line as it may; that passes by itself */
    PROBLEM_INTERNAL,
    PROBLEM_STOPPING, /* the service is shutting down */
    PROBLEM_MEMORY,   /* there is not enough of it now */
    PROBLEM_BUSY,     /* too many bytes of requests are under way */
    PROBLEM_STORAGE,  /* nothing can be stored now */
    PROBLEM_COUNT
};

struct problem_info {
    int status;
    const char *title; /* the phrase of the status */
    const char *type;  /* error.type, as clients of model APIs look for it */
    const char *code;  /* error.code, a stable word */
};

const struct problem_info *problem_info(enum problem problem);

/* Writes the body. instance: the path asked for. faults may be NULL; the first one's pointer becomes error.param. */
void problem_write(struct buf *out, enum problem problem, const char *detail, const char *instance,
                   const struct fault *faults, size_t fault_count);

/* --- answers: the last one counts; headers add up --- */

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
