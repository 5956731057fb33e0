/* Dates as pages write them for machines, in Unix milliseconds. */
#ifndef COPYDESK_RESEARCH_PAGE_EXTRACT_DATE_TEXT_H
#define COPYDESK_RESEARCH_PAGE_EXTRACT_DATE_TEXT_H

#include "text/text.h"

/* What text/values/date.h reads, if it names a day of the years 1990 to 2099: what pages say beyond those is no date of
 * a page. */
bool date_text_read(struct str text, int64_t *ms);

/* The day that the path of an address names: /2024/05/17/, /2024-05-17-title. */
bool date_text_of_address(struct str address, int64_t *ms);

#endif
