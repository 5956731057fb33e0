/* In how many pages a stem occurs, and whether it is a name. */
#ifndef COPYDESK_RESEARCH_TOPIC_SUBJECT_NAMES_H
#define COPYDESK_RESEARCH_TOPIC_SUBJECT_NAMES_H

#include "research/topic/topic.h"

/* The pages of the query's collection, or else of the corpus in its language. */
size_t topic_pages(const struct corpus *corpus, const struct topic_query *query);
size_t topic_pages_with(const struct corpus *corpus, const struct topic_query *query, struct str stem);

/* Is the word written with a capital in the middle of sentences? Asked of the collection by its stem, else of the
 * pages' text by its written form. */
bool topic_is_name(const struct corpus *corpus, const struct topic_query *query, struct str stem, struct str written);

/* Is it the beginning of a name ("postgres" of "PostgreSQL") that so large a share of the pages has? Only a collection
 * knows. */
bool topic_begins_name(const struct topic_query *query, struct str stem, double share);

/* The number of a stem in the vocabulary; false: no text has it. */
bool topic_number(const struct corpus *corpus, struct str stem, uint32_t *number);

#endif
