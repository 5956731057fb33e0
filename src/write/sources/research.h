#ifndef COPYDESK_WRITE_SOURCES_RESEARCH_H
#define COPYDESK_WRITE_SOURCES_RESEARCH_H

#include "write/sources/queries.h"

/* Which of the pages that were found are read. */

/*
 * The next hits to be read, best first, `each` for every agent and `most` in all (what one
 * agent found and has no room for goes to another): those that several queries found or
 * that a query found first, and of one host only a few while others have some that fit. The best hit of each query goes
 * before all others. Those that say less than half of the subject, or of what their query asked for, in title and text,
 * come last. They count as used then. list has room for `most`. E_MEMORY.
 */
enum status choosing_hits(struct study *study, size_t each, size_t most, struct hit **list, size_t *count);

#endif
