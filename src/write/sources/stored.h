/* The sources of an article as its stored step, which an attempt that goes on with the article reads again. */
#ifndef COPYDESK_WRITE_SOURCES_STORED_H
#define COPYDESK_WRITE_SOURCES_STORED_H

#include "write/sources/sources.h"

/* The stored step's value, a new reference. E_NOT_FOUND: there is none, or one of another version. */
enum status stored_find(struct writing *writing, json_t **value);

/* Stores what was found; *value is a new reference. began: clock_mono_ms(). */
enum status stored_save(struct writing *writing, const struct found *found, int64_t began, json_t **value);

/* Reads the pages into the writing, and what its brand says as a page behind them. */
enum status stored_load(struct writing *writing, const json_t *value);

/*
 * stored_json.c: a page as JSON and back. {"url", "title", "language", "link", "blocks", "chapter", "place"}; blocks
 * are a text each, and behind it the numbers of kind, level, marks, group and of each span kind, start and end, with
 * blanks between.
 */
json_t *stored_page_json(const struct page *page); /* NULL: memory ran out */

/* What is no page, block or span of a text is left out: another version may have stored it. E_MEMORY. */
enum status stored_page_load(struct arena *arena, const json_t *value, struct page *page, struct error *err);

#endif
