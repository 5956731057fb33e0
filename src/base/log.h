/*
 * One line per event on standard error: time, level, message. Thread-safe: a line is one write.
 * Never log a key, a request body or an article; a request id is what connects a line to a caller.
 */
#ifndef COPYDESK_BASE_LOG_H
#define COPYDESK_BASE_LOG_H

#include <stdbool.h>

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

/* LOG_PLAIN at the start. LOG_JSON: a line is an object with time, level, event and what the event is about. */
enum log_format { LOG_PLAIN, LOG_JSON };

void log_set_format(enum log_format format);
enum log_format log_format(void);

/* Lines above this level are dropped. LOG_WARN at the start: an embedded service must not chatter. */
void log_set_level(enum log_level level);

/* Would a line of this level be written? For lines that cost something to make. */
bool log_wants(enum log_level level);

void log_line(enum log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A line about a "request", an "article" ... with this id: "request 0190...: message", in JSON a member of its own. */
void log_about(enum log_level level, const char *subject, const char *id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* For log_event.h: a line in JSON. members: JSON, each with a comma before it. */
void log_members(enum log_level level, const char *event, const char *members);

#endif
