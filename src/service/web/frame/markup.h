/* markup: HTML as formats, whose values are escaped. */
#ifndef COPYDESK_SERVICE_WEB_FRAME_MARKUP_H
#define COPYDESK_SERVICE_WEB_FRAME_MARKUP_H

#include "base/base.h"

/*
 * Appends a format of which each %s is escaped, for text and for attributes in double quotes alike; NULL becomes
 * nothing. Besides it knows %d, %ld, %lld, %zu and %%, as printf does, and nothing else.
 */
void markup(struct buf *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "1,234,567" */
void markup_number(struct buf *out, long long number);

/* "3 minutes ago" or "in 2 days", as a time element that says the exact time; ms since 1970. */
void markup_time(struct buf *out, int64_t ms, int64_t now);

/* Appends text as a part of a URL's query, percent-encoded; then it needs no escaping. */
void markup_query(struct buf *out, const char *text);

#endif
