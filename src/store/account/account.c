#include "store/account/account.h"

#include "store/db/db.h"

#include <math.h>

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

struct rate_row {
    double tokens;
    int64_t filled_at;
};

static void rate_read_row(struct db_row *row, void *out)
{
    struct rate_row *found = out;
    found->tokens = row_real(row);
    found->filled_at = row_int(row);
}

static void rate_read_count(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

/* Dead ones count until their row goes, which makes the parts of the others smaller. */
static enum status count_nodes(struct db *db, long *nodes, struct error *err)
{
    int64_t count = 0;
    enum status status = db_one(db, "SELECT COUNT(*) FROM node", DB_NOTHING, NULL, rate_read_count, &count, err);
    *nodes = count > 1 ? (long)count : 1;
    return status;
}

static double filled(const struct rate_row *row, double quota, int64_t now)
{
    double gained = now > row->filled_at ? (double)(now - row->filled_at) * quota / RATE_WINDOW_MS : 0;
    return fmin(quota, fmin(quota, row->tokens) + gained);
}

static long most(long first, long second)
{
    return first > second ? first : second;
}

static long least(long first, long second)
{
    return first < second ? first : second;
}

/* Takes from what is there; `nodes` share what may be held in advance. */
static void take_from(struct rate_take *take, double tokens, long nodes)
{
    double present = fmax(0, fmin(take->quota, tokens + (double)take->back));
    long whole = (long)present;
    take->taken = least(whole, take->wanted);
    take->taken += least(whole - take->taken, most(0, take->spare / nodes - take->held));
    take->left = present - (double)take->taken;
}

static enum status take_one(struct db *db, struct rate_take *take, long nodes, struct error *err)
{
    struct rate_row row = {take->quota, db_now(db)};
    enum status status = db_one(db, "SELECT tokens, filled_at FROM rate WHERE name = $1", DB_BIND(db_text(take->name)),
                                NULL, rate_read_row, &row, err);
    if (status && status != E_NOT_FOUND)
        return status;
    take_from(take, filled(&row, take->quota, db_now(db)), nodes);
    return db_run(db,
                  "INSERT INTO rate (name, tokens, filled_at) VALUES ($1, $2, $3) "
                  "ON CONFLICT (name) DO UPDATE SET tokens = excluded.tokens, filled_at = excluded.filled_at",
                  DB_BIND(db_text(take->name), db_real(take->left), db_int(db_now(db))), NULL, err);
}

enum status rate_take(struct db *db, struct rate_take *takes, size_t count, struct error *err)
{
    long nodes = 1;
    enum status status = count_nodes(db, &nodes, err);
    for (size_t i = 0; i < count && !status; i++)
        status = take_one(db, &takes[i], nodes, err);
    return status;
}

enum status rate_remove_full(struct db *db, struct error *err)
{
    return db_run(db, "DELETE FROM rate WHERE filled_at <= $1", DB_BIND(db_int(db_now(db) - RATE_WINDOW_MS)), NULL,
                  err);
}

static const char *const QUERIES[] = {
    [HOLDING_OPEN_ARTICLES] = "SELECT COALESCE(SUM(open_articles), 0) FROM account WHERE id = $1",
    [HOLDING_DOMAINS] = "SELECT COUNT(*) FROM domain WHERE account_id = $1",
    [HOLDING_DOMAIN_PAGES] = "SELECT COALESCE(SUM(page_count), 0) FROM domain WHERE id = $1",
    [HOLDING_DOMAIN_BYTES] = "SELECT COALESCE(SUM(page_bytes), 0) FROM domain WHERE id = $1",
    [HOLDING_PAGE_BYTES] = "SELECT COALESCE(SUM(page_bytes), 0) FROM domain WHERE account_id = $1",
    [HOLDING_BRANDS] = "SELECT COUNT(*) FROM brand WHERE account_id = $1",
    [HOLDING_KEYS] = "SELECT COUNT(*) FROM api_key WHERE account_id = $1",
    [HOLDING_INTEGRATIONS] = "SELECT COUNT(*) FROM integration WHERE account_id = $1",
};

static void holding_read_count(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

enum status holding_count(struct db *db, enum holding holding, const char *id, int64_t *count, struct error *err)
{
    return db_one(db, QUERIES[holding], DB_BIND(db_text(id)), NULL, holding_read_count, count, err);
}
