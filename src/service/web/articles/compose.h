/* compose: a new article, from a form. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_COMPOSE_H
#define COPYDESK_SERVICE_WEB_ARTICLES_COMPOSE_H

#include "service/http/request.h"

/* GET /articles/new?articleType=: the form of that type; POST /articles/new queues the article, once however often it
 * is sent. */
void compose_show(struct request *request);
void compose_send(struct request *request);

#endif
