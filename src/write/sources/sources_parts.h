#ifndef COPYDESK_WRITE_SOURCES_SOURCES_PARTS_H
#define COPYDESK_WRITE_SOURCES_SOURCES_PARTS_H

#include "write/sources/queries.h"

/*
 * Reads the pages behind the hits, unless an earlier attempt did, into study->pages: those in the language of the
 * article. Why others are left out is in the run. The summary of a work whose page cannot be read stands in for it.
 * round: from 1. E_CANCELLED, E_MEMORY, what the store says.
 */
enum status reading_round(struct study *study, struct hit *const *hits, size_t count, size_t round);

/* The lines of questions that a research follows: what is asked first, and what the pages leave open. */

/* The queries of one agent in a round. */
struct question_line {
    struct str *queries;
    size_t count;
};

/* The first queries: the keyword, and what a language model or the rules ask of it, dealt out to the agents. lines: one
 * for each agent of the level. Statuses as of a question to a model (prompted/question.h), without E_CORRUPT. */
enum status follow_begin(struct study *study, struct question_line *lines);

/* The next queries, from what the pages leave open. *count: how many there are of all agents; 0: nothing is open. */
enum status follow_on(struct study *study, struct question_line *lines, size_t *count);

#endif
