/* copying: the rows of a table, from the old database into the new one. */
#ifndef COPYDESK_STORE_MOVE_COPYING_H
#define COPYDESK_STORE_MOVE_COPYING_H

#include "store/move/move.h"
#include "store/move/plan.h"

/* What all tables share. */
struct copying {
    struct db *source; /* inside a transaction */
    struct db *target; /* outside of one */
    const struct move_request *request;
    int64_t rows, bytes; /* of all tables so far */
};

/*
 * Copies what lies behind the last key that is there, in transactions of some megabytes. A connection that was lost is
 * tried again for about a minute. Errors name the table; those of move_run.
 */
enum status copying_run(struct copying *copying, const struct plan_table *table, struct error *err);

#endif
