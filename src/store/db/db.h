/*
 * db: the small database interface below the store. A driver is one table of functions; the SQL is written once.
 *
 * The dialect is what SQLite 3.37 and PostgreSQL 15 both understand:
 *   - placeholders $1, $2, ... bound by number;
 *   - RETURNING, ON CONFLICT, partial indexes; no function that only one of them has (CASE instead of a two-argument max);
 *   - a placeholder that is compared with nothing but NULL is written CAST($1 AS TEXT), since PostgreSQL cannot tell its type;
 *   - the comment "skip locked" in a query that picks a row to claim: a driver with row locks puts its clause there;
 *   - no statement that is expected to fail: a refusal is seen by the number of changed rows, because an error ends a
 *     PostgreSQL transaction.
 *
 * A connection is used by one thread at a time. Statements are prepared once per connection and kept. A fork of the process waits
 * for the function here that another thread is in.
 * Errors: E_CONFLICT (a unique key is taken), E_NOT_FOUND (a referenced row is missing), E_MEMORY, E_LIMIT (a value too large),
 * E_CORRUPT, E_IO, E_INTERNAL (wrong SQL).
 */
#ifndef COPYDESK_STORE_DB_H
#define COPYDESK_STORE_DB_H

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
    struct arena *arena; /* of the statement cache */
    struct map statements;
};

struct db_driver {
    const char *begin_write, *begin_read; /* the statements that open a transaction */

    /* The driver allocates the connection, with struct db as its first member, and sets nothing in that. */
    enum status (*open)(const char *target, enum db_mode mode, struct db **db, struct error *err);
    void (*close)(struct db *db);
    bool (*in_transaction)(struct db *db);
    /* Several statements without values or rows: the schema. */
    enum status (*script)(struct db *db, const char *sql, struct error *err);

    enum status (*prepare)(struct db *db, const char *sql, void **statement, struct error *err);
    void (*finalize)(struct db *db, void *statement);
    /* The bytes of the values stay where they are until reset. */
    enum status (*bind)(struct db *db, void *statement, struct db_values values, struct error *err);
    enum status (*step)(struct db *db, void *statement, bool *row, struct error *err);
    /* Bytes are valid until the next step. false: memory ran out. */
    bool (*column)(struct db *db, void *statement, int column, struct db_value *value);
    /* Rows that the finished statement inserted, changed or deleted itself (not by a cascade). */
    int64_t (*changes)(struct db *db, void *statement);
    void (*reset)(struct db *db, void *statement);
};

extern const struct db_driver db_sqlite;

enum status db_open(const struct db_driver *driver, const char *target, enum db_mode mode, struct db **db,
                    struct error *err);
void db_close(struct db *db); /* NULL is allowed */

/* --- transactions --- */

/* Rolls a transaction back first that an earlier failure left open. */
enum status db_begin(struct db *db, enum db_mode mode, struct error *err);
enum status db_commit(struct db *db, struct error *err);
void db_rollback(struct db *db); /* does nothing outside a transaction */

/* A step of a transaction that can be undone by itself. Not nested. */
enum status db_savepoint(struct db *db, struct error *err);
enum status db_release(struct db *db, struct error *err);
/* Undoes the step. When that fails, the transaction must not be committed. */
enum status db_undo(struct db *db, struct error *err);

/* --- statements --- */

/* One row while it is read: each call takes the next column. What is copied goes into the arena. Failures are sticky. */
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
struct str row_blob(struct db_row *row);  /* NUL-terminated all the same */
/* The position of the text among `count` names; another text is E_CORRUPT. */
int row_name(struct db_row *row, const char *const *names, size_t count);

/* Reads a row into *out. Runs no statement. */
typedef void (*db_reader)(struct db_row *row, void *out);

/* Runs a statement whose rows, if any, do not matter. *changed (may be NULL) gets the number of changed rows. */
enum status db_run(struct db *db, const char *sql, struct db_values values, int64_t *changed, struct error *err);

/* Runs several statements without values or rows. */
enum status db_script(struct db *db, const char *sql, struct error *err);

/* Reads the first row. E_NOT_FOUND when there is none. arena may be NULL when `read` copies nothing. */
enum status db_one(struct db *db, const char *sql, struct db_values values, struct arena *arena, db_reader read,
                   void *out, struct error *err);

/* Reads all rows into an array of `size` bytes each, in the arena. */
struct db_list {
    struct arena *arena;
    db_reader read;
    size_t size;
    void *items; /* NULL when there are none */
    size_t count;
};
enum status db_all(struct db *db, const char *sql, struct db_values values, struct db_list *list, struct error *err);

/* Does the query have a row? */
enum status db_exists(struct db *db, const char *sql, struct db_values values, bool *exists, struct error *err);

#endif
