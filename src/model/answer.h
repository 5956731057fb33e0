/* An HTTP answer, read while it arrives, whichever kind it is: events, a whole JSON, an error, or nothing of the kind.
 */
#ifndef COPYDESK_MODEL_ANSWER_H
#define COPYDESK_MODEL_ANSWER_H

#include "model/backend.h"
#include "net/upstream/upstream.h"

/*
 * Server-sent events, read from pieces as they arrive: lines end in CR, LF or CRLF, a byte order mark may stand first,
 * comments and other fields than `data` are passed over, and the lines of one event's data are joined by a line feed
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream).
 */

/* Zeroed but for what is set by events_begin. */
struct events {
    /* Gets the data of an event, never empty. Any status but OK ends the reading and is what events_feed returns. */
    enum status (*on_event)(void *context, struct str data, struct error *err);
    void *context;
    struct buf line, data;
    bool is_begun; /* the first line is over */
    bool after_cr; /* a line feed that comes next belongs to the line before */
};

/* limit: most bytes of one event. */
void events_begin(struct events *events, size_t limit,
                  enum status (*on_event)(void *context, struct str data, struct error *err), void *context);

/* OK, E_MEMORY, E_LIMIT: an event is too large; or what on_event returned. */
enum status events_feed(struct events *events, struct str piece, struct error *err);

/* The stream is over: an event whose blank line was left out is given all the same. As events_feed. */
enum status events_end(struct events *events, struct error *err);

void events_free(struct events *events);

enum answer_kind { ANSWER_NONE, ANSWER_EVENTS, ANSWER_WHOLE, ANSWER_ERROR, ANSWER_FOREIGN };

struct incoming_answer {
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
void answer_begin(struct incoming_answer *answer, size_t max_bytes);

/* on_piece of an exchange; context is the answer. */
enum exchange_next answer_piece(void *context, const struct exchange_head *head, struct str piece);

/*
 * The exchange is over, with this status. OK: reply holds a whole answer. Else err says what it was, about "it", and
 * may_pass and refused whether and how to ask again: statuses as model_ask.
 */
enum status answer_end(struct incoming_answer *answer, const struct exchange *exchange, enum status status);

void answer_free(struct incoming_answer *answer);

#endif
