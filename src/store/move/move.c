#include "store/move/move.h"

#include "base/system/system.h"
#include "store/backup/backup.h"
#include "store/db/postgresql.h"
#include "store/move/move_parts.h"
#include "store/store.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

struct moving {
    const struct move_request *request;
    struct arena *arena;
    struct move_report *report;
    const char *database; /* without its password */
    struct stat owner;    /* of the folder */
    struct db *source;
    struct move_plan plan;
    struct move_target target;
};

static const char *inside(struct moving *moving, const char *name)
{
    return copy_path(moving->arena, moving->request->folder, name);
}

/* Says in front of what the error is about. */
static enum status about(const char *what, enum status status, struct error *err)
{
    if (!status || !err || status == E_MEMORY || strstr(err->message, what))
        return status;
    struct error inner = *err;
    return error_set(err, status, inner.code, "%s: %s", what, inner.message);
}

/* --- the folder --- */

static enum status move_check_folder(struct moving *moving, struct error *err)
{
    const char *folder = moving->request->folder;
    const char *database = inside(moving, KEPT_DATABASE), *manifest = inside(moving, MANIFEST_NAME);
    if (!database || !manifest)
        return error_memory(err);
    if (access(database, F_OK) < 0)
        return errno == ENOENT || errno == ENOTDIR
                   ? error_set(err, E_NOT_FOUND, "no_data", "there is nothing to move: no database in %s", folder)
                   : copy_failed("read", database, err);
    if (access(manifest, F_OK) == 0)
        return error_set(err, E_INVALID, "backup",
                         "%s is a backup: put it into a folder first, by `copydesk restore --data FOLDER %s`", folder,
                         folder);
    return stat(folder, &moving->owner) == 0 ? OK : copy_failed("read", folder, err);
}

/* A file of the folder, or NULL when there is none. */
static enum status read_mark(struct moving *moving, const char *name, const char **text, struct error *err)
{
    enum status status = files_read(moving->request->folder, name, moving->arena, text, err);
    if (status == E_NOT_FOUND)
        *text = NULL;
    return status == E_NOT_FOUND ? OK : status;
}

static enum status check_marks(struct moving *moving, struct error *err)
{
    const char *id, *where;
    enum status status = folder_check(moving->request->folder, err);
    if (!status)
        status = read_mark(moving, FOLDER_MOVING, &id, err);
    if (!status)
        status = read_mark(moving, FOLDER_MOVED, &where, err);
    if (status)
        return status;
    moving->target.id = id;
    moving->target.was_moved = where != NULL;
    if (!where || id)
        return OK;
    return error_set(err, E_CONFLICT, "moved", "the folder %s was moved already, to %.*s", moving->request->folder,
                     (int)strcspn(where, "\n"), where);
}

static enum status give(struct moving *moving, const char *name, struct error *err)
{
    const char *path = inside(moving, name);
    return path ? copy_give_to(path, &moving->owner, err) : error_memory(err);
}

static enum status mark_moved(struct moving *moving, struct error *err)
{
    char when[32];
    struct tm parts;
    time_t now = (time_t)(clock_now_ms() / 1000);
    gmtime_r(&now, &parts);
    strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S UTC", &parts);
    const char *text = arena_printf(moving->arena,
                                    "%s\n%s\nThe data was moved there. While this file is here, no service starts on "
                                    "this folder's database.\n",
                                    moving->database, when);
    enum status status = text ? files_write(moving->request->folder, FOLDER_MOVED, text, err) : error_memory(err);
    if (!status)
        status = give(moving, FOLDER_MOVED, err);
    return status ? status : copy_flush(moving->request->folder, err);
}

/* --- the old database --- */

/* Rows are read through indexes: what only one of both knows would be missed. */
static enum status check_sound(struct moving *moving, struct error *err)
{
    const char *found = NULL;
    enum status status = db_string(moving->source, "PRAGMA integrity_check(1)", DB_NOTHING, moving->arena, &found, err);
    if (status || strcmp(found, "ok") == 0)
        return status;
    if (strstr(found, "error code=7")) /* SQLITE_NOMEM, which is a finding to the check */
        return error_memory(err);
    return error_set(err, E_CORRUPT, NULL, "the database is damaged: %s", found);
}

/* As a service at its start finds it. */
static enum status recover(struct moving *moving, struct error *err)
{
    enum status status = db_begin(moving->source, DB_WRITER, err);
    if (!status)
        status = store_recover(moving->source, "", true, err);
    if (!status)
        status = db_commit(moving->source, err);
    if (status)
        db_rollback(moving->source);
    return status;
}

static enum status prepare_source(struct moving *moving, struct error *err)
{
    enum status status = check_sound(moving, err);
    if (!status)
        status = schema_migrate(moving->source, err);
    if (!status && !moving->target.was_moved)
        status = recover(moving, err);
    if (!status)
        status = db_begin(moving->source, DB_READER, err);
    if (!status)
        status = plan_read(moving->source, moving->arena, &moving->plan, err);
    if (!status)
        status = db_number(moving->source, "SELECT COUNT(*) FROM integration WHERE secrets IS NOT NULL", DB_NOTHING,
                           &moving->report->sealed, err);
    return status;
}

static enum status open_source(struct moving *moving, struct error *err)
{
    const char *path = inside(moving, KEPT_DATABASE);
    if (!path)
        return error_memory(err);
    enum status status = db_open(&db_sqlite, path, DB_WRITER, &moving->source, err);
    if (!status)
        status = prepare_source(moving, err);
    return about(path, status, err);
}

