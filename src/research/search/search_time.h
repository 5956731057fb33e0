/* Dates as services and feeds write them. */
#ifndef COPYDESK_RESEARCH_SEARCH_TIME_H
#define COPYDESK_RESEARCH_SEARCH_TIME_H

#include "base/base.h"

enum { SEARCH_DAY_MS = 24 * 60 * 60 * 1000 };

/*
 * Reads a date into Unix ms; -1: it is none, or before 1970. Known are
 *
 *   RFC 3339 and its kin   2026-01-31T12:00:00Z, 2026-01-31 12:00:00.5+01:00, 2026-01-31, 2026-01, 2026,
 * 20260131T120000Z RFC 822 and 2822       Sat, 31 Jan 2026 12:00:00 +0100, 31 Jan 26 12:00 EST as people write it Jan
 * 31, 2026; 31 January 2026 an age                 3 hours ago, 1 day ago, which counts from now_ms
 *
 * What has no zone is UTC. A day is its midnight, a month or year its first day.
 */
int64_t search_time(struct str text, int64_t now_ms);

/* A calendar day as Unix ms; -1: there is no such day since 1970. */
int64_t search_day(long year, long month, long day);

/* Writes the day of a time as "2026-01-31" into a buffer of 11 bytes. */
const char *search_day_text(int64_t ms, char *out);

#endif
