/*
 * One line per event on standard error: time, level, message. Thread-safe: a line is one write.
 * Never log a key, a request body or an article; a request id is what connects a line to a caller.
 */
#ifndef COPYDESK_BASE_LOG_H
#define COPYDESK_BASE_LOG_H

#include <stdbool.h>

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

/* Lines above this level are dropped. LOG_WARN at the start: an embedded service must not chatter. */
void log_set_level(enum log_level level);

/* Would a line of this level be written? For lines that cost something to make. */
bool log_wants(enum log_level level);

void log_line(enum log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
