/* The readers of documents, one file for each format: page_read_html.c, page_read_markdown.c, page_read_text.c. */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_READ_H
#define COPYDESK_RESEARCH_PAGE_PAGE_READ_H

#include "research/page/page.h"

/*
 * Each fills the blocks of the page, and title, language and url where the document says them; else title stays NULL.
 * Markdown and text are valid UTF-8. Statuses of page_read.
 */
enum status page_read_html(struct arena *arena, struct str document, const char *charset, const char *url,
                           struct page *page, struct error *err);
enum status page_read_markdown(struct arena *arena, struct str document, struct page *page, struct error *err);
enum status page_read_text(struct arena *arena, struct str document, struct page *page, struct error *err);

#endif
