/* Many articles at once, from a list of keywords or a table. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_BULK_H
#define COPYDESK_SERVICE_WEB_ARTICLES_BULK_H

#include "service/web/frame/frame.h"
#include "write/params/params.h"

#include <jansson.h>

/*
 * GET /articles/bulk, and POST, whose `list` is a text as keyword_table_read reads it, and whose other fields are
 * parameters for all of them; what a line says goes first. `action` is "check", which shows what each line comes to, or
 * "queue". Nothing is queued while a line is wrong. Sent twice, each is queued once. What could not be queued stands in
 * the list again, with the reason.
 */
void bulk_show(struct request *request);
void bulk_send(struct request *request);

/* For the type of articles that a page is about: appends a choice that leads to `path` with the type as `articleType`.
 */
void type_form_write(struct web_page *page, const char *path, const struct param_article_type *now);

/* --- many articles as text: a keyword a line, or a table (CSV, RFC 4180) whose first line names parameters --- */

enum { KEYWORD_ROWS_MAX = 200 };

struct keyword_row {
    size_t line;              /* where it begins, from 1 */
    struct str text;          /* as it stands there, without the line's end */
    struct form_field *cells; /* by parameter, as a form would send them */
    size_t count;
    const char *fault; /* a sentence; NULL: it can be read */
};

struct keyword_table {
    struct str header; /* as it stands there; empty: it is a list of keywords */
    struct keyword_row *rows;
    size_t count;
    const char *note;  /* why the list may be no list of keywords, a sentence; NULL: it is one */
    const char *fault; /* of the whole, a sentence; NULL: none. There are no rows when it is the header's */
};

/*
 * It is a table when "targetKeyword" is a column of its first line; columns stand between commas, semicolons or tabs,
 * whichever does so there. An empty cell says nothing. Of a list parameter "|" stands between entries; of a switch the
 * cell says true, false, yes, no, 1 or 0. Lines that are empty are passed over. All in the arena; E_MEMORY.
 */
enum status keyword_table_read(struct arena *arena, const char *text, struct keyword_table *table, struct error *err);

#endif
