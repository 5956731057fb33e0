/* How well pages speak of the subject, by titles and headings first. */
#ifndef COPYDESK_RESEARCH_TOPIC_TOPIC_SCORE_H
#define COPYDESK_RESEARCH_TOPIC_TOPIC_SCORE_H

#include "research/topic/topic_pages.h"

/* Fills the scores of topic->pages. E_MEMORY. */
enum status topic_pages_score(struct survey *survey);

#endif
