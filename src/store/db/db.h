/*
 * db: the small database interface below the store. A driver is one table of functions; the SQL is written once.
 *
 *   db.c              values, connections, transactions, statements, rows; the pool of reading connections
 *   table.c           the columns of a table as one list, from which statements follow
 *   writer.c          the one writing connection and its thread: group commit
 *   schema.c          the schema (schema.sql) and its versions
 *   db_sqlite.c       the SQLite driver
 *   fork_guard.c      keeps a fork out of SQLite, and lets the child open a database that its parent had open
 *   db_postgresql.c   the PostgreSQL driver
 *   pg_connection.c   a connection to PostgreSQL: made, lost, made anew; values and errors of libpq
 *   pg_bulk.c         many rows at once, on PostgreSQL
 *   pg_url.c          addresses without their passwords
 *   postgresql.h      the last three, for the driver and for those who need PostgreSQL itself
 *
 * A connection is used by one thread at a time. Statements are prepared once per connection and kept. What is read is
 * copied into the arena that was passed.
 *
 * The dialect is what SQLite 3.37 and PostgreSQL 15 both understand:
 *   - placeholders $1, $2, ... bound by number;
 *   - RETURNING, ON CONFLICT, partial indexes; no function that only one of them has (CASE, not a two-argument max);
 *   - a placeholder that is compared with NULL only is written CAST($1 AS TEXT): PostgreSQL cannot infer its type;
 *   - a query that picks a row to claim ends in the driver's skip_locked;
 *   - a query about many rows takes them as one JSON array, by the driver's json_values;
 *   - no statement that is expected to fail: a refusal is seen by the number of changed rows, because an error ends a
 *     PostgreSQL transaction.
 *
 * Errors of every function that takes a struct error: E_CONFLICT (a unique key is taken), E_NOT_FOUND (a referenced
 * row is missing), E_MEMORY, E_LIMIT (a value too large), E_CORRUPT, E_IO, E_INTERNAL (wrong SQL).
 */
#ifndef COPYDESK_STORE_DB_DB_H
#define COPYDESK_STORE_DB_DB_H

#include "base/base.h"

/* --- values --- */

enum db_type { DB_NULL, DB_INT, DB_REAL, DB_TEXT, DB_BLOB };

struct db_value {
    enum db_type type;
    int64_t integer;
    double real;
    struct str bytes; /* of a text (UTF-8) or a blob; owned by somebody else */
};

struct db_values {
    const struct db_value *items;
    size_t count;
};

enum { DB_VALUES_MAX = 32 };

static inline struct db_value db_int(int64_t integer)
{
    return (struct db_value){.type = DB_INT, .integer = integer};
}

static inline struct db_value db_real(double real)
{
    return (struct db_value){.type = DB_REAL, .real = real};
}

/* NULL text is the SQL NULL. */
static inline struct db_value db_text(const char *text)
{
    return (struct db_value){.type = text ? DB_TEXT : DB_NULL, .bytes = str_from(text)};
}

/* Never the SQL NULL: without data it is the empty blob. */
static inline struct db_value db_blob(struct str bytes)
{
    return (struct db_value){.type = DB_BLOB, .bytes = bytes};
}

/* The values of $1, $2, ... in order. */
#define DB_BIND(...)                                                                                                   \
    ((struct db_values){(const struct db_value[]){__VA_ARGS__},                                                        \
                        sizeof((const struct db_value[]){__VA_ARGS__}) / sizeof(struct db_value)})
#define DB_NOTHING ((struct db_values){NULL, 0})

/* --- connections --- */

enum db_mode {
    DB_WRITER, /* the only connection that writes and checkpoints */
    DB_READER  /* refuses to write */
};

struct db {
    const struct db_driver *driver;
    int64_t now;         /* see db_now */
    struct arena *arena; /* of the statement cache */
    struct map statements;
};

/* What is done with a transaction, or with the part of one that a savepoint begins. */
enum db_control { DB_BEGIN_WRITE, DB_BEGIN_READ, DB_COMMIT, DB_ROLLBACK, DB_SAVEPOINT, DB_RELEASE, DB_UNDO };

