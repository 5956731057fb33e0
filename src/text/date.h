/* Dates as pages, feeds and services write them, in Unix milliseconds; 0 is no date. */
#ifndef COPYDESK_TEXT_DATE_H
#define COPYDESK_TEXT_DATE_H

#include "base/base.h"

enum { DATE_DAY_MS = 24 * 60 * 60 * 1000, DATE_TEXT_SIZE = 11 };

/*
 * Reads a date; 0: it is none, or before 1971. Known are
 *
 *   RFC 3339 and its kin     2026-01-31T12:00:00Z, 2026-01-31 12:00:00.5+01:00, 2026/01/31, 2026-01, 2026,
 *                            20260131T120000Z
 *   RFC 822, 2822 and HTTP   Sat, 31 Jan 2026 12:00:00 +0100, 31 Jan 26 12:00 EST
 *   as people write it       Jan 31, 2026; 31 January 2026
 *   an age                   3 hours ago, 1 day ago, which counts from now_ms (0: ages are no dates)
 *
 * What has no zone is UTC. A day is its midnight, a month or year its first day. What stands behind is not looked at.
 */
int64_t date_read(struct str text, int64_t now_ms);

/* A calendar day; 0: there is no such day since 1971. */
int64_t date_day(long year, long month, long day);

/* Writes the day of a time as "2026-01-31" into a buffer of DATE_TEXT_SIZE bytes. */
const char *date_day_text(int64_t ms, char *out);

#endif
