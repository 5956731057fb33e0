/* What a page means, where its markup does not say it. */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_TIDY_H
#define COPYDESK_RESEARCH_PAGE_PAGE_TIDY_H

#include "research/page/page.h"

/*
 * Of a page that is read, whatever its format, language known. Tables that set a note ("Note | Keep it dry") become
 * paragraphs in a box. Lines in bold that head a passage become headings, below the one that they stand under.
 * E_MEMORY.
 */
enum status page_tidy(struct arena *arena, struct page *page, struct error *err);

#endif
