/*
 * Libraries kept in memory while their files stay as they are, shared by all threads. Each use checks the times and
 * sizes of the files, not their contents, and reads the folder again when one has changed; whoever still uses the
 * former reading keeps it. At most four are kept, of 256 MiB together, besides those in use; the ones used longest ago
 * are dropped first.
 */
#ifndef COPYDESK_RESEARCH_SEARCH_LIBRARY_CACHE_H
#define COPYDESK_RESEARCH_SEARCH_LIBRARY_CACHE_H

#include "research/search/library.h"

struct library_cache;

enum status library_cache_new(struct library_cache **cache, struct error *err);
/* Every library must have been released. NULL is allowed. */
void library_cache_free(struct library_cache *cache);

/*
 * The library of a folder as it is now; to be released. Blocks while it is read, by this thread or another one: one
 * library is read at a time. Statuses of library_find and library_read; E_CANCELLED also soon after *cancel became true
 * while waiting.
 */
enum status library_cache_use(struct library_cache *cache, const char *folder, const atomic_bool *cancel,
                              const struct library **library, struct error *err);
void library_cache_release(struct library_cache *cache, const struct library *library);

#endif
