#include "store/db/db.h"
#include "store/delivery/delivery.h"

static const char *const STATES[] = {[INTEGRATION_ACTIVE] = "active", [INTEGRATION_DISABLED] = "disabled"};

const char *integration_state_name(enum integration_state state)
{
    return STATES[state];
}

const char *integration_state_word(size_t i)
{
    return i < COUNT_OF(STATES) ? STATES[i] : NULL;
}

static const struct db_column COLUMNS[] = {
    COLUMN(struct integration, id, COLUMN_KEY),
    COLUMN(struct integration, account_id, COLUMN_KEY),
    COLUMN(struct integration, kind, COLUMN_FIXED),
    COLUMN(struct integration, name, COLUMN_CHANGED),
    COLUMN_ENUM(struct integration, state, STATES, COLUMN_CHANGED),
    COLUMN(struct integration, problem, COLUMN_CHANGED),
    COLUMN(struct integration, settings, COLUMN_CHANGED),
    COLUMN(struct integration, secrets, COLUMN_CHANGED),
    COLUMN(struct integration, failing_since, COLUMN_CHANGED),
    COLUMN(struct integration, created_at, COLUMN_FIXED),
    COLUMN(struct integration, updated_at, COLUMN_CHANGED),
};
static const struct db_table INTEGRATIONS = {
    .name = "integration", .thing = "integration", TABLE_OF(struct integration, COLUMNS)};

enum status integration_insert(struct db *db, const struct integration *integration, struct error *err)
{
    struct integration made = *integration;
    made.updated_at = integration->created_at;
    return table_insert(db, &INTEGRATIONS, &made, err);
}

enum status integration_get(struct db *db, struct arena *arena, const char *account_id, const char *id,
                            struct integration *integration, struct error *err)
{
    enum status status = table_one(
        db, &INTEGRATIONS, "SELECT $* FROM integration WHERE id = $1 AND (CAST($2 AS TEXT) IS NULL OR account_id = $2)",
        DB_BIND(db_text(id), db_text(account_id)), arena, integration, err);
    return no_row(status, "integration", id, err);
}

enum status integration_list(struct db *db, struct arena *arena, const char *account_id, const char *after,
                             size_t limit, struct integration **integrations, size_t *count, struct error *err)
{
    return table_all(db, &INTEGRATIONS,
                     "SELECT $* FROM integration WHERE (CAST($1 AS TEXT) IS NULL OR account_id = $1) "
                     "AND (CAST($2 AS TEXT) IS NULL OR id > $2) ORDER BY id LIMIT $3",
                     DB_BIND(db_text(account_id), db_text(after), db_int((int64_t)limit)), arena, integrations, count,
                     err);
}

enum status integration_update(struct db *db, const struct integration *integration, int64_t now, struct error *err)
{
    struct integration changed = *integration;
    changed.updated_at = now;
    return table_update(db, &INTEGRATIONS, &changed, err);
}

/* Those that wait for it; also those under way whose lease runs out by then, which lose it. */
static enum status fail_waiting(struct db *db, const char *id, const char *why, int64_t until, int64_t now,
                                struct error *err)
{
    return db_run(db,
                  "UPDATE delivery SET state = 'failed', last_error = $3, lease_until = 0, updated_at = $2 "
                  "WHERE integration_id = $1 AND state = 'pending' AND lease_until <= $4",
                  DB_BIND(db_text(id), db_int(now), db_text(why), db_int(until)), NULL, err);
}

enum status integration_delete(struct db *db, const char *account_id, const char *id, int64_t now, struct error *err)
{
    enum status status = table_delete(db, &INTEGRATIONS, account_id, id, err);
    if (status)
        return status;
    return fail_waiting(db, id, "The integration was deleted.", INT64_MAX, now, err);
}

/* --- what its deliveries came to --- */

enum status integration_worked(struct db *db, const char *id, struct error *err)
{
    return db_run(db, "UPDATE integration SET failing_since = 0 WHERE id = $1 AND failing_since <> 0",
                  DB_BIND(db_text(id)), NULL, err);
}

enum status integration_failed(struct db *db, const char *id, int64_t now, int64_t *since, struct error *err)
{
    enum status status = db_number(db,
                                   "UPDATE integration SET failing_since = CASE WHEN failing_since = 0 THEN $2 "
                                   "ELSE failing_since END WHERE id = $1 RETURNING failing_since",
                                   DB_BIND(db_text(id), db_int(now)), since, err);
    return no_row(status, "integration", id, err);
}

enum status integration_disable(struct db *db, const char *id, const char *problem, int64_t now, struct error *err)
{
    int64_t changed = 0;
    enum status status = db_run(db,
                                "UPDATE integration SET state = 'disabled', problem = $2, updated_at = $3 "
                                "WHERE id = $1 AND state = 'active'",
                                DB_BIND(db_text(id), db_text(problem), db_int(now)), &changed, err);
    return status || !changed ? status : fail_waiting(db, id, problem, now, now, err);
}
