/*
 * A question asked until it is answered: up to four requests. Another try is made after a connection that failed or
 * broke, a pause that was too long, broken JSON, and HTTP 408, 409, 429, 500, 502, 503, 504 and 529, after the wait
 * that Retry-After or Retry-After-Ms names, or else a growing, jittered one; never past the deadline. A request that is
 * refused for something that can be left out is made again at once without that.
 */
#ifndef COPYDESK_MODEL_TRIES_H
#define COPYDESK_MODEL_TRIES_H

#include "model/question.h"

struct tries {
    const struct question *question;
    struct model_call *call; /* usage and tries are added to it */
    int64_t deadline;
    const char *key; /* Idempotency-Key; NULL: none */
    int part;        /* 0: the question, 1..: its continuations */
    long estimated;  /* tokens of the prompt, where the server says nothing */
};

/* OK: the reply holds an answer, though it may be empty or refused. Else as model_ask; the message is about "it". */
enum status tries_run(const struct tries *tries, struct reply *reply, struct error *err);

/* What every request to the model needs: NULL-terminated headers in the arena, with those of a body; key: as above.
 * NULL when memory ran out. */
const char *const *tries_headers(const struct model *model, struct arena *arena, bool has_body, const char *key);

#endif
