/* article_preview: the article as a page of its own, for a frame of the article's page. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_ARTICLE_PREVIEW_H
#define COPYDESK_SERVICE_WEB_ARTICLES_ARTICLE_PREVIEW_H

#include "service/http/request.h"

/*
 * GET /articles/{id}/preview?version=polished. What the article's HTML holds is shown, and nothing of it runs: the
 * policy sandboxes the page, and allows pictures and players of films alone.
 */
void article_preview_show(struct request *request);

#endif
