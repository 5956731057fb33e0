/* The stems of a subject, in order, with those that are light marked; and where its prepositions stand. */
#ifndef COPYDESK_RESEARCH_TOPIC_SUBJECT_PIECES_H
#define COPYDESK_RESEARCH_TOPIC_SUBJECT_PIECES_H

#include "research/topic/subject/reader.h"

/* Fills reader->pieces from reader->words. E_MEMORY. */
enum status subject_pieces_read(struct subject_reader *reader);

/* The first word behind a preposition at this word: the next one, or the word itself with one elided in front. 0: there
 * is no preposition. */
size_t subject_behind_preposition(const struct subject_reader *reader, size_t at);

/* How many pieces stand before the word. */
size_t subject_pieces_before(const struct subject_reader *reader, size_t word);

#endif
