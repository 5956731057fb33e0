/*
 * articles: the pages of articles.
 *
 *   queue.h          the account's articles, and what can be done with them
 *   queue_events.h   the same as they change
 *   compose.h        a new one, from a form; param_form.h makes it of the table of parameters
 *   bulk.h           many at once; keyword_table.h reads their list, request_check.h
 *                    says what is wrong with one
 *   type_form.h      the choice of a type, for both
 *   article_state.h  where one stands, in words
 *   article.h        one of them; article_preview.h, article_forms.h and article_run.h are its parts
 *   event_cache.h    the last of those, shared by all who look
 *   event_streams.h  how many of them an account has open
 */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_H
#define COPYDESK_SERVICE_WEB_ARTICLES_H

#include "service/web/articles/article.h"
#include "service/web/articles/article_preview.h"
#include "service/web/articles/bulk.h"
#include "service/web/articles/compose.h"
#include "service/web/articles/event_cache.h"
#include "service/web/articles/event_streams.h"
#include "service/web/articles/queue.h"
#include "service/web/articles/queue_events.h"

#endif
