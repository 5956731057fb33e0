/*
 * The SQLite driver. One connection of the process writes and checkpoints; the others are query_only: SQLite before
 * 3.51.3 can damage a WAL database when two connections write or checkpoint at the same instant
 * (https://sqlite.org/wal.html, "The WAL-Reset Bug").
 */
#include "store/db/db.h"
#include "store/db/fork_guard.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Where no kernel has a part of a device's number: Linux uses the lower 32 bits of it. */
enum { MARK_SHIFT = sizeof(dev_t) * CHAR_BIT - 20 };

typedef int (*fstat_call)(int fd, struct stat *info);
typedef int (*stat_call)(const char *path, struct stat *info);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static fstat_call next_fstat; /* what the library called before */
static stat_call next_stat;
static bool is_set_up; /* under the lock */

/* This thread opens a file: that is when SQLite looks for the file's table. */
static _Thread_local bool is_opening;

static void mark(struct stat *info)
{
    if (is_opening)
        info->st_dev ^= (dev_t)fork_guard_generation() << MARK_SHIFT;
}

static int marked_fstat(int fd, struct stat *info)
{
    int result = next_fstat(fd, info);
    if (result == 0)
        mark(info);
    return result;
}

/* By this one it looks for a descriptor of the same file that it may use again. */
static int marked_stat(const char *path, struct stat *info)
{
    int result = next_stat(path, info);
    if (result == 0)
        mark(info);
    return result;
}

/* All the file systems for Unix share one table of system calls. */
static enum status replace_calls(struct error *err)
{
    if (sqlite3_initialize() != SQLITE_OK)
        return error_memory(err);
    sqlite3_vfs *files = sqlite3_vfs_find("unix");
    if (files && files->iVersion >= 3) {
        next_fstat = (fstat_call)files->xGetSystemCall(files, "fstat");
        next_stat = (stat_call)files->xGetSystemCall(files, "stat");
    }
    if (!next_fstat || !next_stat ||
        files->xSetSystemCall(files, "fstat", (sqlite3_syscall_ptr)marked_fstat) != SQLITE_OK ||
        files->xSetSystemCall(files, "stat", (sqlite3_syscall_ptr)marked_stat) != SQLITE_OK)
        return error_set(err, E_INTERNAL, NULL, "this SQLite was built without its table of system calls");
    is_set_up = true;
    return OK;
}

/*
 * To be called before the first sqlite_fork_open. Any thread, any number of times. E_INTERNAL: this SQLite has no table
 * of system calls. E_MEMORY.
 */
static enum status sqlite_fork_set_up(struct error *err)
{
    pthread_mutex_lock(&lock);
    enum status status = is_set_up ? OK : replace_calls(err);
    pthread_mutex_unlock(&lock);
    return status;
}

/* As sqlite3_open_v2 with the default file system. Returns SQLite's code. */
static int sqlite_fork_open(const char *path, int flags, sqlite3 **handle)
{
    is_opening = true;
    int code = sqlite3_open_v2(path, handle, flags, NULL);
    is_opening = false;
    return code;
}

/*
 * The folder lock keeps other processes of the service out: only somebody who opened the file by hand can hold a
 * lock.
 */
enum { BUSY_TIMEOUT_MS = 5000 };

/* The first with STRICT tables; RETURNING is older. */
enum { OLDEST_SQLITE = 3037000 };

/* The statements that control a transaction are prepared beforehand: memory may have run out when they are needed. */
static const char *const CONTROL[] = {
    [DB_BEGIN_WRITE] = "BEGIN IMMEDIATE",
    [DB_BEGIN_READ] = "BEGIN",
    [DB_COMMIT] = "COMMIT",
    [DB_ROLLBACK] = "ROLLBACK",
    [DB_SAVEPOINT] = "SAVEPOINT work",
    [DB_RELEASE] = "RELEASE SAVEPOINT work",
    [DB_UNDO] = "ROLLBACK TO SAVEPOINT work",
};

struct sqlite_connection {
    struct db base;
    sqlite3 *handle;
    sqlite3_stmt *control[COUNT_OF(CONTROL)];
};

