#include "research/library/library_index.h"

#include "research/library/library_entry.h"
#include "store/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { VERSION = 6 /* of the tables and of what is in them: stems, outlines, sketches */ };

/* The text's columns are those of struct library_entry, and the mark of the language (library_search.c). A file that
 * cannot be read has a problem and no text. */
static const char SCHEMA[] =
    "CREATE TABLE library (root TEXT NOT NULL) STRICT;"
    "CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, device INTEGER NOT NULL,"
    " inode INTEGER NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL, changed INTEGER NOT NULL,"
    " problem TEXT, url TEXT, title TEXT, language TEXT, outline TEXT, sketch BLOB) STRICT;"
    "CREATE INDEX file_title ON file (title COLLATE NOCASE);"
    "CREATE VIRTUAL TABLE text USING fts5(title, headings, body, names, language,"
    " tokenize = \"ascii tokenchars '_-.:'''\");";

static void index_read_number(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

/* --- the file --- */

static void remove_files(const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        struct buf name = {0};
        buf_printf(&name, "%s%s", path, endings[i]);
        if (!name.failed)
            remove(name.data);
        buf_free(&name);
    }
}

static enum status make_tables(struct library_index *index, struct error *err)
{
    char version[64];
    snprintf(version, sizeof version, "PRAGMA user_version = %d", VERSION);
    enum status status = db_begin(index->db, DB_WRITER, err);
    if (!status)
        status = db_script(index->db, SCHEMA, err);
    if (!status)
        status = db_run(index->db, "INSERT INTO library (root) VALUES ($1)", DB_BIND(db_text(index->root)), NULL, err);
    if (!status)
        status = db_script(index->db, version, err);
    if (!status)
        status = db_commit(index->db, err);
    if (status)
        db_rollback(index->db);
    return status;
}

/* OK: it is this library's, and of this version. E_CORRUPT: it must be made anew. */
static enum status check_tables(struct library_index *index, struct error *err)
{
    int64_t version = 0;
    bool is_mine = false;
    enum status status = db_one(index->db, "PRAGMA user_version", DB_NOTHING, NULL, index_read_number, &version, err);
    if (status)
        return status;
    if (!version)
        return make_tables(index, err);
    if (version != VERSION)
        return error_set(err, E_CORRUPT, NULL, "the index is of another version");
    status =
        db_exists(index->db, "SELECT 1 FROM library WHERE root = $1", DB_BIND(db_text(index->root)), &is_mine, err);
    return status || is_mine ? status : error_set(err, E_CORRUPT, NULL, "the index is another library's");
}

static enum status index_open_file(struct library_index *index, const char *path, struct error *err)
{
    enum status status = folder_file(path, err);
    if (!status)
        status = db_open(&db_sqlite, path, DB_WRITER, &index->db, err);
    /* What a loss of power takes away is indexed anew: commits need not wait for the disk, the file stays whole. */
    if (!status)
        status = db_script(index->db, "PRAGMA synchronous = NORMAL", err);
    return status ? status : check_tables(index, err);
}

/* Removed at once: it goes with the connection. */
static enum status open_nameless(struct library_index *index, struct error *err)
{
    char folder[] = "/tmp/copydesk-library-XXXXXX", path[sizeof folder + 16];
    if (!mkdtemp(folder))
        return error_set(err, E_IO, NULL, "no temporary folder can be made for the index of the library");
    snprintf(path, sizeof path, "%s/index.db", folder);
    enum status status = index_open_file(index, path, err);
    remove_files(path);
    rmdir(folder);
    return status;
}

/* Keeps other processes from opening, making or removing the file until the lock is closed. E_IO, E_MEMORY. */
static enum status lock_opening(const char *path, int *lock, struct error *err)
{
    struct buf name = {0};
    buf_printf(&name, "%s-lock", path);
    if (name.failed)
        return error_memory(err);
    *lock = open(name.data, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    enum status status = *lock >= 0 ? OK
                                    : error_set(err, E_IO, NULL, "the index of the library cannot be kept in %s: %s",
                                                path, strerror(errno));
    /* A lock of the process, not of the open file: a fork's child must not go on holding it. */
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    while (!status && fcntl(*lock, F_SETLKW, &whole) != 0 && errno == EINTR)
        continue;
    buf_free(&name);
    return status;
}

static bool is_damaged(enum status status)
{
    return status == E_CORRUPT || status == E_INTERNAL;
}

static enum status open_or_make_anew(struct library_index *index, struct error *err)
{
    enum status status = index_open_file(index, index->path, err);
    if (!is_damaged(status))
        return status;
    log_line(LOG_WARN, "library: the index %s is made anew: %s", index->path, err->message);
    db_close(index->db);
    index->db = NULL;
    remove_files(index->path);
    return index_open_file(index, index->path, err);
}

static enum status open_named(struct library_index *index, struct error *err)
{
    int lock = -1;
    enum status status = lock_opening(index->path, &lock, err);
    if (status)
        return status;
    status = open_or_make_anew(index, err);
    close(lock);
    return status;
}

/* Named by the library's path: a data folder may serve several, one after the other. */
static char *path_in(const char *data, const char *root)
{
    struct buf path = {0};
    buf_printf(&path, "%s/library-%016llx.db", data, (unsigned long long)hash_of(str_from(root), HASH_EMPTY));
    return buf_take(&path);
}

enum status library_index_open(const char *data, const char *root, struct library_index **out, struct error *err)
{
    struct error local;
    struct library_index *index = calloc(1, sizeof *index);
    if (!index)
        return error_memory(err);
    index->root = strdup(root);
    index->path = data ? path_in(data, root) : NULL;
    enum status status = !index->root || (data && !index->path) ? error_memory(err)
                         : data                                 ? folder_make(data, err)
                                                                : OK;
    if (!status)
        status = data ? open_named(index, err ? err : &local) : open_nameless(index, err);
    if (status) {
        library_index_close(index);
        return status;
    }
    *out = index;
    return OK;
}

void library_index_close(struct library_index *index)
{
    if (!index)
        return;
    db_close(index->db);
    free(index->root);
    free(index->path);
    free(index);
}

enum status library_index_clear(struct library_index *index, struct error *err)
{
    struct error local;
    db_close(index->db);
    index->db = NULL;
    if (!index->path)
        return open_nameless(index, err);
    log_line(LOG_WARN, "library: the index %s is damaged and is made anew", index->path);
    remove_files(index->path);
    return open_named(index, err ? err : &local);
}
