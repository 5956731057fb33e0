/* What became of the sources: the run of an article, beside what reading them tells (sources.h). */
#ifndef COPYDESK_WRITE_FATES_H
#define COPYDESK_WRITE_FATES_H

#include "write/writing/writing.h"

/* Why passages of the sources were left out, when the excerpts are there. E_MEMORY. */
enum status fates_of_excerpts(struct writing *writing);

/* Which of them the article draws from, once it has ended, well or not. cited: [{url}]. E_MEMORY. */
enum status fates_end(struct writing *writing, const json_t *cited);

#endif
