#include "research/library/library.h"
#include "store/store.h"

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

/* --- kept as the files are --- */

enum {
    BATCH = 64,         /* files between two commits: what an interruption costs at most */
    BATCH_MS = 1000,    /* nor longer: other processes wait for the database */
    TIME_STEP_MS = 100, /* file systems count time in steps: a change within one may not show */
    REPORT_MS = 500,
};

/* A file as the index knows it. */
struct index_update_known {
    int64_t id;
    struct library_file file;
};

struct updater {
    struct library_index *index;
    struct arena *arena; /* of the lists */
    struct library_files files;
    int64_t found_at_ms;
    struct db_list known; /* in byte order of the paths */
    const struct library_file **fresh;
    size_t fresh_count;
    int64_t *gone; /* ids of what is no more there, or no more as it was */
    size_t gone_count;
    const struct library_progress *progress;
    int64_t reported_ms;
    const atomic_bool *cancel;
    struct error *err;
};

/* --- what has changed --- */

static void read_known(struct db_row *row, void *out)
{
    struct index_update_known *known = out;
    known->id = row_int(row);
    known->file.path = row_text(row);
    known->file.device = (uint64_t)row_int(row);
    known->file.inode = (uint64_t)row_int(row);
    known->file.size = (uint64_t)row_int(row);
    known->file.modified_ns = row_int(row);
    known->file.changed_ns = row_int(row);
}

static bool index_update_is_same(const struct library_file *a, const struct library_file *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size && a->modified_ns == b->modified_ns &&
           a->changed_ns == b->changed_ns;
}

/* Both lists are in the order of their paths. */
static enum status index_update_compare(struct updater *updater)
{
    const struct index_update_known *known = updater->known.items;
    size_t files = updater->files.count, rows = updater->known.count;
    updater->fresh = ARENA_ARRAY(updater->arena, files + 1, const struct library_file *);
    updater->gone = ARENA_ARRAY(updater->arena, rows + 1, int64_t);
    if (!updater->fresh || !updater->gone)
        return error_memory(updater->err);
    for (size_t i = 0, j = 0; i < files || j < rows;) {
        const struct library_file *file = i < files ? &updater->files.list[i] : NULL;
        int order = !file ? 1 : j == rows ? -1 : strcmp(file->path, known[j].file.path);
        bool same = order == 0 && index_update_is_same(file, &known[j].file);
        if (order <= 0 && !same)
            updater->fresh[updater->fresh_count++] = file;
        if (order >= 0 && !same)
            updater->gone[updater->gone_count++] = known[j].id;
        i += order <= 0;
        j += order >= 0;
    }
    return OK;
}

static enum status list_changes(struct updater *updater)
{
    struct library_index *index = updater->index;
    updater->found_at_ms = clock_now_ms();
    updater->known =
        (struct db_list){.arena = updater->arena, .read = read_known, .size = sizeof(struct index_update_known)};
    enum status status = library_find(updater->arena, index->root, updater->cancel, &updater->files, updater->err);
    if (!status)
        status = db_all(index->db, "SELECT id, path, device, inode, size, modified, changed FROM file ORDER BY path",
                        DB_NOTHING, &updater->known, updater->err);
    return status ? status : index_update_compare(updater);
}

/* --- writing --- */

static enum status remove_row(struct db *db, int64_t id, struct error *err)
{
    enum status status = db_run(db, "DELETE FROM text WHERE rowid = $1", DB_BIND(db_int(id)), NULL, err);
    return status ? status : db_run(db, "DELETE FROM file WHERE id = $1", DB_BIND(db_int(id)), NULL, err);
}

