/* The vocabulary of a corpus compared with a subject. */
#ifndef COPYDESK_RESEARCH_TOPIC_SUBJECT_VOCABULARY_H
#define COPYDESK_RESEARCH_TOPIC_SUBJECT_VOCABULARY_H

#include "research/topic/subject/reader.h"

/* The text without its hyphens, in the arena; data NULL: memory ran out. */
struct str subject_joined(struct subject_reader *reader, struct str text);

/* Fills what the match knows by number of the vocabulary: which stems of the subject each holds. E_MEMORY. */
enum status subject_compare(struct subject_reader *reader);

#endif
