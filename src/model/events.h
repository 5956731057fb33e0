/*
 * Server-sent events, read from pieces as they arrive: lines end in CR, LF or CRLF, a byte order mark may stand first,
 * comments and other fields than `data` are passed over, and the lines of one event's data are joined by a line feed
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream).
 */
#ifndef COPYDESK_MODEL_EVENTS_H
#define COPYDESK_MODEL_EVENTS_H

#include "base/base.h"

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

#endif
