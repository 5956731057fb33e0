#include "store/db/db.h"
#include "store/delivery/delivery.h"

#define COLUMNS "id, account_id, kind, name, state, problem, settings, secrets, failing_since, created_at, updated_at"

static const char *const STATES[] = {[INTEGRATION_ACTIVE] = "active", [INTEGRATION_DISABLED] = "disabled"};

const char *integration_state_name(enum integration_state state)
{
    return STATES[state];
}

const char *integration_state_word(size_t i)
{
    return i < COUNT_OF(STATES) ? STATES[i] : NULL;
}

static void read_integration(struct db_row *row, void *out)
{
    struct integration *integration = out;
    integration->id = row_text(row);
    integration->account_id = row_text(row);
    integration->kind = row_text(row);
    integration->name = row_text(row);
    integration->state = (enum integration_state)row_name(row, STATES, COUNT_OF(STATES));
    integration->problem = row_text(row);
    integration->settings = row_text(row);
    integration->secrets = row_blob(row);
    integration->failing_since = row_int(row);
    integration->created_at = row_int(row);
    integration->updated_at = row_int(row);
}

static struct db_value sealed(struct str secrets)
{
    return secrets.len ? db_blob(secrets) : db_text(NULL);
}

static enum status integration_missing(const char *id, struct error *err)
{
    return error_set(err, E_NOT_FOUND, NULL, "there is no integration %s", id);
}

enum status integration_insert(struct db *db, const struct integration *integration, struct error *err)
{
    return db_run(db, "INSERT INTO integration (" COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)",
                  DB_BIND(db_text(integration->id), db_text(integration->account_id), db_text(integration->kind),
                          db_text(integration->name), db_text(STATES[integration->state]),
                          db_text(integration->problem), db_text(integration->settings), sealed(integration->secrets),
                          db_int(integration->failing_since), db_int(integration->created_at)),
                  NULL, err);
}

enum status integration_get(struct db *db, struct arena *arena, const char *account_id, const char *id,
                            struct integration *integration, struct error *err)
{
    enum status status = db_one(
        db, "SELECT " COLUMNS " FROM integration WHERE id = $1 AND (CAST($2 AS TEXT) IS NULL OR account_id = $2)",
        DB_BIND(db_text(id), db_text(account_id)), arena, read_integration, integration, err);
    return status == E_NOT_FOUND ? integration_missing(id, err) : status;
}

enum status integration_list(struct db *db, struct arena *arena, const char *account_id, const char *after,
                             size_t limit, struct integration **integrations, size_t *count, struct error *err)
{
    struct db_list list = {.arena = arena, .read = read_integration, .size = sizeof(struct integration)};
    enum status status = db_all(db,
                                "SELECT " COLUMNS " FROM integration WHERE (CAST($1 AS TEXT) IS NULL OR "
                                "account_id = $1) AND (CAST($2 AS TEXT) IS NULL OR id > $2) ORDER BY id LIMIT $3",
                                DB_BIND(db_text(account_id), db_text(after), db_int((int64_t)limit)), &list, err);
    *integrations = list.items;
    *count = list.count;
    return status;
}

enum status integration_update(struct db *db, const struct integration *integration, int64_t now, struct error *err)
{
    int64_t changed = 0;
    enum status status =
        db_run(db,
               "UPDATE integration SET name = $2, state = $3, problem = $4, settings = $5, secrets = $6, "
               "failing_since = $7, updated_at = $8 WHERE id = $1",
               DB_BIND(db_text(integration->id), db_text(integration->name), db_text(STATES[integration->state]),
                       db_text(integration->problem), db_text(integration->settings), sealed(integration->secrets),
                       db_int(integration->failing_since), db_int(now)),
               &changed, err);
    return status || changed ? status : integration_missing(integration->id, err);
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
    int64_t changed = 0;
    enum status status = db_run(db, "DELETE FROM integration WHERE id = $1 AND account_id = $2",
                                DB_BIND(db_text(id), db_text(account_id)), &changed, err);
    if (status || !changed)
        return status ? status : integration_missing(id, err);
    return fail_waiting(db, id, "The integration was deleted.", INT64_MAX, now, err);
}

/* --- what its deliveries came to --- */

enum status integration_worked(struct db *db, const char *id, struct error *err)
{
    return db_run(db, "UPDATE integration SET failing_since = 0 WHERE id = $1 AND failing_since <> 0",
                  DB_BIND(db_text(id)), NULL, err);
}

static void read_time(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

enum status integration_failed(struct db *db, const char *id, int64_t now, int64_t *since, struct error *err)
{
    enum status status = db_one(db,
                                "UPDATE integration SET failing_since = CASE WHEN failing_since = 0 THEN $2 "
                                "ELSE failing_since END WHERE id = $1 RETURNING failing_since",
                                DB_BIND(db_text(id), db_int(now)), NULL, read_time, since, err);
    return status == E_NOT_FOUND ? integration_missing(id, err) : status;
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
