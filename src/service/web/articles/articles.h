/*
 * articles: the pages of articles.
 *
 *   queue.h          the account's articles, and what can be done with them
 *   queue_events.h   the same as they change
 */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_H
#define COPYDESK_SERVICE_WEB_ARTICLES_H

#include "service/web/articles/queue.h"
#include "service/web/articles/queue_events.h"

#endif
