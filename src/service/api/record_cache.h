/*
 * Status records of articles that have ended, as they were last sent: they do not change any more, and clients ask for them again
 * and again. A fixed number, the newest of each place; a deleted article is dropped.
 */
#ifndef COPYDESK_SERVICE_API_RECORD_CACHE_H
#define COPYDESK_SERVICE_API_RECORD_CACHE_H

#include "store/store.h"

struct ended;

/* NULL: no memory. */
struct ended *ended_new(void);
void ended_free(struct ended *ended);

/* Appends the record of this account's article to out; *version gets the article's. False: it is not here. */
bool ended_get(struct ended *ended, const char *account_id, const char *id, int64_t *version, struct buf *out);

/* Keeps a record. drops: ended_drops from before the article was read, so that one that was deleted meanwhile is not kept. */
void ended_put(struct ended *ended, unsigned drops, const struct article *article, struct str record);
unsigned ended_drops(struct ended *ended);

/* The article is deleted; call it after that is stored. */
void ended_drop(struct ended *ended, const char *id);

#endif
