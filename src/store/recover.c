/* The first work of a process that has opened a database. */
#include "store/article.h"

/* Instead of a worker's name: its process ended without giving the article back. No worker has this name. */
#define WORKER_GONE "gone"

/*
 * Single node: every lease and every running idempotency key is taken for one of a dead process. With several nodes
 * on one database, only those of this node may be ended here; those of other nodes must run out.
 */
enum status store_recover(struct db *db, int64_t now, struct error *err)
{
    /* The first condition is the index's: nothing else is looked at. */
    enum status status = db_run(db,
                                "UPDATE article SET worker = '" WORKER_GONE "', lease_until = 0, updated_at = $1, "
                                "version = version + 1 WHERE state IN ('queued', 'processing') AND "
                                "state = 'processing' AND lease_until > 0",
                                DB_BIND(db_int(now)), NULL, err);
    if (!status)
        status = db_run(db,
                        "UPDATE article SET worker = '" WORKER_GONE "', lease_until = 0 "
                        "WHERE polish IS NOT NULL AND lease_until > 0",
                        DB_NOTHING, NULL, err);
    if (!status)
        status = deliveries_recover(db, now, err);
    if (!status)
        status =
            db_run(db,
                   "UPDATE account SET open_articles = (SELECT COUNT(*) FROM article a "
                   "WHERE a.account_id = account.id AND a.state IN ('queued', 'processing')), "
                   "writing_since = " WRITING_SINCE("account.id") ", "
                                                                  "polishing_since = " POLISHING_SINCE("account.id"),
                   DB_NOTHING, NULL, err);
    return status ? status : db_run(db, "DELETE FROM idempotency WHERE status = 0", DB_NOTHING, NULL, err);
}
