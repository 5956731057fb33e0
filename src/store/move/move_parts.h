/* What the files of a move share. */
#ifndef COPYDESK_STORE_MOVE_MOVE_PARTS_H
#define COPYDESK_STORE_MOVE_MOVE_PARTS_H

#include "store/move/move.h"
#include "store/move/plan.h"

/* --- the new database --- */

struct move_target {
    struct db *db;
    const struct move_plan *plan;
    const struct move_request *request;
    const char *id; /* of the move that the folder is in; NULL: of none */
    bool was_moved; /* the folder says so */
    bool is_resumed;
    bool is_finished; /* was moved, and nothing is to be done any more */
};

/*
 * Gives the database the schema, and claims it for the move; `id` is a new one when there is no move to go on with,
 * and is then written into the folder. E_CONFLICT "not_empty", "other_move"; E_INVALID; errors of db.h.
 */
enum status target_claim(struct move_target *target, struct arena *arena, struct error *err);

/* Lets services work on it. */
enum status target_release(struct move_target *target, struct error *err);

/* Lets the database plan its queries by what it holds now. Where that fails, it does so by itself after a while. */
void target_analyze(struct move_target *target);

/* --- the rows of a table, from the old database into the new one --- */

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

/* --- is everything in the new database, and nothing else? --- */

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
