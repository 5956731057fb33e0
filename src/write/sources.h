/* What the article draws from. */
#ifndef COPYDESK_WRITE_SOURCES_H
#define COPYDESK_WRITE_SOURCES_H

#include "write/writing/writing.h"

/* Reads the sources, or loads them: writing->pages and writing->sources. Fails with source_unreachable, or with
 * no_sources where no language model is to write: with one the article may do without. */
enum status sources_gather(struct writing *writing);

/* The pages once more, as they were stored, after they had been let go. */
enum status sources_again(struct writing *writing);

/*
 * sources_json.c: a page as JSON and back. {"url", "title", "language", "link", "blocks"}; blocks are a text each, and
 * behind it the numbers of kind, level, marks, group and of each span kind, start and end, with blanks between.
 */
json_t *sources_page_json(const struct page *page); /* NULL: memory ran out */

/* What is no page, block or span of a text is left out: another version may have stored it. E_MEMORY. */
enum status sources_page_load(struct arena *arena, const json_t *value, struct page *page, struct error *err);

#endif
