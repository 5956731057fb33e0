#include "store/db/db.h"

#include "base/system/system.h"
#include "store/db/fork_guard.h"
#include "store/db/postgresql.h"

#include <jansson.h>
#include <stdlib.h>

/* --- forks --- */

static void db_enter(const struct db_driver *driver)
{
    if (driver->guards_forks)
        fork_guard_enter();
}

static void db_leave(const struct db_driver *driver)
{
    if (driver->guards_forks)
        fork_guard_leave();
}

/* --- statements --- */

static enum status prepare_new(struct db *db, const char *sql, void **statement, struct error *err)
{
    enum status status = db->driver->prepare(db, sql, statement, err);
    if (status)
        return status;
    const char *key = arena_copy(db->arena, sql);
    void **slot = key ? map_put(&db->statements, str_from(key)) : NULL;
    if (!slot) {
        db->driver->finalize(db, *statement);
        return error_memory(err);
    }
    *slot = *statement;
    return OK;
}

/* Prepares the statement, once, and binds its values. On OK the caller ends it with reset. */
static enum status db_start(struct db *db, const char *sql, struct db_values values, void **statement,
                            struct error *err)
{
    *statement = map_get(&db->statements, str_from(sql));
    enum status status = *statement ? OK : prepare_new(db, sql, statement, err);
    if (status)
        return status;
    status = db->driver->bind(db, *statement, values, err);
    if (status)
        db->driver->reset(db, *statement);
    return status;
}

/* Steps over the remaining rows, so that the statement is carried out to its end. */
static enum status db_finish(struct db *db, void *statement, struct error *err)
{
    bool row = true;
    enum status status = OK;
    while (!status && row)
        status = db->driver->step(db, statement, &row, err);
    return status;
}

static enum status run_db(struct db *db, const char *sql, struct db_values values, int64_t *changed, struct error *err)
{
    void *statement;
    enum status status = db_start(db, sql, values, &statement, err);
    if (status)
        return status;
    status = db_finish(db, statement, err);
    if (!status && changed)
        *changed = db->driver->changes(db, statement);
    db->driver->reset(db, statement);
    return status;
}

enum status db_run(struct db *db, const char *sql, struct db_values values, int64_t *changed, struct error *err)
{
    db_enter(db->driver);
    enum status status = run_db(db, sql, values, changed, err);
    db_leave(db->driver);
    return status;
}

static enum status queue(struct db *db, const char *sql, struct db_values values, struct error *err)
{
    void *statement;
    enum status status = db_start(db, sql, values, &statement, err);
    if (status)
        return status;
    status = db->driver->queue ? db->driver->queue(db, statement, err) : db_finish(db, statement, err);
    db->driver->reset(db, statement);
    return status;
}

enum status db_queue(struct db *db, const char *sql, struct db_values values, struct error *err)
{
    db_enter(db->driver);
    enum status status = queue(db, sql, values, err);
    db_leave(db->driver);
    return status;
}

enum status db_script(struct db *db, const char *sql, struct error *err)
{
    db_enter(db->driver);
    enum status status = db->driver->script(db, sql, err);
    db_leave(db->driver);
    return status;
}

/* Could the row be read? */
static enum status check_row(const struct db_row *row, struct error *err)
{
    if (row->status == E_MEMORY)
        return error_memory(err);
    if (row->status)
        return error_set(err, row->status, NULL, "a row of the database holds a value that nobody writes");
    return OK;
}

static enum status db_read_row(struct db_row *row, db_reader read, void *out, struct error *err)
{
    row->column = 0;
    read(row, out);
    return check_row(row, err);
}

static enum status read_one(struct db *db, const char *sql, struct db_values values, struct arena *arena,
                            db_reader read, void *out, struct error *err)
{
    void *statement;
    enum status status = db_start(db, sql, values, &statement, err);
    if (status)
        return status;
    bool found = false;
    status = db->driver->step(db, statement, &found, err);
    if (!status && found) {
        struct db_row row = {.db = db, .statement = statement, .arena = arena};
        status = db_read_row(&row, read, out, err);
        if (!status)
            status = db_finish(db, statement, err);
    } else if (!status) {
        status = error_set(err, E_NOT_FOUND, NULL, "not found");
    }
    db->driver->reset(db, statement);
    return status;
}

enum status db_one(struct db *db, const char *sql, struct db_values values, struct arena *arena, db_reader read,
                   void *out, struct error *err)
{
    db_enter(db->driver);
    enum status status = read_one(db, sql, values, arena, read, out, err);
    db_leave(db->driver);
    return status;
}

