/* The fence of a lease: a worker that has lost its article changes nothing any more. */
#ifndef COPYDESK_STORE_LEASE_H
#define COPYDESK_STORE_LEASE_H

#include "store/db/db.h"
#include "store/store.h"

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
