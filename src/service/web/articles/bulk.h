/* bulk: many articles at once, from a list of keywords or a table. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_BULK_H
#define COPYDESK_SERVICE_WEB_ARTICLES_BULK_H

#include "service/http/request.h"

/*
 * GET /articles/bulk, and POST, whose `list` is a text as keyword_table.h reads it, and whose other fields are
 * parameters for all of them; what a line says goes first. `action` is "check", which shows what each line comes to, or
 * "queue". Nothing is queued while a line is wrong. Sent twice, each is queued once. What could not be queued stands in
 * the list again, with the reason.
 */
void bulk_show(struct request *request);
void bulk_send(struct request *request);

#endif
