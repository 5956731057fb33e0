/* Time in milliseconds. */
#ifndef COPYDESK_BASE_CLOCK_H
#define COPYDESK_BASE_CLOCK_H

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

/* Writes an HTTP date such as "Sun, 06 Nov 1994 08:49:37 GMT"; out holds at least 30 bytes. */
void clock_format_http_date(int64_t ms, char *out, size_t size);

#endif
