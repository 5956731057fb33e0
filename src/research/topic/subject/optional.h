/* Names that a subject may lack, as all of the collection is about them: "... in PostgreSQL". */
#ifndef COPYDESK_RESEARCH_TOPIC_SUBJECT_OPTIONAL_H
#define COPYDESK_RESEARCH_TOPIC_SUBJECT_OPTIONAL_H

#include "research/topic/subject/reader.h"

/* Marks the pieces that are left out. */
void subject_leave_out(struct subject_reader *reader);

bool subject_is_task(const struct subject_reader *reader);
bool subject_is_name(const struct subject_reader *reader, const struct subject_piece *piece);
/* Is it a name that a good part of the pages has? */
bool subject_is_common_name(const struct subject_reader *reader, const struct subject_piece *piece);

#endif