/* --- the new database --- */

static enum status open_target(struct moving *moving, struct error *err)
{
    moving->target.plan = &moving->plan;
    moving->target.request = moving->request;
    enum status status = db_open(&db_postgresql, moving->request->database, DB_WRITER, &moving->target.db, err);
    if (!status)
        status = target_claim(&moving->target, moving->arena, err);
    if (status == E_CONFLICT)
        return status;
    status = about(moving->database, status, err);
    if (!status && !moving->target.is_finished)
        status = give(moving, FOLDER_MOVING, err);
    return status;
}

static enum status copy_all(struct moving *moving, struct error *err)
{
    struct copying copying = {.source = moving->source, .target = moving->target.db, .request = moving->request};
    int64_t started = clock_mono_ms();
    enum status status = OK;
    for (size_t i = 0; i < moving->plan.count && !status; i++)
        status = copying_run(&copying, &moving->plan.tables[i], err);
    moving->report->copied = copying.rows;
    if (!status)
        target_analyze(&moving->target);
    moving->report->copy_ms = clock_mono_ms() - started;
    return status;
}

static enum status compare_all(struct moving *moving, struct error *err)
{
    struct move_report *report = moving->report;
    struct comparing comparing = {moving->source, moving->target.db, moving->request, 0};
    report->tables = ARENA_ARRAY(moving->arena, moving->plan.count + 1, struct moved_table);
    if (!report->tables)
        return error_memory(err);
    enum status status = db_begin(comparing.target, DB_READER, err);
    if (!status)
        status = pg_bulk_take_time(comparing.target, err);
    if (!status) /* by the index of the key: the first row comes at once, and nothing is sorted on the disk */
        status = db_script(comparing.target, "SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off", err);
    for (size_t i = 0; i < moving->plan.count && !status; i++)
        status = comparing_table(&comparing, &moving->plan.tables[i], moving->arena, &report->tables[i], err);
    if (!status)
        status = comparing_ledger(&comparing, moving->arena, err);
    db_rollback(comparing.target);
    report->table_count = moving->plan.count;
    return status;
}

static enum status compare_timed(struct moving *moving, struct error *err)
{
    struct move_report *report = moving->report;
    int64_t started = clock_mono_ms();
    enum status status = compare_all(moving, err);
    report->compare_ms = clock_mono_ms() - started;
    for (size_t i = 0; i < report->table_count && !status; i++) {
        report->rows += report->tables[i].rows;
        report->bytes += report->tables[i].bytes;
    }
    return status;
}

/* --- all steps --- */

/* In this order: at no moment both may be used. */
static enum status move_hand_over(struct moving *moving, struct error *err)
{
    enum status status = mark_moved(moving, err);
    if (!status)
        status = about(moving->database, target_release(&moving->target, err), err);
    if (!status)
        files_remove(moving->request->folder, FOLDER_MOVING);
    return status;
}

/* The end of the run before was not noted: all was compared then, and may have been changed since. */
static enum status finish_moved(struct moving *moving, struct error *err)
{
    files_remove(moving->request->folder, FOLDER_MOVING);
    return error_set(err, E_CONFLICT, "moved", "the folder %s was moved already, to %s", moving->request->folder,
                     moving->database);
}

static enum status move_all(struct moving *moving, struct error *err)
{
    enum status status = open_source(moving, err);
    if (!status)
        status = open_target(moving, err);
    if (!status && moving->target.is_finished)
        return finish_moved(moving, err);
    moving->report->is_resumed = moving->target.is_resumed;
    if (!status)
        status = copy_all(moving, err);
    if (!status)
        status = compare_timed(moving, err);
    return status ? status : move_hand_over(moving, err);
}

static enum status move_locked(struct moving *moving, struct error *err)
{
    enum status status = give(moving, FOLDER_LOCK, err);
    if (!status)
        status = check_marks(moving, err);
    if (!status)
        status = move_all(moving, err);
    if (moving->source)
        db_rollback(moving->source);
    db_close(moving->source);
    db_close(moving->target.db);
    return status;
}

static enum status move_check_database(struct moving *moving, struct error *err)
{
    const char *database = moving->request->database;
    if (!pg_is_url(database))
        return error_set(err, E_INVALID, "database",
                         "data is moved to a database such as \"postgresql://user@host/name\"");
    enum status status = pg_url_check(database, err);
    if (status)
        return status;
    moving->database = moving->report->database = pg_url_shown(database, moving->arena);
    return moving->database ? OK : error_memory(err);
}

enum status move_run(const struct move_request *request, struct arena *arena, struct move_report *report,
                     struct error *err)
{
    struct moving moving = {.request = request, .arena = arena, .report = report};
    int lock = -1;
    *report = (struct move_report){0};
    enum status status = move_check_database(&moving, err);
    if (!status)
        status = move_check_folder(&moving, err);
    if (!status)
        status = folder_lock(request->folder, FOLDER_LOCK, &lock, err);
    if (status == E_CONFLICT)
        return error_set(err, E_CONFLICT, "in_use", "a service uses the data folder %s: stop it first",
                         request->folder);
    if (!status)
        status = move_locked(&moving, err);
    folder_unlock(lock);
    return status ? status
                  : kept_list(request->folder, 1U << KEPT_DATA, arena, &report->files, &report->file_count, err);
}
