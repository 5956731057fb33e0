/* comparing: is everything in the new database, and nothing else? */
#ifndef COPYDESK_STORE_MOVE_COMPARING_H
#define COPYDESK_STORE_MOVE_COMPARING_H

#include "store/move/move.h"
#include "store/move/plan.h"

struct comparing {
    struct db *source, *target; /* both inside a transaction */
    const struct move_request *request;
    int64_t bytes; /* of all tables so far */
};

/*
 * Reads the table in both databases, in the order of its key, and compares each row. E_CORRUPT: the message names the
 * table and the first key that is not the same. Errors of move_run.
 */
enum status comparing_table(struct comparing *comparing, const struct plan_table *table, struct arena *arena,
                            struct moved_table *moved, struct error *err);

/* Compares the sums of the ledger, as each of the databases adds them up. E_CORRUPT names the account. */
enum status comparing_ledger(struct comparing *comparing, struct arena *arena, struct error *err);

#endif
