/*
 * subject: the stems of a subject. The front header of the folder.
 *
 *   subject.h     this file: a subject is read
 *   reader.h      what is known of it while it is read
 *   pieces.h      its stems in order
 *   optional.h    names that it may lack, as all pages are about them
 *   sets.h        which stems must be there, which bear it
 *   names.h       in how many pages a stem occurs, and whether it is a name
 *   vocabulary.h  which stems of the subject each stem of the corpus holds
 *   match.h       texts compared with the subject
 */
#ifndef COPYDESK_RESEARCH_TOPIC_SUBJECT_SUBJECT_H
#define COPYDESK_RESEARCH_TOPIC_SUBJECT_SUBJECT_H

#include "research/topic/subject/match.h"

/* Reads the query's subject into topic (terms, strong, optional, head) and match. E_MEMORY. */
enum status topic_subject_read(struct topic *topic, const struct topic_query *query, struct arena *arena,
                               struct topic_match *match, struct error *err);

/* Lists the needed and the strong stems in the topic. E_MEMORY. */
enum status topic_subject_list(struct topic *topic, const struct topic_match *match, struct arena *arena,
                               struct error *err);

#endif
