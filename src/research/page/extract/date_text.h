/* Dates as pages write them for machines, in Unix milliseconds. What names no zone is in UTC. */
#ifndef COPYDESK_RESEARCH_PAGE_EXTRACT_DATE_TEXT_H
#define COPYDESK_RESEARCH_PAGE_EXTRACT_DATE_TEXT_H

#include "text/text.h"

/*
 * ISO 8601 ("2024-05-17", "20240517", "2024-05-17T10:30:00.5+02:00", "2024-05-17 10:30"), also with "/" or "." between
 * the parts of the day, and what HTTP writes ("Fri, 17 May 2024 10:30:00 GMT"). Of the years 1990 to 2099: what pages
 * say beyond those is no date of a page. What stands behind the date is not looked at.
 */
bool date_text_read(struct str text, int64_t *ms);

/* The day that the path of an address names: /2024/05/17/, /2024-05-17-title. */
bool date_text_of_address(struct str address, int64_t *ms);

#endif
