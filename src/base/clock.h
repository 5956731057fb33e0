/* Time in milliseconds, and how HTTP writes it. */
#ifndef COPYDESK_BASE_CLOCK_H
#define COPYDESK_BASE_CLOCK_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Unix epoch, for records. Can jump. */
int64_t clock_now_ms(void);

/* For deadlines and intervals. Never jumps, means nothing outside this process. */
int64_t clock_mono_ms(void);
int64_t clock_mono_us(void);

/* Reads an HTTP date (RFC 9110 section 5.6.7, all three forms) into Unix milliseconds. */
bool clock_parse_http_date(const char *text, int64_t *ms);

/*
 * Reads a decimal number of units, such as "1.5", and gives it in ms; -1 when the text is anything else. Saturates
 * instead of overflowing: what does not fit is a thousand million units or more.
 */
int64_t clock_parse_duration(struct str text, int64_t unit_ms);

/*
 * Reads the value of a Retry-After header (RFC 9110 section 10.2.3): seconds, here with a fraction too, or an HTTP
 * date, which counts from now_ms (Unix milliseconds). Gives the wait in ms, 0 when the date has passed, -1 when the
 * value is neither.
 */
int64_t clock_parse_retry_after(struct str value, int64_t now_ms);

#endif
