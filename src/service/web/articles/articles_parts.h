/* The handlers of the queue, and of a new article, for the table of pages. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_ARTICLES_PARTS_H
#define COPYDESK_SERVICE_WEB_ARTICLES_ARTICLES_PARTS_H

#include "service/http/http.h"

/* GET /queue?status=&cursor= */
void queue_show(struct request *request);

/* POST /queue/{id}/cancel, delete and retry; `back` is the address of the page that it came from. */
void queue_cancel(struct request *request);
void queue_delete(struct request *request);
void queue_retry(struct request *request);

/*
 * GET /queue/events?status=&cursor=, as a server-sent event: where each article of that page stands (`articleId,
 * status, statusDetail, updatedAt, progress`), as soon as it differs from what Last-Event-ID names, and at the latest
 * after 55 seconds. The answer ends then; the browser asks again by itself. So an open page costs what a held status
 * request costs; more than EVENT_STREAMS_MOST of an account are not held at once. With `ids`,
 * separated by commas, it is of these articles: a search, which may read all articles of the account, is not to be done
 * again at each change. GET /articles/{id}/events is the same of one article.
 */
void queue_events(struct request *request);

/* GET /articles/new?articleType=: the form of that type; POST /articles/new queues the article, once however often it
 * is sent. */
void compose_show(struct request *request);
void compose_send(struct request *request);

#endif
