/* Which of the sections that were found are taken. */
#ifndef COPYDESK_RESEARCH_TOPIC_TOPIC_CHOICE_H
#define COPYDESK_RESEARCH_TOPIC_TOPIC_CHOICE_H

#include "research/topic/topic_reasons.h"

/* Fills topic->sections from what was found: by reason, none inside another, no heading twice; by weight then. */
void topic_sections_pick(struct chooser *chooser);

#endif
