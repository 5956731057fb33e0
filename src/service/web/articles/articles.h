/*
 * articles: the pages of articles.
 *
 *   queue.c          the account's articles, and what can be done with them
 *   queue_events.c   the same as they change: events, the last of which all who look share, and how many an account may
 *                    have open
 *   compose.c        a new one, from a form; param_form.h makes it of the table of parameters
 *   bulk.h           many at once: reads their list, says what is wrong with each; the choice of a type
 *   article.h        one of them: its text, its forms, how it came about, where it stands
 */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_ARTICLES_H
#define COPYDESK_SERVICE_WEB_ARTICLES_ARTICLES_H

#include "service/web/articles/article.h"
#include "service/web/articles/articles_parts.h"
#include "service/web/articles/bulk.h"

/* --- how many event streams each account has open at this node, so that one cannot take all connections --- */

enum { EVENT_STREAMS_MOST = 50 /* of an account */ };

struct event_streams;

/* NULL: no memory. */
struct event_streams *event_streams_new(void);
void event_streams_free(struct event_streams *streams);

/* --- the last events of the queue, so that all open pages of an account share one reading of the store --- */

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
