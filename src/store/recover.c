#include "store/article.h"

/* Single node: every lease on the database is taken to be one of a process that is gone. */
enum status store_recover(struct db *db, int64_t now, struct error *err)
{
    enum status status = db_run(db,
                                "UPDATE article SET worker = '" WORKER_GONE "', lease_until = 0, updated_at = $1, "
                                "version = version + 1 WHERE state = 'processing' AND lease_until > 0",
                                DB_BIND(db_int(now)), NULL, err);
    return status ? status : db_run(db, "DELETE FROM idempotency WHERE status = 0", DB_NOTHING, NULL, err);
}
