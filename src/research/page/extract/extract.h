/*
 * extract: which part of an HTML page is its own, and what it says of itself to machines. The front header of the
 * folder.
 *
 *   prune.h        which element holds the content, and what in it is none: prune_measure.c measures the elements,
 *                  prune_core.c finds the content, prune.c says what is left out
 *   notices.h      lines that speak of other things than the text
 *   site_lines.h   lines of a site that any page may have: buttons, times of reading, bylines
 *   box.h          boxes, quotations and layout tables
 *   linked_data.h  what the page says of its article as linked data (JSON-LD)
 *   date_text.h    dates as pages write them
 *   page_date.h    when the page was published
 */
#ifndef COPYDESK_RESEARCH_PAGE_EXTRACT_H
#define COPYDESK_RESEARCH_PAGE_EXTRACT_H

#include "research/page/extract/box.h"
#include "research/page/extract/linked_data.h"
#include "research/page/extract/notices.h"
#include "research/page/extract/page_date.h"
#include "research/page/extract/prune.h"
#include "research/page/extract/site_lines.h"

#endif
