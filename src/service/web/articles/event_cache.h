/* event_cache: the last events of the queue, so that all open pages of an account share one reading of the store at a
 * change. A fixed number; the newest of each place. Any thread. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_EVENT_CACHE_H
#define COPYDESK_SERVICE_WEB_ARTICLES_EVENT_CACHE_H

#include "base/base.h"

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
