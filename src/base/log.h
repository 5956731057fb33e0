/*
 * One line per event on standard error: time, level, message. Thread-safe: a line is one write.
 * Never log a key, a request body or an article; a request id is what connects a line to a caller.
 */
#ifndef COPYDESK_BASE_LOG_H
#define COPYDESK_BASE_LOG_H

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

/* LOG_PLAIN at the start. LOG_JSON: a line is an object with time, level, event and what the event is about. */
enum log_format { LOG_PLAIN, LOG_JSON };

void log_set_format(enum log_format format);

/* Lines above this level are dropped. LOG_WARN at the start: an embedded service must not chatter. */
void log_set_level(enum log_level level);

/* Would a line of this level be written? For lines that cost something to make. */
bool log_wants(enum log_level level);

void log_line(enum log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A line about a "request", an "article" ... with this id: "request 0190...: message", in JSON a member of its own. */
void log_about(enum log_level level, const char *subject, const char *id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* --- events --- */

/*
 * A line about one event: what happened, then what it is about as name=value, with values in quotes where
 * they would not be one word:
 *
 *     article finished id=0190... keyword="indoor herb garden" words=2675 seconds=1.204
 *
 * Nothing secret belongs into it: no keys, no bodies, no texts of articles, no queries; of a receiver's address only
 * its host.
 */

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
