/* The text of an article by itself, in the form that the caller asks for. */
#ifndef COPYDESK_SERVICE_API_CONTENT_H
#define COPYDESK_SERVICE_API_CONTENT_H

#include "service/api/api.h"

/* GET /api/articles/{id}/content: the polished text where there is one. 404 until the article is finished. */
void articles_content(struct request *request);

#endif
