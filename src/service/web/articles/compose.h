/* compose: a new article, from a form. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_COMPOSE_H
#define COPYDESK_SERVICE_WEB_ARTICLES_COMPOSE_H

#include "service/http/request.h"

/* GET /new?articleType=: the form of that type; POST /new queues the article, once however often it is sent. */
void compose_show(struct request *request);
void compose_send(struct request *request);

#endif
