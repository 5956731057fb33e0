/* article: one article: where it stands, its text, and what can be done with it. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_ARTICLE_H
#define COPYDESK_SERVICE_WEB_ARTICLES_ARTICLE_H

#include "service/http/request.h"

/* GET /articles/{id} */
void article_page_show(struct request *request);

/* POST /articles/{id}/polish, deliver (`integrationId`) and resend (`deliveryId`) */
void article_page_polish(struct request *request);
void article_page_deliver(struct request *request);
void article_page_resend(struct request *request);

#endif
