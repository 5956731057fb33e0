/* The searches of a round, side by side, each a stored step. */
#ifndef COPYDESK_WRITE_SOURCES_SEARCHING_H
#define COPYDESK_WRITE_SOURCES_SEARCHING_H

#include "write/sources/queries.h"

/*
 * Asks all that were not asked by an earlier attempt, reports them in the run, and keeps what they found: hits, each
 * address once, and the questions that people ask. A search that fails is noted, the first of each kind. E_CANCELLED,
 * E_MEMORY, what the store says.
 */
enum status searching_round(struct study *study, struct ask *asks, size_t count);

#endif
