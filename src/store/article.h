/* What the files about articles share: their rows, what goes when they end, and the fence of a lease. */
#ifndef COPYDESK_STORE_ARTICLE_H
#define COPYDESK_STORE_ARTICLE_H

#include "store/store.h"

/* The whole row of an article. */
extern const struct db_table ARTICLES;

/* Since when the oldest unfinished article of an account waits, and the oldest that is to be polished; NULL: there is
 * none. The row of the account keeps both, so that a claim need not look at every account that has something in line.
 */
#define OLDEST_OF(account, waiting, age)                                                                               \
    "(SELECT a." age " FROM article a WHERE a." waiting " AND a.account_id = " account " ORDER BY a." age              \
    ", a.id LIMIT 1)"
#define WRITING_SINCE(account)   OLDEST_OF(account, "state IN ('queued', 'processing')", "created_at")
#define POLISHING_SINCE(account) OLDEST_OF(account, "polish IS NOT NULL", "polish_asked_at")

/* So many more articles of the account are queued or processing: after the change of the article. */
enum status open_articles_add(struct db *db, const char *account_id, int change, struct error *err);

/* Drops the outputs of an article that has ended: it is not resumed, and they are often larger than itself. */
enum status steps_forget(struct db *db, const char *article_id, struct error *err);

/* Drops the pictures of an article that nobody will read. */
enum status pictures_forget(struct db *db, const char *article_id, struct error *err);

/* --- the fence of a lease: a worker that has lost its article changes nothing any more --- */

/* The condition for every write of a worker. $1, $2, $3 are the values of LEASE_VALUES. An article that nobody has, or
 * that has ended, has lease_until 0. */
#define LEASE_HELD          "id = $1 AND attempt = $2 AND worker = $3 AND lease_until > 0"
#define LEASE_VALUES(lease) db_text((lease)->article_id), db_int((lease)->attempt), db_text((lease)->worker)

/* The same while the article is being written, and while a finished one is being polished. */
#define LEASE_WRITES   LEASE_HELD " AND state = 'processing'"
#define LEASE_POLISHES LEASE_HELD " AND state = 'finished' AND polish IS NOT NULL"

/*
 * Runs a write that has one of these as its condition. E_CONFLICT "lease_lost" when it changed nothing; errors of
 * db_run.
 */
enum status lease_run(struct db *db, const char *sql, struct db_values values, struct error *err);

#endif
