/*
 * Status records of articles that have ended, as they were last sent: they do not change by themselves any more, and
 * clients ask for them again and again. A fixed number, the newest of each place; an article that is deleted, or is to
 * be polished, is dropped. On a database that other nodes use, they are to be checked against the stored version.
 */
#ifndef COPYDESK_SERVICE_API_RECORD_CACHE_H
#define COPYDESK_SERVICE_API_RECORD_CACHE_H

#include "store/store.h"

struct record_cache;

/* NULL: no memory. */
struct record_cache *record_cache_new(void);
void record_cache_free(struct record_cache *cache);

/* Appends the record of this account's article to out; *version gets the article's. False: it is not here. */
bool record_cache_get(struct record_cache *cache, const char *account_id, const char *id, int64_t *version,
                      struct buf *out);

/* Keeps a record. drops: record_cache_drops from before the article was read, so that one that was dropped meanwhile is
 * not kept. */
void record_cache_put(struct record_cache *cache, unsigned drops, const struct article *article, struct str record);
unsigned record_cache_drops(struct record_cache *cache);

/* The article is deleted, or changes again; call it after that is stored. */
void record_cache_drop(struct record_cache *cache, const char *id);

#endif