static void index_update_read_id(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

/* Another process may have read the file meanwhile. */
static enum status remove_path(struct db *db, const char *path, struct error *err)
{
    int64_t id;
    enum status status =
        db_one(db, "SELECT id FROM file WHERE path = $1", DB_BIND(db_text(path)), NULL, index_update_read_id, &id, err);
    return status == E_NOT_FOUND ? OK : status ? status : remove_row(db, id, err);
}

static struct db_value db_str(struct str text)
{
    return (struct db_value){.type = DB_TEXT, .bytes = text};
}

/* A file that changed so shortly before it was found that another change would not show is read again the next time. */
static struct library_file settled(const struct updater *updater, const struct library_file *file)
{
    struct library_file out = *file;
    int64_t changed_ms = file->changed_ns / 1000000;
    if (changed_ms <= updater->found_at_ms && updater->found_at_ms - changed_ms < TIME_STEP_MS)
        out.changed_ns = 0;
    return out;
}

static enum status insert_row(struct updater *updater, const struct library_file *found, const struct page *page,
                              const char *problem, const struct library_entry *entry)
{
    struct db *db = updater->index->db;
    const struct library_file file = settled(updater, found);
    const char *language = page->language ? page->language->tag : "";
    const struct str sketch = {(const char *)entry->sketch.list, entry->sketch.count * sizeof *entry->sketch.list};
    char mark[32];
    int64_t id = 0;
    snprintf(mark, sizeof mark, "l:%s", language);
    enum status status = db_one(db,
                                "INSERT INTO file (path, device, inode, size, modified, changed, problem, url, title, "
                                "language, outline, sketch)"
                                " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id",
                                DB_BIND(db_text(file.path), db_int((int64_t)file.device), db_int((int64_t)file.inode),
                                        db_int((int64_t)file.size), db_int(file.modified_ns), db_int(file.changed_ns),
                                        db_text(problem), db_text(page->url), db_text(page->title), db_text(language),
                                        db_str(entry->outline), db_blob(sketch)),
                                NULL, index_update_read_id, &id, updater->err);
    if (status || problem)
        return status;
    return db_run(db,
                  "INSERT INTO text (rowid, title, headings, body, names, language) VALUES ($1, $2, $3, $4, $5, $6)",
                  DB_BIND(db_int(id), db_str(entry->title), db_str(entry->headings), db_str(entry->body),
                          db_str(entry->names), db_text(mark)),
                  NULL, updater->err);
}

static enum status index_file(struct updater *updater, const struct library_file *file, struct arena *arena)
{
    struct page page = {.url = file->path, .title = ""};
    struct library_entry entry = {.outline = STR("")};
    struct error problem;
    enum status read = library_read(arena, updater->index->root, file->path, &page, &problem);
    if (read == E_MEMORY)
        return error_memory(updater->err);
    if (read)
        log_line(LOG_WARN, "library: %s was left out: %s", file->path, problem.message);
    enum status status = read ? OK : library_entry_make(arena, &page, &entry, updater->err);
    if (!status)
        status = remove_path(updater->index->db, file->path, updater->err);
    return status ? status : insert_row(updater, file, &page, read ? problem.message : NULL, &entry);
}

static void report(struct updater *updater, size_t done)
{
    int64_t now = clock_mono_ms();
    if (!updater->progress || now - updater->reported_ms < REPORT_MS)
        return;
    updater->reported_ms = now;
    updater->progress->report(updater->progress->context, done, updater->fresh_count);
}

/* Reads files from *next on, which moves behind them. */
static enum status index_some(struct updater *updater, size_t *next)
{
    int64_t until = clock_mono_ms() + BATCH_MS;
    size_t end = *next + BATCH < updater->fresh_count ? *next + BATCH : updater->fresh_count;
    enum status status = OK;
    while (*next < end && !status && clock_mono_ms() < until) {
        struct arena *arena = arena_new();
        if (updater->cancel && atomic_load(updater->cancel))
            status = error_set(updater->err, E_CANCELLED, "cancelled", "reading the library was called off");
        else
            status = arena ? index_file(updater, updater->fresh[*next], arena) : error_memory(updater->err);
        arena_free(arena);
        report(updater, ++*next);
    }
    return status;
}

/* What was read before somebody called it off stays. */
static enum status end_batch(struct updater *updater, enum status status)
{
    struct db *db = updater->index->db;
    if (status && status != E_CANCELLED) {
        db_rollback(db);
        return status;
    }
    enum status ended = db_commit(db, status ? NULL : updater->err);
    if (ended)
        db_rollback(db);
    return status ? status : ended;
}

static enum status apply(struct updater *updater)
{
    struct db *db = updater->index->db;
    enum status status = OK;
    for (size_t i = 0; i < updater->gone_count && !status; i += BATCH) {
        status = db_begin(db, DB_WRITER, updater->err);
        for (size_t j = i; j < i + BATCH && j < updater->gone_count && !status; j++)
            status = remove_row(db, updater->gone[j], updater->err);
        status = end_batch(updater, status);
    }
    for (size_t next = 0; next < updater->fresh_count && !status;) {
        status = db_begin(db, DB_WRITER, updater->err);
        if (!status)
            status = index_some(updater, &next);
        status = end_batch(updater, status);
    }
    return status;
}

enum status library_index_update(struct library_index *index, const struct library_progress *progress,
                                 const atomic_bool *cancel, struct error *err)
{
    struct updater updater = {.index = index, .arena = arena_new(), .progress = progress, .cancel = cancel, .err = err};
    updater.reported_ms = clock_mono_ms();
    enum status status = updater.arena ? list_changes(&updater) : error_memory(err);
    if (!status)
        status = apply(&updater);
    arena_free(updater.arena);
    return status;
}