/* Each function that returns a status returns OK or one of the errors above; finalize, reset and close cannot fail. */
struct db_driver {
    /* The library has locks of the whole process, which a fork must not copy while they are held (fork_guard.h). */
    bool guards_forks;
    /*
     * The clause, with a blank in front, that lets a query pass over rows which another connection has locked; ""
     * without row locks.
     */
    const char *skip_locked;
    /* How many pages of the file nothing is in, and a script that gives some of them back to the system. NULL: that is
     * done without being asked for. */
    const char *count_free, *give_back;
    /* What follows FROM to make rows with the one column "value" of $1, a JSON array of texts. */
    const char *json_values;
    bool is_shared; /* other processes may be connected, too */

    /* The driver allocates the connection, with struct db as its first member, and leaves that zeroed. */
    enum status (*open)(const char *target, enum db_mode mode, struct db **db, struct error *err);
    void (*close)(struct db *db);
    bool (*in_transaction)(struct db *db);
    /* DB_BEGIN_WRITE and DB_BEGIN_READ set db->now. Needs no memory but for an error's text. */
    enum status (*control)(struct db *db, enum db_control action, struct error *err);
    /* See db_copy. */
    enum status (*copy)(struct db *db, const char *target, struct error *err);
    /* Several statements without values or rows: the schema. */
    enum status (*script)(struct db *db, const char *sql, struct error *err);

    enum status (*prepare)(struct db *db, const char *sql, void **statement, struct error *err);
    void (*finalize)(struct db *db, void *statement);
    /* The bytes of the values stay where they are until reset. */
    enum status (*bind)(struct db *db, void *statement, struct db_values values, struct error *err);
    /* See db_queue; NULL: it is carried out at once. */
    enum status (*queue)(struct db *db, void *statement, struct error *err);
    enum status (*step)(struct db *db, void *statement, bool *row, struct error *err);
    /* Bytes are valid until the next step. false: memory ran out. */
    bool (*column)(struct db *db, void *statement, int column, struct db_value *value);
    /* Rows that the finished statement inserted, changed or deleted itself (not by a cascade). */
    int64_t (*changes)(struct db *db, void *statement);
    void (*reset)(struct db *db, void *statement);
};

extern const struct db_driver db_sqlite;
extern const struct db_driver db_postgresql;

/* The driver for a target: "postgresql://..." or the path of a file. */
const struct db_driver *db_driver_of(const char *target);

enum status db_open(const struct db_driver *driver, const char *target, enum db_mode mode, struct db **db,
                    struct error *err);
void db_close(struct db *db); /* NULL is allowed */

/*
 * Copies the whole database, as this connection's transaction sees it, into the empty file `target`, and checks the
 * copy. Others read and write meanwhile. The copy is one file that needs nothing beside it, and is not yet on the disk
 * (fsync). E_CORRUPT: the database is damaged; E_IO "disk_full".
 */
enum status db_copy(struct db *db, const char *target, struct error *err);

/* How many pages of the database's file nothing is in and can be given back to the system; and gives some of them back,
 * in a transaction, which takes some milliseconds. */
enum status db_free_pages(struct db *db, int64_t *count, struct error *err);
enum status db_give_back(struct db *db, struct error *err);

/* --- transactions --- */

/*
 * Work inside a transaction, for readers_run and writer_run. OK keeps what it wrote; any other status, with *err,
 * undoes that and is what the caller gets.
 */
typedef enum status (*db_work)(struct db *db, void *argument, struct error *err);

/* Work that is done at once for all who want it: the arguments of 1 to DB_JOINT_MAX callers. */
enum { DB_JOINT_MAX = 64 };
typedef enum status (*db_joint_work)(struct db *db, void *const *arguments, size_t count, struct error *err);

/* Called in the writer's thread when the work of a write is durable, or has failed. It must be quick. */
typedef void (*db_done)(void *argument, enum status status, const struct error *err);

/* A transaction that an earlier failure left open is rolled back first. */
enum status db_begin(struct db *db, enum db_mode mode, struct error *err);
enum status db_commit(struct db *db, struct error *err);
void db_rollback(struct db *db); /* does nothing outside a transaction */

/*
 * The time of the transaction that is open, in Unix milliseconds, by the clock of the database: all nodes on one
 * database compare leases by it.
 */
int64_t db_now(const struct db *db);

