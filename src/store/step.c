#include "store/step.h"

#include "store/lease.h"

enum status step_put(struct db *db, const struct lease *lease, const struct article_step *step, struct error *err)
{
    struct db_value output = step->is_done ? db_blob(step->output) : db_text(NULL);
    return lease_run(db,
                     "INSERT INTO step (article_id, number, name, version, model, started_at, seconds, input_tokens, "
                     "output_tokens, is_done, status, output) "
                     "SELECT id, (SELECT COALESCE(MAX(number), 0) + 1 FROM step WHERE article_id = $1), $4, $5, $6, "
                     "$7, $8, $9, $10, $11, $12, $13 FROM article WHERE " LEASE_HELD,
                     DB_BIND(LEASE_VALUES(lease), db_text(step->name), db_int(step->version), db_text(step->model),
                             db_int(step->started_at), db_real(step->seconds), db_int(step->input_tokens),
                             db_int(step->output_tokens), db_int(step->is_done), db_text(step->status), output),
                     err);
}

static void read_output(struct db_row *row, void *out)
{
    *(struct str *)out = row_blob(row);
}

enum status step_get(struct db *db, struct arena *arena, const char *article_id, const char *name, int version,
                     struct str *output, struct error *err)
{
    enum status status =
        db_one(db,
               "SELECT output FROM step WHERE article_id = $1 AND name = $2 AND version = $3 "
               "AND output IS NOT NULL ORDER BY number DESC LIMIT 1",
               DB_BIND(db_text(article_id), db_text(name), db_int(version)), arena, read_output, output, err);
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "the step %s was not done", name) : status;
}

static void read_step(struct db_row *row, void *out)
{
    struct article_step *step = out;
    step->name = row_text(row);
    step->version = (int)row_int(row);
    step->model = row_text(row);
    step->started_at = row_int(row);
    step->seconds = row_real(row);
    step->input_tokens = row_int(row);
    step->output_tokens = row_int(row);
    step->is_done = row_bool(row);
    step->status = row_text(row);
}

enum status step_list(struct db *db, struct arena *arena, const char *article_id, struct article_step **steps,
                      size_t *count, struct error *err)
{
    struct db_list list = {.arena = arena, .read = read_step, .size = sizeof(struct article_step)};
    enum status status = db_all(db,
                                "SELECT name, version, model, started_at, seconds, input_tokens, output_tokens, "
                                "is_done, status FROM step WHERE article_id = $1 ORDER BY number",
                                DB_BIND(db_text(article_id)), &list, err);
    *steps = list.items;
    *count = list.count;
    return status;
}

enum status steps_forget(struct db *db, const char *article_id, struct error *err)
{
    return db_queue(db, "UPDATE step SET output = NULL WHERE article_id = $1 AND output IS NOT NULL",
                    DB_BIND(db_text(article_id)), err);
}
