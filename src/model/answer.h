/* An HTTP answer, read while it arrives, whichever kind it is: events, a whole JSON, an error, or nothing of the kind.
 */
#ifndef COPYDESK_MODEL_ANSWER_H
#define COPYDESK_MODEL_ANSWER_H

#include "model/backend.h"
#include "model/events.h"
#include "net/upstream/exchange.h"

enum answer_kind { ANSWER_NONE, ANSWER_EVENTS, ANSWER_WHOLE, ANSWER_ERROR, ANSWER_FOREIGN };

struct model_answer_answer {
    const struct model_backend *backend;
    struct reply *reply;
    const char *key; /* which no message may show; NULL: there is none */
    enum answer_kind kind;
    struct events events;
    struct buf body;    /* of what is no stream of events */
    int error_status;   /* of HTTP, or as the error in the middle of a stream would have had; 0: no error */
    bool may_pass;      /* a failure that another try may not meet */
    unsigned refused;   /* what the server does not take, of enum model_variation */
    enum status status; /* what ended the reading early */
    struct error *err;  /* its message; also that of answer_end */
};

/* max_bytes: of a whole answer, and of one event. */
void answer_begin(struct model_answer_answer *answer, size_t max_bytes);

/* on_piece of an exchange; context is the answer. */
enum exchange_next answer_piece(void *context, const struct exchange_head *head, struct str piece);

/*
 * The exchange is over, with this status. OK: reply holds a whole answer. Else err says what it was, about "it", and
 * may_pass and refused whether and how to ask again: statuses as model_ask.
 */
enum status answer_end(struct model_answer_answer *answer, const struct exchange *exchange, enum status status);

void answer_free(struct model_answer_answer *answer);

#endif