/* Begins a part of a transaction that can be undone by itself. Not nested. */
enum status db_savepoint(struct db *db, struct error *err);
enum status db_release(struct db *db, struct error *err);
/* Undoes the part. When that fails, the transaction must not be committed. */
enum status db_undo(struct db *db, struct error *err);

/* --- statements --- */

/*
 * One row while it is read: each call takes the next column. Copies go into the arena. The first failure stays in
 * status.
 */
struct db_row {
    struct db *db;
    void *statement;
    struct arena *arena;
    int column;
    enum status status; /* OK, E_MEMORY, E_CORRUPT */
};

int64_t row_int(struct db_row *row);
double row_real(struct db_row *row);
bool row_bool(struct db_row *row);
const char *row_text(struct db_row *row); /* NULL for the SQL NULL */
struct str row_blob(struct db_row *row);  /* a NUL follows behind its bytes */
/* Any value; bytes are not copied, and valid until the next row is read. */
struct db_value row_value(struct db_row *row);

/* Reads a row into *out. Runs no statement. */
typedef void (*db_reader)(struct db_row *row, void *out);

/* Runs a statement whose rows, if any, do not matter. *changed (may be NULL) gets the number of changed rows. */
enum status db_run(struct db *db, const char *sql, struct db_values values, int64_t *changed, struct error *err);

/*
 * Runs a statement of which nothing is to be known but that it succeeds, which may be found out later: its error can be
 * that of the next statement, of db_release or of db_commit. It costs no round trip to a server.
 */
enum status db_queue(struct db *db, const char *sql, struct db_values values, struct error *err);

/* Runs several statements without values or rows. */
enum status db_script(struct db *db, const char *sql, struct error *err);

/* Reads the first row. E_NOT_FOUND when there is none. arena may be NULL when `read` copies nothing. */
enum status db_one(struct db *db, const char *sql, struct db_values values, struct arena *arena, db_reader read,
                   void *out, struct error *err);

/* Reads all rows into an array in the arena; `size`: bytes of one entry. */
struct db_list {
    struct arena *arena;
    db_reader read;
    const struct db_table *table; /* in its place, where it is set */
    size_t size;
    void *items; /* NULL when there are none */
    size_t count;
};
enum status db_all(struct db *db, const char *sql, struct db_values values, struct db_list *list, struct error *err);

/*
 * Hands each row to `visit` before the next is read, so that any number of rows takes the memory of one (on SQLite: of
 * PostgreSQL they come all together; see pg_bulk_read in postgresql.h). visit may use other connections, and ends the
 * reading by another status than OK, which is returned. Texts are read when it has set the row's arena.
 */
typedef enum status (*db_visit)(struct db_row *row, void *argument, struct error *err);
enum status db_each(struct db *db, const char *sql, struct db_values values, db_visit visit, void *argument,
                    struct error *err);

/* Does the query have a row? */
enum status db_exists(struct db *db, const char *sql, struct db_values values, bool *exists, struct error *err);

/* One number (0 for the SQL NULL), text or blob. E_NOT_FOUND when there is no row. */
enum status db_number(struct db *db, const char *sql, struct db_values values, int64_t *number, struct error *err);
enum status db_string(struct db *db, const char *sql, struct db_values values, struct arena *arena, const char **text,
                      struct error *err);
enum status db_bytes(struct db *db, const char *sql, struct db_values values, struct arena *arena, struct str *bytes,
                     struct error *err);

/* The status; where it is E_NOT_FOUND, with the sentence "there is no THING ID". */
enum status no_row(enum status status, const char *thing, const char *id, struct error *err);

/* Runs a statement that changes the one row with this id. E_NOT_FOUND: it changed none. */
enum status db_change(struct db *db, const char *sql, struct db_values values, const char *thing, const char *id,
                      struct error *err);

/* --- tables --- */

/*
 * The columns of a table, or of a query, that a struct has as its members: one list, from which a row is read, inserted
 * and changed.
 *
 *     static const struct db_column COLUMNS[] = {
 *         COLUMN(struct brand, id, COLUMN_KEY),
 *         COLUMN(struct brand, name, COLUMN_CHANGED),
 *         COLUMN(struct brand, created_at, COLUMN_FIXED),
 *     };
 *     static const struct db_table BRANDS = {.name = "brand", .thing = "brand", TABLE_OF(struct brand, COLUMNS)};
 *
 *     table_one(db, &BRANDS, "SELECT $* FROM brand WHERE id = $1", DB_BIND(db_text(id)), arena, brand, err);
 */

