/* delivery_table: deliveries, each with a way to send it again. */
#ifndef COPYDESK_SERVICE_WEB_INTEGRATIONS_DELIVERY_TABLE_H
#define COPYDESK_SERVICE_WEB_INTEGRATIONS_DELIVERY_TABLE_H

#include "service/web/frame/page.h"

/*
 * Appends a table of them, unless there are none. resend: where the form goes that sends one again, with its id as
 * deliveryId. has_articles: whether each says which article it is of, rather than where it went.
 */
void delivery_table_write(struct web_page *page, const json_t *deliveries, const char *resend, bool has_articles);

/* For a handler of that form: does it, and leads to `back` ("/articles/{id}"), or shows the problem. */
void delivery_table_resend(struct request *request, const char *back);

#endif
