/* target: the new database, which holds nothing but what this move has put there. */
#ifndef COPYDESK_STORE_MOVE_TARGET_H
#define COPYDESK_STORE_MOVE_TARGET_H

#include "store/move/move.h"
#include "store/move/plan.h"

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

#endif
