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
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_ARTICLES_H
#define COPYDESK_SERVICE_WEB_ARTICLES_ARTICLES_H

#include "service/web/articles/article.h"
#include "service/web/articles/articles_parts.h"
#include "service/web/articles/bulk.h"

/* event_streams: how many event streams each account has open at this node, so that one account cannot take all the
 * connections of the service. Any thread. */

enum { EVENT_STREAMS_MOST = 50 /* of an account */ };

struct event_streams;

/* NULL: no memory. */
struct event_streams *event_streams_new(void);
void event_streams_free(struct event_streams *streams);

/* event_cache: the last events of the queue, so that all open pages of an account share one reading of the store at a
 * change. A fixed number; the newest of each place. Any thread. */

enum { EVENT_TAG_SIZE = 32 };

struct event_cache;

/* NULL: no memory. */
struct event_cache *event_cache_new(void);
void event_cache_free(struct event_cache *cache);

/* What an event was made of. */
struct event_of {
    const char *account_id;
    const char *target;    /* of the request */
    unsigned long changes; /* waiters_changes of what is watched, from before it was read */
};

/* Appends the event to out; tag gets its id. False: it is not here, or what is watched has changed since. */
bool event_cache_get(struct event_cache *cache, const struct event_of *of, char tag[EVENT_TAG_SIZE], struct buf *out);

/* Keeps an event, where it fits and there is memory. */
void event_cache_put(struct event_cache *cache, const struct event_of *of, const char *tag, struct str event);

#endif