static enum status next_row(struct db *db, void *statement, bool *found, struct error *err)
{
    fork_guard_enter();
    enum status status = db->driver->step(db, statement, found, err);
    fork_guard_leave();
    return status;
}

static enum status visit_all(struct db *db, void *statement, db_visit visit, void *argument, struct error *err)
{
    for (bool found = true;;) {
        enum status status = next_row(db, statement, &found, err);
        if (status || !found)
            return status;
        struct db_row row = {.db = db, .statement = statement};
        status = visit(&row, argument, err);
        if (!status)
            status = check_row(&row, err);
        if (status)
            return status;
    }
}

enum status db_each(struct db *db, const char *sql, struct db_values values, db_visit visit, void *argument,
                    struct error *err)
{
    void *statement;
    fork_guard_enter();
    enum status status = db_start(db, sql, values, &statement, err);
    fork_guard_leave();
    if (status)
        return status;
    status = visit_all(db, statement, visit, argument, err);
    fork_guard_enter();
    db->driver->reset(db, statement);
    fork_guard_leave();
    return status;
}

struct db_collecting {
    struct db_list *list;
    size_t cap;
};

static enum status collect_row(struct db_row *row, void *argument, struct error *err)
{
    struct db_collecting *collecting = argument;
    struct db_list *list = collecting->list;
    if (!vec_grow(list->arena, &list->items, list->count, &collecting->cap, list->size))
        return error_memory(err);
    void *item = (char *)list->items + list->count * list->size;
    row->arena = list->arena;
    if (list->table)
        table_read(row, list->table, item);
    else
        list->read(row, item);
    list->count += !row->status;
    return OK;
}

enum status db_all(struct db *db, const char *sql, struct db_values values, struct db_list *list, struct error *err)
{
    list->items = NULL;
    list->count = 0;
    return db_each(db, sql, values, collect_row, &(struct db_collecting){list, 0}, err);
}

static void db_read_nothing(struct db_row *row, void *out)
{
    (void)row;
    (void)out;
}

enum status db_exists(struct db *db, const char *sql, struct db_values values, bool *exists, struct error *err)
{
    enum status status = db_one(db, sql, values, NULL, db_read_nothing, NULL, err);
    *exists = !status;
    return status == E_NOT_FOUND ? OK : status;
}

enum status no_row(enum status status, const char *thing, const char *id, struct error *err)
{
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "there is no %s %s", thing, id) : status;
}

enum status db_change(struct db *db, const char *sql, struct db_values values, const char *thing, const char *id,
                      struct error *err)
{
    int64_t changed = 0;
    enum status status = db_run(db, sql, values, &changed, err);
    return status || changed ? status : no_row(E_NOT_FOUND, thing, id, err);
}

