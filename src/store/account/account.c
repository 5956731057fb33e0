#include "store/account/account.h"

#include "store/db/db.h"

static const char *const ORIGINS[] = {[ACCOUNT_CONFIGURED] = "configured", [ACCOUNT_ADDED] = "added"};
static const char *const STATES[] = {
    [ACCOUNT_ACTIVE] = "active", [ACCOUNT_DISABLED] = "disabled", [ACCOUNT_REMOVED] = "removed"};

const char *account_origin_name(enum account_origin origin)
{
    return ORIGINS[origin];
}

const char *account_state_name(enum account_state state)
{
    return STATES[state];
}

/* By the plan is NULL in the database. */
static struct db_value monthly(int64_t amount)
{
    return amount == AMOUNT_BY_PLAN ? db_text(NULL) : db_int(amount);
}

#define COLUMNS                                                                                                        \
    "id, plan, origin, state, COALESCE(monthly_words, -2), COALESCE(monthly_credits, -2), "                            \
    "words_balance IS NOT NULL, credits_balance IS NOT NULL, COALESCE(words_balance, 0), "                             \
    "COALESCE(credits_balance, 0), words_used, credits_used, created_at"

static void account_read_account(struct db_row *row, void *out)
{
    struct account *account = out;
    account->id = row_text(row);
    account->plan = row_text(row);
    account->origin = (enum account_origin)row_name(row, ORIGINS, COUNT_OF(ORIGINS));
    account->state = (enum account_state)row_name(row, STATES, COUNT_OF(STATES));
    account->monthly_words = row_int(row);
    account->monthly_credits = row_int(row);
    account->has_words = row_bool(row);
    account->has_credits = row_bool(row);
    account->words_left = row_int(row);
    account->credits_left = row_int(row);
    account->words_used = row_int(row);
    account->credits_used = row_int(row);
    account->created_at = row_int(row);
}

enum status account_insert(struct db *db, const struct account *account, struct error *err)
{
    return db_run(db,
                  "INSERT INTO account (id, plan, origin, state, monthly_words, monthly_credits, created_at) "
                  "VALUES ($1, $2, $3, $4, $5, $6, $7)",
                  DB_BIND(db_text(account->id), db_text(account->plan), db_text(ORIGINS[account->origin]),
                          db_text(STATES[account->state]), monthly(account->monthly_words),
                          monthly(account->monthly_credits), db_int(account->created_at)),
                  NULL, err);
}

static enum status account_missing(enum status status, const char *id, struct error *err)
{
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "there is no account %s", id) : status;
}

enum status account_get(struct db *db, struct arena *arena, const char *id, struct account *account, struct error *err)
{
    enum status status = db_one(db, "SELECT " COLUMNS " FROM account WHERE id = $1", DB_BIND(db_text(id)), arena,
                                account_read_account, account, err);
    return account_missing(status, id, err);
}

enum status account_update(struct db *db, const struct account *account, struct error *err)
{
    int64_t changed = 0;
    enum status status = db_run(
        db,
        "UPDATE account SET plan = $2, origin = $3, state = $4, monthly_words = $5, monthly_credits = $6 "
        "WHERE id = $1",
        DB_BIND(db_text(account->id), db_text(account->plan), db_text(ORIGINS[account->origin]),
                db_text(STATES[account->state]), monthly(account->monthly_words), monthly(account->monthly_credits)),
        &changed, err);
    return status || changed ? status : account_missing(E_NOT_FOUND, account->id, err);
}

enum status account_list(struct db *db, struct arena *arena, const char *after, size_t limit, struct account **accounts,
                         size_t *count, struct error *err)
{
    struct db_list list = {.arena = arena, .read = account_read_account, .size = sizeof(struct account)};
    enum status status =
        db_all(db, "SELECT " COLUMNS " FROM account WHERE id > $1 AND state <> 'removed' ORDER BY id LIMIT $2",
               DB_BIND(db_text(after ? after : ""), db_int((int64_t)limit)), &list, err);
    *accounts = list.items;
    *count = list.count;
    return status;
}

enum status account_check_there(struct db *db, const char *id, struct error *err)
{
    bool is_there = false;
    enum status status = db_exists(db, "SELECT 1 FROM account WHERE id = $1 AND state <> 'removed'",
                                   DB_BIND(db_text(id)), &is_there, err);
    return status || is_there ? status : error_set(err, E_CONFLICT, NULL, "The account was removed.");
}

/* Everything that belongs to an account, but its row and its ledger; what belongs to these goes with them. */
static const char *const BELONGINGS[] = {
    "DELETE FROM api_key WHERE account_id = $1",     "DELETE FROM configured_key WHERE account_id = $1",
    "DELETE FROM idempotency WHERE account_id = $1", "DELETE FROM delivery WHERE account_id = $1",
    "DELETE FROM article WHERE account_id = $1",     "DELETE FROM integration WHERE account_id = $1",
    "DELETE FROM domain WHERE account_id = $1",      "DELETE FROM brand WHERE account_id = $1",
};

enum status account_remove(struct db *db, const char *id, struct error *err)
{
    int64_t changed = 0;
    enum status status = db_run(db, "UPDATE account SET state = 'removed' WHERE id = $1 AND state <> 'removed'",
                                DB_BIND(db_text(id)), &changed, err);
    if (!status && !changed)
        return account_missing(E_NOT_FOUND, id, err);
    for (size_t i = 0; !status && i < COUNT_OF(BELONGINGS); i++)
        status = db_run(db, BELONGINGS[i], DB_BIND(db_text(id)), NULL, err);
    return status;
}
