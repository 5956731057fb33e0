/* Which pages speak of the subject, and how well. */
#ifndef COPYDESK_RESEARCH_TOPIC_TOPIC_PAGES_H
#define COPYDESK_RESEARCH_TOPIC_TOPIC_PAGES_H

#include "research/topic/topic_count.h"

/*
 * Counts, and fills topic->pages and topic->tier. Of a task that no page speaks of fully, pages that speak of what it
 * is done with and name the deed are near: what is done is then no more needed. Where a page speaks of a subject of
 * three stems or more, others are near whose titles hold all but one of them: "Text search functions" for "full text
 * search". E_MEMORY.
 */
enum status topic_pages_judge(struct survey *survey);

#endif
