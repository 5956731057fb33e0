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

static const struct db_table ACCOUNTS = {QUERY_OF(
    struct account, READ(struct account, id), READ(struct account, plan), READ_ENUM(struct account, origin, ORIGINS),
    READ_ENUM(struct account, state, STATES), READ_AS(struct account, monthly_words, "COALESCE(monthly_words, -2)"),
    READ_AS(struct account, monthly_credits, "COALESCE(monthly_credits, -2)"),
    READ_AS(struct account, has_words, "words_balance IS NOT NULL"),
    READ_AS(struct account, has_credits, "credits_balance IS NOT NULL"),
    READ_AS(struct account, words_left, "COALESCE(words_balance, 0)"),
    READ_AS(struct account, credits_left, "COALESCE(credits_balance, 0)"), READ(struct account, words_used),
    READ(struct account, credits_used), READ(struct account, created_at))};

/* By the plan (AMOUNT_BY_PLAN, -2) is NULL in the database. */
static struct db_value monthly(int64_t amount)
{
    return amount == AMOUNT_BY_PLAN ? db_text(NULL) : db_int(amount);
}

/* What others than the ledger say of an account. */
#define GIVEN_VALUES(account)                                                                                          \
    db_text((account)->id), db_text((account)->plan), db_text(ORIGINS[(account)->origin]),                             \
        db_text(STATES[(account)->state]), monthly((account)->monthly_words), monthly((account)->monthly_credits)

enum status account_insert(struct db *db, const struct account *account, struct error *err)
{
    return db_run(db,
                  "INSERT INTO account (id, plan, origin, state, monthly_words, monthly_credits, created_at) "
                  "VALUES ($1, $2, $3, $4, $5, $6, $7)",
                  DB_BIND(GIVEN_VALUES(account), db_int(account->created_at)), NULL, err);
}

enum status account_get(struct db *db, struct arena *arena, const char *id, struct account *account, struct error *err)
{
    enum status status =
        table_one(db, &ACCOUNTS, "SELECT $* FROM account WHERE id = $1", DB_BIND(db_text(id)), arena, account, err);
    return no_row(status, "account", id, err);
}

enum status account_update(struct db *db, const struct account *account, struct error *err)
{
    return db_change(db,
                     "UPDATE account SET plan = $2, origin = $3, state = $4, monthly_words = $5, "
                     "monthly_credits = $6 WHERE id = $1",
                     DB_BIND(GIVEN_VALUES(account)), "account", account->id, err);
}

enum status account_list(struct db *db, struct arena *arena, const char *after, size_t limit, struct account **accounts,
                         size_t *count, struct error *err)
{
    return table_all(db, &ACCOUNTS, "SELECT $* FROM account WHERE id > $1 AND state <> 'removed' ORDER BY id LIMIT $2",
                     DB_BIND(db_text(after ? after : ""), db_int((int64_t)limit)), arena, accounts, count, err);
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
    enum status status = db_change(db, "UPDATE account SET state = 'removed' WHERE id = $1 AND state <> 'removed'",
                                   DB_BIND(db_text(id)), "account", id, err);
    for (size_t i = 0; !status && i < COUNT_OF(BELONGINGS); i++)
        status = db_run(db, BELONGINGS[i], DB_BIND(db_text(id)), NULL, err);
    return status;
}

/* --- rates --- */

struct rate_row {
    double tokens;
    int64_t filled_at;
};

static const struct db_table RATES = {
    QUERY_OF(struct rate_row, READ(struct rate_row, tokens), READ(struct rate_row, filled_at))};

/* Dead ones count until their row goes, which makes the parts of the others smaller. */
static enum status count_nodes(struct db *db, long *nodes, struct error *err)
{
    int64_t count = 0;
    enum status status = db_number(db, "SELECT COUNT(*) FROM node", DB_NOTHING, &count, err);
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
    enum status status =
        table_one(db, &RATES, "SELECT $* FROM rate WHERE name = $1", DB_BIND(db_text(take->name)), NULL, &row, err);
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

/* --- what is held --- */

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

enum status holding_count(struct db *db, enum holding holding, const char *id, int64_t *count, struct error *err)
{
    return db_number(db, QUERIES[holding], DB_BIND(db_text(id)), count, err);
}