enum column_type {
    COLUMN_TEXT, /* const char *, NULL for the SQL NULL */
    COLUMN_BLOB, /* struct str, without bytes for the SQL NULL */
    COLUMN_INT64,
    COLUMN_INT,
    COLUMN_UNSIGNED,
    COLUMN_BOOL,
    COLUMN_REAL,
    COLUMN_WORD /* an enum, by the words of its constants; any other text is E_CORRUPT */
};

enum column_use {
    COLUMN_READ = 1,    /* only read: other statements write it */
    COLUMN_WRITTEN = 2, /* only inserted: nobody reads it again */
    /* Read and inserted, and */
    COLUMN_KEY = 4,     /* the row is found by it; the first of them is a text, its id */
    COLUMN_FIXED = 8,   /* never changed */
    COLUMN_CHANGED = 16 /* changed by table_update and table_upsert */
};

struct db_column {
    enum column_type type;
    const char *name; /* or the expression that is read */
    enum column_use use;
    size_t offset; /* of the member */
    const char *const *words;
    size_t word_count;
};

#define COLUMN_TYPE(member)                                                                                            \
    _Generic((member), const char *: COLUMN_TEXT, struct str: COLUMN_BLOB, int64_t: COLUMN_INT64, int: COLUMN_INT,     \
             unsigned: COLUMN_UNSIGNED, bool: COLUMN_BOOL, double: COLUMN_REAL)

/* A column that has its member's name; one that is read by an expression; one of an enum. */
#define COLUMN(type, member, use) COLUMN_AS(type, member, #member, use)
#define COLUMN_AS(type, member, name, use)                                                                             \
    {                                                                                                                  \
        COLUMN_TYPE(((type *)0)->member), name, use, offsetof(type, member), NULL, 0                                   \
    }
#define COLUMN_ENUM(type, member, words, use)                                                                          \
    {                                                                                                                  \
        COLUMN_WORD, #member, use, offsetof(type, member), words, COUNT_OF(words)                                      \
    }

struct db_table {
    const char *name, *thing; /* in SQL, and in a sentence; NULL: it is only read */
    const struct db_column *columns;
    size_t count, size;  /* size: of the struct */
    db_reader read_more; /* reads what follows the columns; NULL: nothing does */
};

#define TABLE_OF(type, list) .columns = (list), .count = COUNT_OF(list), .size = sizeof(type)

/* The same for what is only read, with the columns in their order. */
#define QUERY_OF(type, ...)                                                                                            \
    .columns = (const struct db_column[]){__VA_ARGS__},                                                                \
    .count = sizeof((const struct db_column[]){__VA_ARGS__}) / sizeof(struct db_column), .size = sizeof(type)
#define READ(type, member)             COLUMN(type, member, COLUMN_READ)
#define READ_AS(type, member, name)    COLUMN_AS(type, member, name, COLUMN_READ)
#define READ_ENUM(type, member, words) COLUMN_ENUM(type, member, words, COLUMN_READ)

/* What stands for the names of the columns that are read, once in a query; and the most bytes that a statement has. */
#define TABLE_COLUMNS "$*"
enum { TABLE_SQL_MAX = 4096 };

void table_read(struct db_row *row, const struct db_table *table, void *out);

/* As db_one and db_each. */
enum status table_one(struct db *db, const struct db_table *table, const char *sql, struct db_values values,
                      struct arena *arena, void *out, struct error *err);
enum status table_each(struct db *db, const struct db_table *table, const char *sql, struct db_values values,
                       db_visit visit, void *argument, struct error *err);

/* As db_all; items: the address of a pointer to the first struct, which gets NULL when there are none. */
enum status table_all(struct db *db, const struct db_table *table, const char *sql, struct db_values values,
                      struct arena *arena, void *items, size_t *count, struct error *err);

enum status table_insert(struct db *db, const struct db_table *table, const void *row, struct error *err);

/* Inserts the row, or changes the one that has its key. */
enum status table_upsert(struct db *db, const struct db_table *table, const void *row, struct error *err);

