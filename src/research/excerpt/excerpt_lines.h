/* Lines that tell what follows them: titles of definitions, captions, sentences that announce a list. */
#ifndef COPYDESK_RESEARCH_EXCERPT_LINES_H
#define COPYDESK_RESEARCH_EXCERPT_LINES_H

#include "research/page/page.h"

enum { TITLE_LINE_MAX = 60 /* characters of a line that can be a title */ };

/* Is block `at` the title of the definition that follows it? in_definitions: titles of others stand before it. */
bool line_is_title(const struct page *page, size_t at, bool in_definitions);

/* Is block `at` a paragraph that belongs to the list, table or code after it? */
bool line_announces(const struct page *page, size_t at);

/* Does the text point back to what stands before it, or begin in mid-sentence? */
bool line_leans(struct str text, const struct cues *cues);

#endif