static void read_number(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

enum status db_number(struct db *db, const char *sql, struct db_values values, int64_t *number, struct error *err)
{
    return db_one(db, sql, values, NULL, read_number, number, err);
}

static void read_string(struct db_row *row, void *out)
{
    *(const char **)out = row_text(row);
}

enum status db_string(struct db *db, const char *sql, struct db_values values, struct arena *arena, const char **text,
                      struct error *err)
{
    return db_one(db, sql, values, arena, read_string, text, err);
}

static void read_bytes(struct db_row *row, void *out)
{
    *(struct str *)out = row_blob(row);
}

enum status db_bytes(struct db *db, const char *sql, struct db_values values, struct arena *arena, struct str *bytes,
                     struct error *err)
{
    return db_one(db, sql, values, arena, read_bytes, bytes, err);
}

/* --- rows --- */

static struct db_value next_column(struct db_row *row)
{
    struct db_value value = {DB_NULL};
    if (!row->db->driver->column(row->db, row->statement, row->column++, &value))
        row->status = E_MEMORY;
    return value;
}

struct db_value row_value(struct db_row *row)
{
    return next_column(row);
}

int64_t row_int(struct db_row *row)
{
    return next_column(row).integer;
}

double row_real(struct db_row *row)
{
    return next_column(row).real;
}

bool row_bool(struct db_row *row)
{
    return next_column(row).integer != 0;
}

struct str row_blob(struct db_row *row)
{
    struct db_value value = next_column(row);
    if (value.type == DB_NULL)
        return (struct str){NULL, 0};
    char *copy = arena_copy_n(row->arena, value.bytes.data, value.bytes.len);
    if (!copy)
        row->status = E_MEMORY;
    return (struct str){copy, copy ? value.bytes.len : 0};
}

const char *row_text(struct db_row *row)
{
    return row_blob(row).data;
}

/* The position of the text among `count` names. Any other text sets E_CORRUPT and gives 0. */
static int row_name(struct db_row *row, const char *const *names, size_t count)
{
    struct db_value value = next_column(row);
    for (size_t i = 0; i < count; i++)
        if (str_eq(value.bytes, str_from(names[i])))
            return (int)i;
    if (!row->status)
        row->status = E_CORRUPT;
    return 0;
}

static void read_column_member(struct db_row *row, const struct db_column *column, void *member)
{
    switch (column->type) {
    case COLUMN_TEXT:
        *(const char **)member = row_text(row);
        return;
    case COLUMN_BLOB:
        *(struct str *)member = row_blob(row);
        return;
    case COLUMN_INT64:
        *(int64_t *)member = row_int(row);
        return;
    case COLUMN_INT:
        *(int *)member = (int)row_int(row);
        return;
    case COLUMN_UNSIGNED:
        *(unsigned *)member = (unsigned)row_int(row);
        return;
    case COLUMN_BOOL:
        *(bool *)member = row_bool(row);
        return;
    case COLUMN_REAL:
        *(double *)member = row_real(row);
        return;
    case COLUMN_WORD:
        *(unsigned *)member = (unsigned)row_name(row, column->words, column->word_count);
        return;
    }
}

void table_read(struct db_row *row, const struct db_table *table, void *out)
{
    for (size_t i = 0; i < table->count; i++)
        if (table->columns[i].use != COLUMN_WRITTEN)
            read_column_member(row, &table->columns[i], (char *)out + table->columns[i].offset);
    if (table->read_more)
        table->read_more(row, out);
}

/* --- transactions --- */

/* *err says nothing of what went wrong at first and then, tried again, went well: the writer takes it for the outcome.
 */
static enum status control(struct db *db, enum db_control action, struct error *err)
{
    struct error problem = {OK};
    db_enter(db->driver);
    enum status status = db->driver->control(db, action, &problem);
    db_leave(db->driver);
    if (status && err)
        *err = problem;
    return status;
}

enum status db_begin(struct db *db, enum db_mode mode, struct error *err)
{
    db_rollback(db); /* when an earlier rollback failed */
    return control(db, mode == DB_WRITER ? DB_BEGIN_WRITE : DB_BEGIN_READ, err);
}

int64_t db_now(const struct db *db)
{
    return db->now;
}

enum status db_commit(struct db *db, struct error *err)
{
    return control(db, DB_COMMIT, err);
}

void db_rollback(struct db *db)
{
    if (db->driver->in_transaction(db))
        control(db, DB_ROLLBACK, NULL);
}

enum status db_savepoint(struct db *db, struct error *err)
{
    return control(db, DB_SAVEPOINT, err);
}

enum status db_release(struct db *db, struct error *err)
{
    return control(db, DB_RELEASE, err);
}

enum status db_undo(struct db *db, struct error *err)
{
    enum status status = control(db, DB_UNDO, err);
    return status ? status : db_release(db, err);
}

/* --- connections --- */

const struct db_driver *db_driver_of(const char *target)
{
    return pg_is_url(target) ? &db_postgresql : &db_sqlite;
}

enum status db_copy(struct db *db, const char *target, struct error *err)
{
    db_enter(db->driver);
    enum status status = db->driver->copy(db, target, err);
    db_leave(db->driver);
    return status;
}

enum status db_free_pages(struct db *db, int64_t *count, struct error *err)
{
    *count = 0;
    const char *sql = db->driver->count_free;
    return sql ? db_number(db, sql, DB_NOTHING, count, err) : OK;
}

enum status db_give_back(struct db *db, struct error *err)
{
    const char *sql = db->driver->give_back;
    return sql ? db_script(db, sql, err) : OK;
}

static void close_connection(struct db *db)
{
    for (size_t i = 0; i < db->statements.count; i++)
        db->driver->finalize(db, db->statements.entries[i].value);
    arena_free(db->arena);
    db->driver->close(db);
}

static enum status open_connection(const struct db_driver *driver, const char *target, enum db_mode mode,
                                   struct db **db, struct error *err)
{
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    struct db *opened = NULL;
    enum status status = driver->open(target, mode, &opened, err);
    if (status) {
        arena_free(arena);
        return status;
    }
    opened->driver = driver;
    opened->arena = arena;
    map_init(&opened->statements, arena);
    *db = opened;
    return OK;
}

enum status db_open(const struct db_driver *driver, const char *target, enum db_mode mode, struct db **db,
                    struct error *err)
{
    enum status status = driver->guards_forks ? fork_guard_set_up(err) : OK;
    if (status)
        return status;
    db_enter(driver);
    status = open_connection(driver, target, mode, db, err);
    db_leave(driver);
    return status;
}

void db_close(struct db *db)
{
    if (!db)
        return;
    const struct db_driver *driver = db->driver;
    db_enter(driver);
    close_connection(db);
    db_leave(driver);
}

/* --- what an article is called --- */

const char *article_keyword(const char *config, struct arena *arena)
{
    json_t *json = json_loads(config, 0, NULL);
    const char *keyword = json_string_value(json_object_get(json, "targetKeyword"));
    const char *copy = keyword ? arena_copy(arena, keyword) : NULL;
    json_decref(json);
    return copy;
}

const char *row_article_name(struct db_row *row)
{
    const char *title = row_text(row), *config = row_text(row);
    return config ? article_keyword(config, row->arena) : title;
}

/* --- the pool of reading connections --- */

/* A read takes microseconds: more connections would only cost memory. Those that take longer have a share of them. */
enum { READERS_MAX = 8, READERS_LONG = 3 };

struct readers {
    const struct db_driver *driver;
    char *path;
    pthread_mutex_t mutex;
    pthread_cond_t returned;
    struct db *idle[READERS_MAX];
    size_t idle_count, open_count;
    size_t long_count; /* long reads under way */
};

enum status readers_new(const struct db_driver *driver, const char *path, struct readers **readers, struct error *err)
{
    struct readers *made = calloc(1, sizeof *made);
    if (!made)
        return error_memory(err);
    made->path = strdup(path);
    if (!made->path) {
        free(made);
        return error_memory(err);
    }
    made->driver = driver;
    pthread_mutex_init(&made->mutex, NULL);
    condition_init(&made->returned);
    *readers = made;
    return OK;
}

void readers_free(struct readers *readers)
{
    if (!readers)
        return;
    pthread_mutex_lock(&readers->mutex);
    while (readers->idle_count < readers->open_count)
        pthread_cond_wait(&readers->returned, &readers->mutex);
    pthread_mutex_unlock(&readers->mutex);
    for (size_t i = 0; i < readers->idle_count; i++)
        db_close(readers->idle[i]);
    pthread_cond_destroy(&readers->returned);
    pthread_mutex_destroy(&readers->mutex);
    free(readers->path);
    free(readers);
}

static bool must_wait(const struct readers *readers, bool is_long)
{
    return (!readers->idle_count && readers->open_count == READERS_MAX) ||
           (is_long && readers->long_count == READERS_LONG);
}

/* An idle connection. NULL: the caller opens one, which is counted as open already. */
static struct db *take_idle(struct readers *readers, bool is_long)
{
    pthread_mutex_lock(&readers->mutex);
    while (must_wait(readers, is_long))
        pthread_cond_wait(&readers->returned, &readers->mutex);
    readers->long_count += is_long;
    struct db *db = NULL;
    if (readers->idle_count)
        db = readers->idle[--readers->idle_count];
    else
        readers->open_count++;
    pthread_mutex_unlock(&readers->mutex);
    return db;
}

/* db NULL: the connection could not be opened, and is not counted any more. */
static void give_back(struct readers *readers, struct db *db, bool is_long)
{
    pthread_mutex_lock(&readers->mutex);
    readers->long_count -= is_long;
    if (db)
        readers->idle[readers->idle_count++] = db;
    else
        readers->open_count--;
    pthread_cond_broadcast(&readers->returned); /* not all wait for the same */
    pthread_mutex_unlock(&readers->mutex);
}

enum status readers_run(struct readers *readers, bool is_long, db_work work, void *argument, struct error *err)
{
    struct db *db = take_idle(readers, is_long);
    enum status status = db ? OK : db_open(readers->driver, readers->path, DB_READER, &db, err);
    if (!status)
        status = db_begin(db, DB_READER, err);
    if (!status)
        status = work(db, argument, err);
    if (db)
        db_rollback(db); /* nothing was written */
    give_back(readers, db, is_long);
    return status;
}
