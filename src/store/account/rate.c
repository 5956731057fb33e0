#include "store/account/rate.h"

#include "store/db/db.h"

#include <math.h>

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
