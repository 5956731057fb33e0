/* What the pages found by now say, as the rules for gaps look at it. */
#ifndef COPYDESK_WRITE_RESEARCH_PAGES_VIEW_H
#define COPYDESK_WRITE_RESEARCH_PAGES_VIEW_H

#include "write/research/gaps.h"
#include "write/research/study.h"

/* The outline that the pages give, their other headings, and their sentences on the subject; the usual questions are
 * the caller's. In an arena of the study. E_CANCELLED, E_MEMORY. */
enum status pages_view(struct study *study, struct gap_view *view);

#endif
