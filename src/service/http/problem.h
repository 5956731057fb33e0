/* The errors that the interface can answer with, as one table, and their body: problem+json (RFC 9457). */
#ifndef COPYDESK_SERVICE_HTTP_PROBLEM_H
#define COPYDESK_SERVICE_HTTP_PROBLEM_H

#include "base/base.h"
#include "base/faults.h"

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

#endif
