/* The new database, which holds nothing but what this move has put there. */
#include "base/system/system.h"
#include "store/db/postgresql.h"
#include "store/move/move_parts.h"
#include "store/store.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

/* --- whose it is --- */

static enum status refuse_foreign(struct db *db, struct arena *arena, struct error *err)
{
    const char *name = NULL;
    enum status status = db_string(db,
                                   "SELECT CAST(c.relname AS text) FROM pg_catalog.pg_class c "
                                   "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
                                   "WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') "
                                   "ORDER BY c.relname = 'schema_version' DESC, c.relname LIMIT 1",
                                   DB_NOTHING, arena, &name, err);
    if (status == E_NOT_FOUND || (!status && strcmp(name, "schema_version") == 0))
        return OK;
    if (status)
        return status;
    return error_set(err, E_CONFLICT, "not_empty",
                     "the new database holds something else (the table %s): name an empty one", name);
}

static enum status check_foreign(struct move_target *target, struct arena *arena, struct error *err)
{
    enum status status = db_begin(target->db, DB_READER, err);
    if (!status)
        status = refuse_foreign(target->db, arena, err);
    db_rollback(target->db);
    return status;
}

static enum status refuse_rows(struct move_target *target, struct error *err)
{
    char sql[PLAN_SQL_SIZE];
    for (size_t i = 0; i < target->plan->count; i++) {
        const char *name = target->plan->tables[i].name;
        bool has_rows = false;
        snprintf(sql, sizeof sql, "SELECT 1 FROM \"%s\" LIMIT 1", name);
        enum status status = db_exists(target->db, sql, DB_NOTHING, &has_rows, err);
        if (status)
            return status;
        if (has_rows)
            return error_set(err, E_CONFLICT, "not_empty",
                             "the new database holds data already (the table %s has rows): name an empty one", name);
    }
    return OK;
}

/* --- a new move --- */

static const char *name_source(const struct move_target *target, struct arena *arena)
{
    char machine[HOST_NAME_MAX + 1] = "";
    gethostname(machine, sizeof machine - 1);
    return arena_printf(arena, "%s on %s", target->request->folder, machine);
}

/* In this order: a file of which the database knows nothing means nothing. */
static enum status begin_new(struct move_target *target, struct arena *arena, struct error *err)
{
    char id[UUID_LENGTH + 1];
    uuid_v7(id);
    target->id = arena_copy(arena, id);
    const char *source = name_source(target, arena);
    if (!target->id || !source)
        return error_memory(err);
    enum status status = files_write(target->request->folder, FOLDER_MOVING, id, err);
    if (!status)
        status = db_run(target->db, "INSERT INTO moving (id, source, started_at) VALUES ($1, $2, $3)",
                        DB_BIND(db_text(id), db_text(source), db_int(db_now(target->db))), NULL, err);
    return status;
}

static enum status empty_all(struct move_target *target, struct error *err)
{
    struct buf sql = {0};
    buf_str(&sql, "TRUNCATE moving");
    for (size_t i = 0; i < target->plan->count; i++)
        buf_printf(&sql, ", \"%s\"", target->plan->tables[i].name);
    buf_str(&sql, " CASCADE");
    enum status status = sql.failed ? error_memory(err) : db_script(target->db, sql.data, err);
    buf_free(&sql);
    return status;
}

/* --- claiming --- */

struct target_mark {
    const char *id, *source;
};

static const struct db_table MARKS = {
    QUERY_OF(struct target_mark, READ(struct target_mark, id), READ(struct target_mark, source))};

static enum status claim_unmarked(struct move_target *target, struct arena *arena, struct error *err)
{
    target->is_finished = target->was_moved;
    if (target->is_finished)
        return OK;
    enum status status = refuse_rows(target, err);
    return status ? status : begin_new(target, arena, err);
}

static enum status claim_marked(struct move_target *target, const struct target_mark *mark, struct arena *arena,
                                struct error *err)
{
    target->is_resumed = target->id && strcmp(target->id, mark->id) == 0;
    if (target->is_resumed && !(target->request->begins_again && !target->was_moved))
        return OK;
    if (!target->request->begins_again)
        return error_set(
            err, E_CONFLICT, "other_move",
            "the new database holds a part of what was moved from %s, which cannot be gone on with: it was "
            "another folder, or its service ran since. With --again that is emptied, and all is copied "
            "anew",
            mark->source);
    target->is_resumed = false;
    enum status status = empty_all(target, err);
    return status ? status : begin_new(target, arena, err);
}

static enum status claim_target(struct move_target *target, struct arena *arena, struct error *err)
{
    struct target_mark mark;
    enum status status = table_one(target->db, &MARKS, "SELECT $* FROM moving", DB_NOTHING, arena, &mark, err);
    if (status == E_NOT_FOUND)
        return claim_unmarked(target, arena, err);
    return status ? status : claim_marked(target, &mark, arena, err);
}

enum status target_claim(struct move_target *target, struct arena *arena, struct error *err)
{
    enum status status = check_foreign(target, arena, err);
    if (!status)
        status = schema_migrate(target->db, err);
    if (!status)
        status = db_begin(target->db, DB_WRITER, err);
    if (!status)
        status = claim_target(target, arena, err);
    if (!status)
        status = db_commit(target->db, err);
    if (status)
        db_rollback(target->db);
    return status;
}

/* --- afterwards --- */

enum status target_release(struct move_target *target, struct error *err)
{
    enum status status = db_begin(target->db, DB_WRITER, err);
    if (!status)
        status = db_run(target->db, "DELETE FROM moving WHERE id = $1", DB_BIND(db_text(target->id)), NULL, err);
    if (!status) /* what is made anew of the articles was not moved */
        status =
            db_run(target->db, "UPDATE article_gram_fill SET done_id = '', is_complete = 0", DB_NOTHING, NULL, err);
    if (!status)
        status = db_commit(target->db, err);
    if (status)
        db_rollback(target->db);
    return status;
}

void target_analyze(struct move_target *target)
{
    char sql[PLAN_SQL_SIZE];
    for (size_t i = 0; i < target->plan->count; i++) {
        snprintf(sql, sizeof sql, "ANALYZE \"%s\"", target->plan->tables[i].name);
        enum status status = db_begin(target->db, DB_WRITER, NULL);
        if (!status)
            status = pg_bulk_take_time(target->db, NULL);
        if (!status)
            status = db_script(target->db, sql, NULL);
        if (status || db_commit(target->db, NULL))
            db_rollback(target->db);
    }
}
