/* The stems of a subject. */
#ifndef COPYDESK_RESEARCH_TOPIC_SUBJECT_H
#define COPYDESK_RESEARCH_TOPIC_SUBJECT_H

#include "research/topic/match.h"

/* Reads the query's subject into topic (terms, strong, optional) and match. E_MEMORY. */
enum status topic_subject_read(struct topic *topic, const struct topic_query *query, struct arena *arena,
                               struct topic_match *match, struct error *err);

/* Lists the needed and the strong stems in the topic. E_MEMORY. */
enum status topic_subject_list(struct topic *topic, const struct topic_match *match, struct arena *arena,
                               struct error *err);

#endif
