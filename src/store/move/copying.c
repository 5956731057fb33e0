#include "store/move/copying.h"

#include "store/db/pg_bulk.h"
#include "store/db/pg_connection.h"
#include "store/move/rows.h"

/*
 * What a batch holds at most, beyond its last row: a commit is a flush of the disk, and the keys that refer to other
 * tables are checked at its end.
 */
enum { BATCH_BYTES = 16 << 20, BATCH_ROWS = 20000 };

/* How often a connection is tried again, in a row, and the pause before each: a minute or more. */
enum { TRIES = 30, PAUSE_MS = 2000 };

struct move_copying_run {
    struct copying *copying;
    const struct plan_table *table;
    struct arena *arena; /* of the last key */
    struct buf row;
    const char *copy_sql;
    struct pg_bulk bulk;
    bool is_in_batch;
    int64_t batch_rows, batch_bytes;
    int64_t rows; /* of the table in the target */
};

/* --- where to go on --- */

struct last_key {
    const struct plan_table *table;
    struct arena *arena;
    struct db_value values[PLAN_KEYS_MAX];
};

static void copying_read_key(struct db_row *row, void *out)
{
    struct last_key *key = out;
    for (size_t i = 0; i < key->table->key_count; i++) {
        key->values[i] = row_value(row);
        if (!key->values[i].bytes.data)
            continue;
        key->values[i].bytes.data = arena_copy_n(key->arena, key->values[i].bytes.data, key->values[i].bytes.len);
        if (!key->values[i].bytes.data)
            row->status = E_MEMORY;
    }
}

static void copying_read_count(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

/* E_NOT_FOUND: there is no row yet. */
static enum status find_last(struct move_copying_run *run, struct last_key *key, struct error *err)
{
    struct db *target = run->copying->target;
    const char *name = run->table->name;
    const char *last = arena_printf(run->arena, "SELECT %s FROM \"%s\" ORDER BY %s LIMIT 1", run->table->ascending,
                                    name, run->table->descending);
    const char *count = arena_printf(run->arena, "SELECT COUNT(*) FROM \"%s\"", name);
    if (!last || !count)
        return error_memory(err);
    *key = (struct last_key){.table = run->table, .arena = run->arena};
    enum status status = db_begin(target, DB_READER, err);
    if (!status)
        status = pg_bulk_take_time(target, err);
    if (!status)
        status = db_one(target, count, DB_NOTHING, NULL, copying_read_count, &run->rows, err);
    if (!status)
        status = db_one(target, last, DB_NOTHING, run->arena, copying_read_key, key, err);
    db_rollback(target);
    return status;
}

/* --- batches --- */

static enum status begin_batch(struct move_copying_run *run, struct error *err)
{
    struct db *target = run->copying->target;
    enum status status = db_begin(target, DB_WRITER, err);
    if (!status)
        status = pg_bulk_take_time(target, err);
    if (!status)
        status = pg_bulk_write(&run->bulk, target, run->copy_sql, err);
    run->is_in_batch = !status;
    return status;
}

static enum status copying_tell(const struct move_copying_run *run, struct error *err)
{
    const struct move_request *request = run->copying->request;
    struct move_progress progress = {.phase = MOVE_COPIES,
                                     .table = run->table->name,
                                     .rows = run->rows,
                                     .of_rows = run->table->rows,
                                     .bytes = run->copying->bytes};
    if (!request->progress || request->progress(request->argument, &progress))
        return OK;
    return error_set(err, E_CANCELLED, NULL, "the move was stopped");
}

static enum status end_batch(struct move_copying_run *run, struct error *err)
{
    enum status status = pg_bulk_written(&run->bulk, err);
    if (!status)
        status = db_commit(run->copying->target, err);
    if (status)
        return status;
    run->is_in_batch = false;
    run->rows += run->batch_rows;
    run->copying->rows += run->batch_rows;
    run->copying->bytes += run->batch_bytes;
    run->batch_rows = run->batch_bytes = 0;
    return copying_tell(run, err);
}

static enum status take_row(struct db_row *row, void *argument, struct error *err)
{
    struct move_copying_run *run = argument;
    buf_clear(&run->row);
    enum status status = rows_encode(run->table, row, &run->row, err);
    if (!status && !run->is_in_batch)
        status = begin_batch(run, err);
    if (!status)
        status = pg_bulk_put(&run->bulk, (struct str){run->row.data, run->row.len}, err);
    if (status)
        return status;
    run->batch_rows++;
    run->batch_bytes += (int64_t)run->row.len;
    return run->batch_bytes >= BATCH_BYTES || run->batch_rows >= BATCH_ROWS ? end_batch(run, err) : OK;
}

static enum status copy_behind(struct move_copying_run *run, const struct last_key *key, bool has_key,
                               struct error *err)
{
    const struct plan_table *table = run->table;
    const char *sql = arena_printf(run->arena, "SELECT %s FROM \"%s\"%s%s ORDER BY %s", table->list, table->name,
                                   has_key ? " WHERE " : "", has_key ? table->after_key : "", table->ascending);
    run->copy_sql = arena_printf(run->arena, "COPY \"%s\" (%s) FROM STDIN (FORMAT binary)", table->name, table->list);
    if (!sql || !run->copy_sql)
        return error_memory(err);
    struct db_values values = {key->values, has_key ? table->key_count : 0};
    enum status status = db_each(run->copying->source, sql, values, take_row, run, err);
    return !status && run->is_in_batch ? end_batch(run, err) : status;
}

/* --- a table --- */

static enum status copy_once(struct move_copying_run *run, struct error *err)
{
    struct last_key key;
    run->arena = arena_new();
    if (!run->arena)
        return error_memory(err);
    enum status status = find_last(run, &key, err);
    bool has_key = status == OK;
    if (status == OK || status == E_NOT_FOUND)
        status = copy_behind(run, &key, has_key, err);
    if (status) {
        pg_bulk_stop(&run->bulk);
        db_rollback(run->copying->target);
    }
    run->is_in_batch = false;
    run->batch_rows = run->batch_bytes = 0;
    arena_free(run->arena);
    return status;
}

static bool is_gone(enum status status, const struct error *err)
{
    return status == E_IO && err->code && strcmp(err->code, "database_gone") == 0;
}

enum status copying_run(struct copying *copying, const struct plan_table *table, struct error *err)
{
    struct move_copying_run run = {.copying = copying, .table = table};
    struct error why;
    enum status status = copy_once(&run, &why);
    for (int tries = 1; is_gone(status, &why) && tries < TRIES; tries++) {
        int64_t before = copying->rows;
        pg_pause(PAUSE_MS);
        status = copy_once(&run, &why);
        tries = copying->rows > before ? 0 : tries;
    }
    buf_free(&run.row);
    if (!status)
        return copying_tell(&run, err);
    bool is_named = strncmp(why.message, "table ", 6) == 0 || status == E_MEMORY;
    return error_set(err, status, why.code, is_named ? "%s%s" : "table %s: %s", is_named ? "" : table->name,
                     why.message);
}
