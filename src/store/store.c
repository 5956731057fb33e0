#include "store/store.h"

#include "store/db/postgresql.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct store {
    struct writer *writer;
    struct readers *readers;
    const struct db_driver *driver;
    int lock;
    char *path; /* of the database file; NULL: it is on a server */
    dev_t device;
    ino_t inode;
    pid_t owner; /* a forked child has the memory but not the thread */
};

static void read_source(struct db_row *row, void *out)
{
    struct db_value source = row_value(row);
    struct buf *text = out;
    buf_add(text, source.bytes.data, source.bytes.len);
}

/* A database that a move has not filled yet has no work for anybody. */
static enum status check_whole(struct db *db, struct error *err)
{
    struct buf source = {0};
    struct error why = {0};
    enum status status = db_begin(db, DB_READER, err);
    if (status)
        return status;
    status = db_one(db, "SELECT source FROM moving", DB_NOTHING, NULL, read_source, &source, &why);
    db_rollback(db);
    if (!status)
        status = error_set(err, E_INVALID, "move_unfinished",
                           "the data of %s is being moved into this database: wait until `copydesk move` has ended, or "
                           "run it again when it was broken off",
                           buf_text(&source));
    else if (status != E_NOT_FOUND)
        error_set(err, status, why.code, "%s", why.message);
    buf_free(&source);
    return status == E_NOT_FOUND ? OK : status;
}

static enum status open_writer(const struct db_driver *driver, const char *target, struct writer **writer,
                               struct error *err)
{
    struct db *db = NULL;
    enum status status = db_open(driver, target, DB_WRITER, &db, err);
    if (status)
        return status;
    status = schema_migrate(db, err);
    if (!status)
        status = check_whole(db, err);
    if (status) {
        db_close(db);
        return status;
    }
    return writer_start(db, writer, err);
}

static enum status remember_file(struct store *store, const char *path, struct error *err)
{
    struct stat info;
    if (stat(path, &info) < 0)
        return error_set(err, E_IO, NULL, "%s was removed while it was being opened", path);
    store->device = info.st_dev;
    store->inode = info.st_ino;
    store->path = strdup(path);
    return store->path ? OK : error_memory(err);
}

static enum status open_database(struct store *store, const char *target, struct error *err)
{
    enum status status = readers_new(store->driver, target, &store->readers, err);
    return status ? status : open_writer(store->driver, target, &store->writer, err);
}

static enum status store_open_file(struct store *store, const char *path, struct error *err)
{
    enum status status = folder_file(path, err);
    if (!status)
        status = open_database(store, path, err);
    return status ? status : remember_file(store, path, err);
}

/* Adds the path of the file to the message. */
static enum status with_path(enum status status, const char *path, struct error *err)
{
    if (!err || (status != E_IO && status != E_CORRUPT && status != E_INVALID) || strstr(err->message, path))
        return status;
    struct error inner = *err;
    return error_set(err, status, inner.code, "%s: %s", path, inner.message);
}

static enum status store_open_folder(struct store *store, const char *folder, struct error *err)
{
    struct buf path = {0};
    buf_printf(&path, "%s/copydesk.db", folder);
    enum status status = path.failed ? error_memory(err) : folder_use_database(folder, err);
    if (!status)
        status = with_path(store_open_file(store, path.data, err), path.data, err);
    buf_free(&path);
    return status;
}

enum status store_connect(const char *folder, const char *database, struct store **store, struct error *err)
{
    struct store *opened = calloc(1, sizeof *opened);
    if (!opened)
        return error_memory(err);
    opened->lock = -1;
    opened->owner = getpid();
    opened->driver = database ? db_driver_of(database) : &db_sqlite;
    enum status status = folder_make(folder, err);
    if (!status)
        status = folder_lock(folder, FOLDER_LOCK, &opened->lock, err);
    if (!status)
        status = folder_check(folder, err);
    if (!status)
        status = database ? open_database(opened, database, err) : store_open_folder(opened, folder, err);
    if (status) {
        store_close(opened);
        return status;
    }
    *store = opened;
    return OK;
}

bool store_is_address(const char *text)
{
    return db_driver_of(text)->is_shared;
}

enum status store_open(const char *folder, struct store **store, struct error *err)
{
    return store_connect(folder, NULL, store, err);
}

bool store_is_shared(const struct store *store)
{
    return store->driver->is_shared;
}

unsigned long store_reconnections(void)
{
    return pg_reconnections();
}

void store_close(struct store *store)
{
    if (!store)
        return;
    /* A child must not touch the parent's connections: SQLite's locks belong to the process that took them. */
    if (store->owner != getpid())
        return;
    readers_free(store->readers);
    if (store->writer)
        writer_stop(store->writer);
    folder_unlock(store->lock);
    free(store->path);
    free(store);
}

static enum status check_owner(const struct store *store, struct error *err)
{
    if (store->owner == getpid())
        return OK;
    return error_set(err, E_INTERNAL, NULL, "the store was opened before this process was forked");
}

/* SQLite continues to write into a file that was removed, and what it reports as saved is lost with the process. */
static enum status check_file(const struct store *store, struct error *err)
{
    struct stat info;
    if (!store->path)
        return OK;
    if (stat(store->path, &info) == 0 && info.st_dev == store->device && info.st_ino == store->inode)
        return OK;
    return error_set(err, E_IO, "data_gone", "%s was removed or replaced while it was in use", store->path);
}

static enum status check_writable(const struct store *store, struct error *err)
{
    enum status status = check_owner(store, err);
    return status ? status : check_file(store, err);
}

enum status store_write(struct store *store, store_work work, void *argument, struct error *err)
{
    enum status status = check_writable(store, err);
    return status ? status : writer_run(store->writer, work, argument, err);
}

enum status store_write_joint(struct store *store, store_joint_work work, void *argument, struct error *err)
{
    enum status status = check_writable(store, err);
    return status ? status : writer_run_joint(store->writer, work, argument, err);
}

enum status store_submit(struct store *store, store_work work, void *argument, store_done done, struct error *err)
{
    enum status status = check_writable(store, err);
    return status ? status : writer_submit(store->writer, work, argument, done, err);
}

/* An update that changes nothing would not do: SQLite writes nothing to the disk for it. */
static enum status write_something(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    enum status status = db_run(db, "INSERT INTO account (id, plan) VALUES ('', 'free')", DB_NOTHING, NULL, err);
    return status ? status : db_run(db, "DELETE FROM account WHERE id = ''", DB_NOTHING, NULL, err);
}

enum status store_check(struct store *store, struct error *err)
{
    enum status status = check_writable(store, err);
    if (status || !writer_has_failed(store->writer))
        return status;
    status = writer_run(store->writer, write_something, NULL, err);
    if (!status)
        writer_has_recovered(store->writer);
    return status;
}

enum status store_read(struct store *store, store_work work, void *argument, struct error *err)
{
    enum status status = check_owner(store, err);
    return status ? status : readers_run(store->readers, false, work, argument, err);
}

enum status store_read_long(struct store *store, store_work work, void *argument, struct error *err)
{
    enum status status = check_owner(store, err);
    return status ? status : readers_run(store->readers, true, work, argument, err);
}
