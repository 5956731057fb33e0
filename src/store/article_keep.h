/* article_keep: articles that have ended, removed when they are older than they are kept for. */
#ifndef COPYDESK_STORE_ARTICLE_KEEP_H
#define COPYDESK_STORE_ARTICLE_KEEP_H

#include "store/db/db.h"

/* How articles end, and the words for it in the configuration. */
enum article_end { END_FINISHED, END_FAILED, END_CANCELLED, ARTICLE_ENDS };
extern const char *const article_end_words[ARTICLE_ENDS];

/* An article that was removed. */
struct forgotten {
    const char *id, *account_id;
};

/*
 * Removes, as article_delete does, those that ended in this way before a time, the oldest first and `most` at most,
 * unless they are being polished. Their rows in the ledger stay. *removed: which they were, in the arena.
 */
enum status articles_forget(struct db *db, struct arena *arena, enum article_end end, int64_t before, size_t most,
                            struct forgotten **removed, size_t *count, struct error *err);

#endif
