#include "store/db/db.h"
#include "store/store.h"

#include <stdio.h>

#define COLUMNS "id, article_id, url, state, attempts, next_at, last_status, last_error"

static const char *const STATES[] = {
    [DELIVERY_PENDING] = "pending",
    [DELIVERY_DELIVERED] = "delivered",
    [DELIVERY_FAILED] = "failed",
};

static void read_delivery(struct db_row *row, void *out)
{
    struct delivery *delivery = out;
    delivery->id = row_text(row);
    delivery->article_id = row_text(row);
    delivery->url = row_text(row);
    delivery->state = (enum delivery_state)row_name(row, STATES, COUNT_OF(STATES));
    delivery->attempts = (int)row_int(row);
    delivery->next_at = row_int(row);
    delivery->last_status = (int)row_int(row);
    delivery->last_error = row_text(row);
}

enum status delivery_insert(struct db *db, const char *article_id, const char *url, int64_t now, struct error *err)
{
    char id[UUID_LENGTH + 1];
    uuid_v7(id);
    return db_run(db,
                  "INSERT INTO delivery (id, article_id, url, state, next_at) VALUES ($1, $2, $3, 'pending', $4) "
                  "ON CONFLICT (article_id, url) DO NOTHING",
                  DB_BIND(db_text(id), db_text(article_id), db_text(url), db_int(now)), NULL, err);
}

static void read_time(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

/* No delivery is due: finds the time of the next one. */
static enum status find_next(struct db *db, int64_t *next_at, struct error *err)
{
    int64_t time = INT64_MAX;
    enum status status = db_one(db, "SELECT next_at FROM delivery WHERE state = 'pending' ORDER BY next_at, id LIMIT 1",
                                DB_NOTHING, NULL, read_time, &time, err);
    if (status && status != E_NOT_FOUND)
        return status;
    if (next_at)
        *next_at = time;
    return error_set(err, E_NOT_FOUND, NULL, "no delivery is due");
}

enum status delivery_claim(struct db *db, struct arena *arena, int64_t now, int64_t lease_ms, struct delivery *delivery,
                           int64_t *next_at, struct error *err)
{
    char sql[320];
    snprintf(sql, sizeof sql,
             "UPDATE delivery SET next_at = $1 WHERE id = (SELECT id FROM delivery "
             "WHERE state = 'pending' AND next_at <= $2 ORDER BY next_at, id LIMIT 1%s) RETURNING " COLUMNS,
             db->driver->skip_locked);
    enum status status =
        db_one(db, sql, DB_BIND(db_int(now + lease_ms), db_int(now)), arena, read_delivery, delivery, err);
    return status == E_NOT_FOUND ? find_next(db, next_at, err) : status;
}

enum status delivery_update(struct db *db, const struct delivery *delivery, struct error *err)
{
    int64_t changed = 0;
    enum status status =
        db_run(db,
               "UPDATE delivery SET state = $2, attempts = $3, next_at = $4, last_status = $5, "
               "last_error = $6 WHERE id = $1",
               DB_BIND(db_text(delivery->id), db_text(STATES[delivery->state]), db_int(delivery->attempts),
                       db_int(delivery->next_at), db_int(delivery->last_status), db_text(delivery->last_error)),
               &changed, err);
    if (status || changed)
        return status;
    return error_set(err, E_NOT_FOUND, NULL, "there is no delivery %s", delivery->id);
}
