/* Which of the pages that were read the article is written from. */
#ifndef COPYDESK_WRITE_RESEARCH_USING_H
#define COPYDESK_WRITE_RESEARCH_USING_H

#include "write/research/study.h"

/* Puts the best pages behind those that were found before (research/read/choose.h): on what was asked for, of the age
 * that was asked for, each thing once, of bounded length together. Why others are left out is in the run. E_MEMORY,
 * E_CANCELLED. */
enum status using_pages(struct study *study);

#endif
