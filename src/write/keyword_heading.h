/* The keyword in a heading behind the body, where no heading of the body has it. */
#ifndef COPYDESK_WRITE_KEYWORD_HEADING_H
#define COPYDESK_WRITE_KEYWORD_HEADING_H

#include "write/writing/draft.h"

/* The heading of the conclusion takes the keyword, else that of the questions, each by a phrase of the language; a note
 * where neither is there. Headings that the caller gave stay as they are. E_MEMORY. */
enum status keyword_heading(struct writing *writing, const struct article_plan *plan, struct draft *draft);

#endif
