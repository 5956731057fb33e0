/* event_streams: how many event streams each account has open at this node, so that one account cannot take all the
 * connections of the service. Any thread. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_EVENT_STREAMS_H
#define COPYDESK_SERVICE_WEB_ARTICLES_EVENT_STREAMS_H

#include "base/base.h"

enum { EVENT_STREAMS_MOST = 50 /* of an account */ };

struct event_streams;

/* NULL: no memory. */
struct event_streams *event_streams_new(void);
void event_streams_free(struct event_streams *streams);

/* Counts one more. E_LIMIT: the account has EVENT_STREAMS_MOST; E_MEMORY. */
enum status event_streams_begin(struct event_streams *streams, const char *account_id, struct error *err);

/* One that was begun has ended. */
void event_streams_end(struct event_streams *streams, const char *account_id);

#endif