/* E_NOT_FOUND: no row has the key. */
enum status table_update(struct db *db, const struct db_table *table, const void *row, struct error *err);

/* Deletes an account's row. E_NOT_FOUND. */
enum status table_delete(struct db *db, const struct db_table *table, const char *account_id, const char *id,
                         struct error *err);

/* --- what an article is called where a row of another table speaks of it --- */

/* Two columns for row_article_name; id: a column. */
#define ARTICLE_NAME(id)                                                                                               \
    "(SELECT title FROM article WHERE article.id = " id "), "                                                          \
    "(SELECT config FROM article WHERE article.id = " id " AND title IS NULL)"

/* Its title, or its keyword while it has none; NULL: it has neither, or is there no more. */
const char *row_article_name(struct db_row *row);

/* The keyword of an accepted request, in the arena; NULL: it has none, or no memory. */
const char *article_keyword(const char *config, struct arena *arena);

/* --- reading: a small pool of connections, opened when they are first needed and kept; for any thread --- */

struct readers;

/* `path` is copied. Nothing is opened yet. E_MEMORY. */
enum status readers_new(const struct db_driver *driver, const char *path, struct readers **readers, struct error *err);

/* Waits until every connection is back, and closes them. NULL is allowed. */
void readers_free(struct readers *readers);

/*
 * Runs work in a read transaction; waits for a connection when all are in use. is_long: it may take more than some
 * milliseconds; three such are run at a time, so that others need not wait for them. What work returns, or errors of
 * db_open.
 */
enum status readers_run(struct readers *readers, bool is_long, db_work work, void *argument, struct error *err);

/* --- writing --- */

/*
 * The writer: one thread that owns the only writing connection. It takes what is queued, runs each piece of work in a
 * savepoint, commits once, and then answers: one flush to the disk serves everybody who waited for it (group commit).
 * Any thread may call the functions here; writer_stop must be the last call.
 */

struct writer;

/*
 * Starts the thread, with all signals blocked. It takes the connection over, which is closed also when this fails.
 * E_MEMORY.
 */
enum status writer_start(struct db *db, struct writer **writer, struct error *err);

/* Refuses new work, finishes what is queued, ends the thread and closes the connection. */
void writer_stop(struct writer *writer);

/* Has a write failed on the disk (E_IO) since the start, or since writer_has_recovered was called? */
bool writer_has_failed(const struct writer *writer);
void writer_has_recovered(struct writer *writer);

/*
 * Runs work and waits until it is durable. What work returns; the error of the commit, when the whole group was undone;
 * E_CANCELLED: the writer is closing; E_INTERNAL: called by work of the writer itself.
 */
enum status writer_run(struct writer *writer, db_work work, void *argument, struct error *err);

/*
 * The same for work that is done at once for all who wait for it: it runs at the place of the first of them in the
 * group. When it fails, it is run again for each alone, so that everybody gets the outcome of his own.
 */
enum status writer_run_joint(struct writer *writer, db_joint_work work, void *argument, struct error *err);

/*
 * As writer_run, without waiting: `done` gets the outcome. E_MEMORY, E_CANCELLED: the work was not queued, `done` is
 * not called.
 */
enum status writer_submit(struct writer *writer, db_work work, void *argument, db_done done, struct error *err);

/* --- the schema and its versions --- */

/*
 * A database only ever moves forward.
 *
 * Nodes are replaced one after the other: while the first new one has migrated the database, old ones go on with it,
 * and may be started again. So a part of the schema says which version may go on beside it ("-- version 12, beside
 * 11"), which it may if the part only adds what the older program need not know: tables, and columns with a default.
 */

/*
 * Brings the database to the newest version, in one transaction: when a step fails, it stays as the older program left
 * it, who can go on with it. With a newer one nothing is done when that says that this program may go on beside it.
 * E_INVALID "newer_schema": a newer program wrote it; errors of db_run.
 */
enum status schema_migrate(struct db *writer, struct error *err);

/* The newest version that this program knows. */
int64_t schema_newest(void);

/* The version of a database that is only read; nothing is changed. E_INVALID: it is none of ours; errors of db_one. */
enum status schema_version(struct db *db, int64_t *version, struct error *err);

#endif
