/* A prompt written as the body of a request. */
#ifndef COPYDESK_MODEL_QUESTION_H
#define COPYDESK_MODEL_QUESTION_H

#include "model/entry.h"

struct question {
    const struct model *model;
    const char *name; /* the request's modelVersion */
    const struct model_prompt *prompt;
    /* Of a continuation: what was answered so far, and what is said then; empty: the first question. */
    struct str answered, go_on;
    long max_tokens;
};

/* The body, which the caller frees; NULL when memory ran out. Where the server takes no schema, or is not to be given
 * one, the example of the form stands at the end of the last message. */
char *question_write(const struct question *question, unsigned variations);

#endif