struct sqlite_statement {
    sqlite3_stmt *handle;
    size_t count;             /* of placeholders */
    int index[DB_VALUES_MAX]; /* SQLite's index of $1, $2, ... */
};

static sqlite3 *handle_of(struct db *db)
{
    return ((struct sqlite_connection *)db)->handle;
}

/* --- errors --- */

struct sqlite_meaning {
    int code;
    enum status status;
    const char *text;
};

/* An extended code stands before the primary code that it belongs to. */
static const struct sqlite_meaning MEANINGS[] = {
    {SQLITE_CONSTRAINT_UNIQUE, E_CONFLICT, "it exists already"},
    {SQLITE_CONSTRAINT_PRIMARYKEY, E_CONFLICT, "it exists already"},
    {SQLITE_CONSTRAINT_FOREIGNKEY, E_NOT_FOUND, "it belongs to something that does not exist"},
    {SQLITE_IOERR_NOMEM, E_MEMORY, "out of memory"},
    {SQLITE_NOMEM, E_MEMORY, "out of memory"},
    {SQLITE_TOOBIG, E_LIMIT, "a value is too large for the database"},
    {SQLITE_CORRUPT, E_CORRUPT, "the database file is damaged"},
    {SQLITE_NOTADB, E_CORRUPT, "the file is not a database, or it is damaged"},
    {SQLITE_FULL, E_IO, "the disk is full"}, /* see is_disk_full */
    {SQLITE_IOERR, E_IO, "the database file cannot be read or written"},
    {SQLITE_CANTOPEN, E_IO, "the database file cannot be opened"},
    {SQLITE_READONLY, E_IO, "the database file cannot be written"},
    {SQLITE_PERM, E_IO, "the database file cannot be opened"},
    {SQLITE_BUSY, E_IO, "another program holds a lock on the database file"},
    {SQLITE_PROTOCOL, E_IO, "another program holds a lock on the database file"},
};

static const struct sqlite_meaning *meaning_of(int code)
{
    for (size_t i = 0; i < COUNT_OF(MEANINGS); i++)
        if (MEANINGS[i].code == code || MEANINGS[i].code == (code & 0xff))
            return &MEANINGS[i];
    return NULL;
}

/* SQLite reports SQLITE_FULL when it writes the database itself, but an I/O error when it writes its shared memory. */
static bool is_disk_full(sqlite3 *handle, int code)
{
    int reason = (code & 0xff) == SQLITE_IOERR ? sqlite3_system_errno(handle) : 0;
    return code == SQLITE_FULL || reason == ENOSPC || reason == EDQUOT;
}

static enum status failure(sqlite3 *handle, struct error *err)
{
    int code = handle ? sqlite3_extended_errcode(handle) : SQLITE_NOMEM;
    const struct sqlite_meaning *meaning = meaning_of(code);
    if (!meaning)
        return error_set(err, E_INTERNAL, NULL, "database: %s", sqlite3_errmsg(handle));
    if (meaning->status == E_MEMORY)
        return error_memory(err);
    if (is_disk_full(handle, code))
        return error_set(err, E_IO, "disk_full", "the disk of the data folder is full (SQLite %d)", code);
    return error_set(err, meaning->status, NULL, "%s (%s, SQLite %d)", meaning->text, sqlite3_errmsg(handle), code);
}

/* --- connections --- */

/*
 * Full durability: a commit is on the disk when it returns. journal_size_limit frees the disk space of a burst
 * afterwards.
 */
/* Pages can be given back one by one in databases that were made so: in new ones, and in copies. */
static const char WRITER_SETTINGS[] = "PRAGMA auto_vacuum = INCREMENTAL;"
                                      "PRAGMA journal_mode = WAL;"
                                      "PRAGMA synchronous = FULL;"
                                      "PRAGMA fullfsync = ON;"
                                      "PRAGMA checkpoint_fullfsync = ON;"
                                      "PRAGMA foreign_keys = ON;"
                                      "PRAGMA trusted_schema = OFF;"
                                      "PRAGMA mmap_size = 0;"
                                      "PRAGMA cache_size = -16384;"
                                      "PRAGMA wal_autocheckpoint = 4000;"
                                      "PRAGMA journal_size_limit = 67108864;";

