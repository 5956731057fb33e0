#include "store/step.h"

#include "store/lease.h"

enum status step_put(struct db *db, const struct lease *lease, const char *step, struct str output, struct error *err)
{
    return lease_run(db,
                     "INSERT INTO step (article_id, name, output) SELECT id, $4, $5 FROM article WHERE " LEASE_HELD
                     " ON CONFLICT (article_id, name) DO UPDATE SET output = excluded.output",
                     DB_BIND(LEASE_VALUES(lease), db_text(step), db_blob(output)), err);
}

static void read_output(struct db_row *row, void *out)
{
    *(struct str *)out = row_blob(row);
}

enum status step_get(struct db *db, struct arena *arena, const char *article_id, const char *step, struct str *output,
                     struct error *err)
{
    enum status status = db_one(db, "SELECT output FROM step WHERE article_id = $1 AND name = $2",
                                DB_BIND(db_text(article_id), db_text(step)), arena, read_output, output, err);
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "the step %s was not done", step) : status;
}

enum status steps_forget(struct db *db, const char *article_id, struct error *err)
{
    return db_run(db, "DELETE FROM step WHERE article_id = $1", DB_BIND(db_text(article_id)), NULL, err);
}
