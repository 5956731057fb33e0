/* The pages of a round, read side by side: a stored step. */
#ifndef COPYDESK_WRITE_RESEARCH_READING_H
#define COPYDESK_WRITE_RESEARCH_READING_H

#include "write/research/study.h"

/*
 * Reads the pages behind the hits, unless an earlier attempt did, into study->pages: those in the language of the
 * article. Why others are left out is in the run. The summary of a work whose page cannot be read stands in for it.
 * round: from 1. E_CANCELLED, E_MEMORY, what the store says.
 */
enum status reading_round(struct study *study, struct hit *const *hits, size_t count, size_t round);

#endif
