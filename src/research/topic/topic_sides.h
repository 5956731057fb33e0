/* Pages that are near a subject without naming all of it. */
#ifndef COPYDESK_RESEARCH_TOPIC_TOPIC_SIDES_H
#define COPYDESK_RESEARCH_TOPIC_TOPIC_SIDES_H

#include "research/topic/topic_count.h"

/* Where no page speaks of the whole subject, those that speak of a side of it are near. E_MEMORY. */
enum status topic_sides_judge(struct survey *survey);

/* Where a page speaks of the whole subject, others whose titles hold all of it but one stem are near. E_MEMORY. */
enum status topic_sides_widen(struct survey *survey);

#endif
