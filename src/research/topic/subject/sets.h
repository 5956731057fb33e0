/* Which stems of a subject are needed, which bear it, which is its noun, and what each weighs. */
#ifndef COPYDESK_RESEARCH_TOPIC_SUBJECT_SETS_H
#define COPYDESK_RESEARCH_TOPIC_SUBJECT_SETS_H

#include "research/topic/subject/reader.h"

/* Puts the pieces that are left out behind the others, and fills the sets of the match. */
void subject_sets_read(struct subject_reader *reader);

/* Fills the match's idf. */
void subject_weigh(struct subject_reader *reader);

#endif
