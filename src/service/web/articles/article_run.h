/* article_run: how an article came about, as a part of its page. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_ARTICLE_RUN_H
#define COPYDESK_SERVICE_WEB_ARTICLES_ARTICLE_RUN_H

#include "service/web/frame/page.h"

/* Appends the run as GET /api/articles/{id}/run answers it: a table for each of its lists that has something in it. */
void article_run_write(struct web_page *page, const json_t *run);

#endif
