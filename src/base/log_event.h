/*
 * A line of the log about one event: what happened, then what it is about as name=value, with values in quotes where
 * they would not be one word:
 *
 *     article finished id=0190... keyword="indoor herb garden" words=2675 seconds=1.204
 *
 * Nothing secret belongs into it: no keys, no bodies, no texts of articles, no queries; of a receiver's address only
 * its host.
 */
#ifndef COPYDESK_BASE_LOG_EVENT_H
#define COPYDESK_BASE_LOG_EVENT_H

#include "base/log.h"
#include "base/str.h"

#include <stdint.h>

/* A line in the making. What does not fit is left out. */
struct log_event {
    const char *name;
    bool is_json;    /* text: the members after the event's name, as JSON */
    char text[2000]; /* of a plain line 900 bytes */
    size_t length;
};

struct log_event log_event_begin(const char *name);

/* Control characters and what is not UTF-8 become "?"; a long value is cut. NULL text: the value is left out. */
void log_event_text(struct log_event *event, const char *name, const char *value);
void log_event_slice(struct log_event *event, const char *name, struct str value);
/* What the event is about: plain id=..., in JSON a member named as the subject ("article", "request"). */
void log_event_id(struct log_event *event, const char *subject, const char *id);
void log_event_number(struct log_event *event, const char *name, int64_t value);
void log_event_seconds(struct log_event *event, const char *name, int64_t ms);

/* Writes the line. */
void log_event_end(const struct log_event *event, enum log_level level);

#endif
