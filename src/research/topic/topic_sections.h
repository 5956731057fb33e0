/* Which sections are about the subject. */
#ifndef COPYDESK_RESEARCH_TOPIC_TOPIC_SECTIONS_H
#define COPYDESK_RESEARCH_TOPIC_TOPIC_SECTIONS_H

#include "research/topic/topic_pages.h"

/* Fills topic->sections from the pages that speak of the subject. E_MEMORY. */
enum status topic_sections_choose(struct survey *survey);

#endif