static const char READER_SETTINGS[] = "PRAGMA query_only = ON;"
                                      "PRAGMA trusted_schema = OFF;"
                                      "PRAGMA mmap_size = 0;"
                                      "PRAGMA cache_size = -4096;";

/* On a file system without shared memory SQLite silently keeps its old journal, so the mode is asked for. */
static enum status require_wal(sqlite3 *handle, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status = OK;
    if (sqlite3_prepare_v2(handle, "PRAGMA journal_mode", -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW)
        status = failure(handle, err);
    else if (sqlite3_stricmp((const char *)sqlite3_column_text(statement, 0), "wal") != 0)
        status =
            error_set(err, E_IO, NULL, "the data folder's file system has no shared memory, which the database needs");
    sqlite3_finalize(statement);
    return status;
}

static enum status configure(sqlite3 *handle, enum db_mode mode, struct error *err)
{
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_timeout(handle, BUSY_TIMEOUT_MS);
    if (mode == DB_READER)
        sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (sqlite3_exec(handle, mode == DB_WRITER ? WRITER_SETTINGS : READER_SETTINGS, NULL, NULL, NULL) != SQLITE_OK)
        return failure(handle, err);
    if (mode == DB_WRITER && sqlite3_db_readonly(handle, "main") != 0)
        return error_set(err, E_IO, NULL, "the database file cannot be written");
    return mode == DB_WRITER ? require_wal(handle, err) : OK;
}

static enum status prepare_control(struct sqlite_connection *connection, struct error *err)
{
    for (size_t i = 0; i < COUNT_OF(CONTROL); i++)
        if (sqlite3_prepare_v3(connection->handle, CONTROL[i], -1, SQLITE_PREPARE_PERSISTENT, &connection->control[i],
                               NULL) != SQLITE_OK)
            return failure(connection->handle, err);
    return OK;
}

static void close_connection(struct sqlite_connection *connection)
{
    for (size_t i = 0; i < COUNT_OF(CONTROL); i++)
        sqlite3_finalize(connection->control[i]);
    sqlite3_close(connection->handle);
    free(connection);
}

static enum status sqlite_open(const char *target, enum db_mode mode, struct db **db, struct error *err)
{
    if (sqlite3_libversion_number() < OLDEST_SQLITE)
        return error_set(err, E_INTERNAL, NULL, "SQLite 3.37 or newer is needed; this is %s", sqlite3_libversion());
    if (!sqlite3_threadsafe())
        return error_set(err, E_INTERNAL, NULL, "this SQLite was built without threads");
    enum status status = sqlite_fork_set_up(err);
    if (status)
        return status;
    struct sqlite_connection *connection = calloc(1, sizeof *connection);
    if (!connection)
        return error_memory(err);
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    int code = sqlite_fork_open(target, flags, &connection->handle);
    status = code == SQLITE_OK ? configure(connection->handle, mode, err) : failure(connection->handle, err);
    if (!status)
        status = prepare_control(connection, err);
    if (status) {
        close_connection(connection);
        return status;
    }
    *db = &connection->base;
    return OK;
}

static void sqlite_close(struct db *db)
{
    close_connection((struct sqlite_connection *)db);
}

static bool sqlite_in_transaction(struct db *db)
{
    return !sqlite3_get_autocommit(handle_of(db));
}

static enum status sqlite_control(struct db *db, enum db_control action, struct error *err)
{
    sqlite3_stmt *statement = ((struct sqlite_connection *)db)->control[action];
    enum status status = sqlite3_step(statement) == SQLITE_DONE ? OK : failure(handle_of(db), err);
    sqlite3_reset(statement);
    if (action == DB_BEGIN_WRITE || action == DB_BEGIN_READ)
        db->now = clock_now_ms();
    return status;
}

static enum status sqlite_script(struct db *db, const char *sql, struct error *err)
{
    return sqlite3_exec(handle_of(db), sql, NULL, NULL, NULL) == SQLITE_OK ? OK : failure(handle_of(db), err);
}

/* --- copies --- */

/* Nothing of a copy that is broken off is used: it needs no journal, and whoever asked for it flushes it. */
static const char COPY_SETTINGS[] = "PRAGMA locking_mode = EXCLUSIVE;"
                                    "PRAGMA journal_mode = OFF;"
                                    "PRAGMA synchronous = OFF;";

/* The copy has the mark of a write-ahead log from its source: without it, it is one file. */
static const char COPY_ENDS[] = "PRAGMA journal_mode = DELETE";

static enum status copy_failure(sqlite3 *copy, struct error *err)
{
    struct error reason;
    enum status status = failure(copy, &reason);
    if (reason.code && strcmp(reason.code, "disk_full") == 0)
        return error_set(err, E_IO, "disk_full", "there is no room left for the copy of the database");
    return error_set(err, status, reason.code, "%s", reason.message);
}

static enum status copy_pages(sqlite3 *source, sqlite3 *copy, struct error *err)
{
    if (sqlite3_exec(copy, COPY_SETTINGS, NULL, NULL, NULL) != SQLITE_OK)
        return copy_failure(copy, err);
    sqlite3_backup *backup = sqlite3_backup_init(copy, "main", source, "main");
    if (!backup)
        return copy_failure(copy, err);
    /* All at once: between two steps a write of another process would begin it anew. */
    int code = sqlite3_backup_step(backup, -1);
    if (sqlite3_backup_finish(backup) != SQLITE_OK)
        return copy_failure(copy, err);
    if (code != SQLITE_DONE)
        return error_set(err, E_IO, NULL, "the database could not be copied (SQLite %d)", code);
    return sqlite3_exec(copy, COPY_ENDS, NULL, NULL, NULL) == SQLITE_OK ? OK : copy_failure(copy, err);
}

/* What a check finds is text, also where the check itself could not be done. */
static enum status explain_check(const char *found, struct error *err)
{
    if (found && strcmp(found, "ok") == 0)
        return OK;
    if (!found || strstr(found, "error code=7"))
        return error_memory(err);
    return error_set(err, E_CORRUPT, NULL, "the database is damaged: %s", found);
}

/* The pages are copied as they are, damaged ones too. */
static enum status check_copy(sqlite3 *copy, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status = OK;
    if (sqlite3_prepare_v2(copy, "PRAGMA quick_check(1)", -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW)
        status = copy_failure(copy, err);
    else
        status = explain_check((const char *)sqlite3_column_text(statement, 0), err);
    sqlite3_finalize(statement);
    return status;
}

static enum status sqlite_copy(struct db *db, const char *target, struct error *err)
{
    sqlite3 *copy = NULL;
    int code = sqlite_fork_open(target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_PRIVATECACHE, &copy);
    enum status status = code == SQLITE_OK ? copy_pages(handle_of(db), copy, err) : copy_failure(copy, err);
    if (!status)
        status = check_copy(copy, err);
    sqlite3_close(copy);
    return status;
}

/* --- statements --- */

static void sqlite_finalize(struct db *db, void *opaque)
{
    (void)db;
    struct sqlite_statement *statement = opaque;
    sqlite3_finalize(statement->handle);
    free(statement);
}

static enum status number_placeholders(struct sqlite_statement *statement, struct error *err)
{
    statement->count = (size_t)sqlite3_bind_parameter_count(statement->handle);
    if (statement->count > DB_VALUES_MAX)
        return error_set(err, E_INTERNAL, NULL, "a statement has more than %d placeholders", DB_VALUES_MAX);
    for (size_t i = 0; i < statement->count; i++) {
        char name[16];
        snprintf(name, sizeof name, "$%d", (int)i + 1);
        statement->index[i] = sqlite3_bind_parameter_index(statement->handle, name);
        if (!statement->index[i])
            return error_set(err, E_INTERNAL, NULL, "a statement has no placeholder %s", name);
    }
    return OK;
}

static enum status sqlite_prepare(struct db *db, const char *sql, void **out, struct error *err)
{
    struct sqlite_statement *statement = calloc(1, sizeof *statement);
    if (!statement)
        return error_memory(err);
    int code = sqlite3_prepare_v3(handle_of(db), sql, -1, SQLITE_PREPARE_PERSISTENT, &statement->handle, NULL);
    enum status status = code == SQLITE_OK ? number_placeholders(statement, err) : failure(handle_of(db), err);
    if (status) {
        sqlite_finalize(db, statement);
        return status;
    }
    *out = statement;
    return OK;
}

static int bind_one(sqlite3_stmt *handle, int index, const struct db_value *value)
{
    const char *data = value->bytes.data ? value->bytes.data : "";
    switch (value->type) {
    case DB_NULL:
        return sqlite3_bind_null(handle, index);
    case DB_INT:
        return sqlite3_bind_int64(handle, index, value->integer);
    case DB_REAL:
        return sqlite3_bind_double(handle, index, value->real);
    case DB_TEXT:
        return sqlite3_bind_text64(handle, index, data, value->bytes.len, SQLITE_STATIC, SQLITE_UTF8);
    case DB_BLOB:
        return sqlite3_bind_blob64(handle, index, data, value->bytes.len, SQLITE_STATIC);
    }
    return SQLITE_MISUSE;
}

static enum status sqlite_bind(struct db *db, void *opaque, struct db_values values, struct error *err)
{
    struct sqlite_statement *statement = opaque;
    if (values.count != statement->count)
        return error_set(err, E_INTERNAL, NULL, "a statement with %zu placeholders got %zu values", statement->count,
                         values.count);
    for (size_t i = 0; i < values.count; i++)
        if (bind_one(statement->handle, statement->index[i], &values.items[i]) != SQLITE_OK)
            return failure(handle_of(db), err);
    return OK;
}

static enum status sqlite_step(struct db *db, void *opaque, bool *row, struct error *err)
{
    struct sqlite_statement *statement = opaque;
    int code = sqlite3_step(statement->handle);
    *row = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? OK : failure(handle_of(db), err);
}

static bool sqlite_column(struct db *db, void *opaque, int column, struct db_value *value)
{
    (void)db;
    sqlite3_stmt *handle = ((struct sqlite_statement *)opaque)->handle;
    int type = sqlite3_column_type(handle, column);
    *value = (struct db_value){.type = DB_NULL};
    if (type == SQLITE_NULL)
        return true;
    if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) {
        value->type = type == SQLITE_INTEGER ? DB_INT : DB_REAL;
        value->integer = sqlite3_column_int64(handle, column);
        value->real = sqlite3_column_double(handle, column);
        return true;
    }
    value->type = type == SQLITE_TEXT ? DB_TEXT : DB_BLOB;
    const void *data = type == SQLITE_TEXT ? sqlite3_column_text(handle, column) : sqlite3_column_blob(handle, column);
    value->bytes = (struct str){data, (size_t)sqlite3_column_bytes(handle, column)};
    return data || (type == SQLITE_BLOB && !value->bytes.len);
}

static int64_t sqlite_changes(struct db *db, void *statement)
{
    (void)statement;
    return sqlite3_changes64(handle_of(db));
}

static void sqlite_reset(struct db *db, void *opaque)
{
    (void)db;
    struct sqlite_statement *statement = opaque;
    sqlite3_reset(statement->handle);
    sqlite3_clear_bindings(statement->handle);
}

const struct db_driver db_sqlite = {
    .guards_forks = true,
    .skip_locked = "",
    .json_values = "json_each($1)",
    .count_free = "SELECT CASE WHEN auto_vacuum = 2 THEN freelist_count ELSE 0 END "
                  "FROM pragma_auto_vacuum, pragma_freelist_count",
    .give_back = "PRAGMA incremental_vacuum(200)",
    .open = sqlite_open,
    .close = sqlite_close,
    .in_transaction = sqlite_in_transaction,
    .control = sqlite_control,
    .copy = sqlite_copy,
    .script = sqlite_script,
    .prepare = sqlite_prepare,
    .finalize = sqlite_finalize,
    .bind = sqlite_bind,
    .step = sqlite_step,
    .column = sqlite_column,
    .changes = sqlite_changes,
    .reset = sqlite_reset,
};
