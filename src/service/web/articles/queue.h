/* queue: the account's articles, with live progress, and what can be done with them. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_QUEUE_H
#define COPYDESK_SERVICE_WEB_ARTICLES_QUEUE_H

#include "service/http/request.h"

/* GET /queue?status=&cursor= */
void queue_show(struct request *request);

/* POST /queue/{id}/cancel, delete and retry; `back` is the address of the page that it came from. */
void queue_cancel(struct request *request);
void queue_delete(struct request *request);
void queue_retry(struct request *request);

#endif
