/* What came from an address, read into a page. */
#ifndef COPYDESK_RESEARCH_READ_FETCHED_H
#define COPYDESK_RESEARCH_READ_FETCHED_H

#include "net/net.h"
#include "research/read/read.h"

/* Is it of a format that is read? */
bool fetched_format(const struct net_response *response, enum page_format *format);

/*
 * Fills the reading's page, status and problem; all of it lives in the arena, nothing points into the response.
 * E_MEMORY, else OK: what is wrong with the page stands in the reading.
 */
enum status fetched_read(const struct net_response *response, struct arena *arena, struct reading *reading,
                         struct error *err);

#endif
