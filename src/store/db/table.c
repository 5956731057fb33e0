/* Statements that follow from the columns of a table. */
#include "store/db/db.h"

#include <stdio.h>

static struct db_value value_of(const struct db_column *column, const char *row)
{
    const void *member = row + column->offset;
    switch (column->type) {
    case COLUMN_TEXT:
        return db_text(*(const char *const *)member);
    case COLUMN_BLOB:
        return ((const struct str *)member)->len ? db_blob(*(const struct str *)member) : db_text(NULL);
    case COLUMN_INT64:
        return db_int(*(const int64_t *)member);
    case COLUMN_INT:
        return db_int(*(const int *)member);
    case COLUMN_UNSIGNED:
        return db_int(*(const unsigned *)member);
    case COLUMN_BOOL:
        return db_int(*(const bool *)member);
    case COLUMN_REAL:
        return db_real(*(const double *)member);
    case COLUMN_WORD:
        return db_text(column->words[*(const unsigned *)member]);
    }
    return db_text(NULL);
}

/* --- a statement that is put together --- */

enum { INSERT_USES = COLUMN_WRITTEN | COLUMN_KEY | COLUMN_FIXED | COLUMN_CHANGED };

struct table_statement {
    char text[TABLE_SQL_MAX];
    size_t length; /* TABLE_SQL_MAX: it is too long */
    struct db_value values[DB_VALUES_MAX];
    size_t count;
};

static void begin_statement(struct table_statement *statement)
{
    statement->text[0] = '\0';
    statement->length = statement->count = 0;
}

static void add_slice(struct table_statement *statement, struct str text)
{
    if (text.len >= sizeof statement->text - statement->length) {
        statement->length = sizeof statement->text;
        return;
    }
    memcpy(statement->text + statement->length, text.data, text.len);
    statement->length += text.len;
    statement->text[statement->length] = '\0';
}

static void add_sql(struct table_statement *statement, const char *text)
{
    add_slice(statement, str_from(text));
}

static void add_placeholder(struct table_statement *statement, const struct db_column *column, const void *row)
{
    char mark[16];
    statement->values[statement->count++] = value_of(column, row);
    snprintf(mark, sizeof mark, "$%d", (int)statement->count);
    add_sql(statement, mark);
}

static enum status check_length(const struct table_statement *statement, struct error *err)
{
    if (statement->length < sizeof statement->text)
        return OK;
    return error_set(err, E_INTERNAL, NULL, "a statement is longer than %d bytes", TABLE_SQL_MAX);
}

static enum status run_statement(struct db *db, const struct table_statement *statement, int64_t *changed,
                                 struct error *err)
{
    enum status status = check_length(statement, err);
    struct db_values values = {statement->values, statement->count};
    return status ? status : db_run(db, statement->text, values, changed, err);
}

/* The next column behind one (NULL: the first) that is used in one of these ways; NULL: there is none. */
static const struct db_column *next_used(const struct db_table *table, const struct db_column *behind, unsigned uses)
{
    const struct db_column *end = table->columns + table->count;
    for (const struct db_column *column = behind ? behind + 1 : table->columns; column < end; column++)
        if (column->use & uses)
            return column;
    return NULL;
}

static void add_names(struct table_statement *statement, const struct db_table *table, unsigned uses)
{
    const char *between = "";
    for (const struct db_column *column = NULL; (column = next_used(table, column, uses)); between = ", ") {
        add_sql(statement, between);
        add_sql(statement, column->name);
    }
}

/* --- reading --- */

static enum status expand(struct table_statement *statement, const struct db_table *table, const char *sql,
                          struct error *err)
{
    const struct str text = str_from(sql), mark = STR(TABLE_COLUMNS);
    size_t at = str_find(text, mark, 0);
    begin_statement(statement);
    add_slice(statement, (struct str){sql, at});
    if (at < text.len) {
        add_names(statement, table, ~COLUMN_WRITTEN);
        add_sql(statement, sql + at + mark.len);
    }
    return check_length(statement, err);
}

struct table_entry {
    const struct db_table *table;
    void *out;
};

static void read_table_entry(struct db_row *row, void *argument)
{
    const struct table_entry *entry = argument;
    table_read(row, entry->table, entry->out);
}

enum status table_one(struct db *db, const struct db_table *table, const char *sql, struct db_values values,
                      struct arena *arena, void *out, struct error *err)
{
    struct table_statement statement;
    /* cppcheck-suppress ctuuninitvar ; out is written, never read: it needs no value before */
    struct table_entry entry = {table, out};
    enum status status = expand(&statement, table, sql, err);
    return status ? status : db_one(db, statement.text, values, arena, read_table_entry, &entry, err);
}

enum status table_each(struct db *db, const struct db_table *table, const char *sql, struct db_values values,
                       db_visit visit, void *argument, struct error *err)
{
    struct table_statement statement;
    enum status status = expand(&statement, table, sql, err);
    return status ? status : db_each(db, statement.text, values, visit, argument, err);
}

enum status table_all(struct db *db, const struct db_table *table, const char *sql, struct db_values values,
                      struct arena *arena, void *items, size_t *count, struct error *err)
{
    struct table_statement statement;
    struct db_list list = {.arena = arena, .table = table, .size = table->size};
    enum status status = expand(&statement, table, sql, err);
    if (!status)
        status = db_all(db, statement.text, values, &list, err);
    memcpy(items, &list.items, sizeof list.items);
    *count = list.count;
    return status;
}

/* --- writing --- */

static void add_insert(struct table_statement *statement, const struct db_table *table, const void *row)
{
    const char *between = ") VALUES (";
    add_sql(statement, "INSERT INTO ");
    add_sql(statement, table->name);
    add_sql(statement, " (");
    add_names(statement, table, INSERT_USES);
    for (const struct db_column *column = NULL; (column = next_used(table, column, INSERT_USES)); between = ", ") {
        add_sql(statement, between);
        add_placeholder(statement, column, row);
    }
    add_sql(statement, ")");
}

enum status table_insert(struct db *db, const struct db_table *table, const void *row, struct error *err)
{
    struct table_statement statement;
    begin_statement(&statement);
    add_insert(&statement, table, row);
    return run_statement(db, &statement, NULL, err);
}

enum status table_upsert(struct db *db, const struct db_table *table, const void *row, struct error *err)
{
    struct table_statement statement;
    const char *between = ") DO UPDATE SET ";
    begin_statement(&statement);
    add_insert(&statement, table, row);
    add_sql(&statement, " ON CONFLICT (");
    add_names(&statement, table, COLUMN_KEY);
    for (const struct db_column *column = NULL; (column = next_used(table, column, COLUMN_CHANGED)); between = ", ") {
        add_sql(&statement, between);
        add_sql(&statement, column->name);
        add_sql(&statement, " = excluded.");
        add_sql(&statement, column->name);
    }
    return run_statement(db, &statement, NULL, err);
}

/* "BEFORE name = $1BETWEEN name = $2": as far as a condition and a change are written alike. */
static void add_pairs(struct table_statement *statement, const struct db_table *table, const void *row,
                      enum column_use use, const char *before, const char *between)
{
    for (const struct db_column *column = NULL; (column = next_used(table, column, use)); before = between) {
        add_sql(statement, before);
        add_sql(statement, column->name);
        add_sql(statement, " = ");
        add_placeholder(statement, column, row);
    }
}

enum status table_update(struct db *db, const struct db_table *table, const void *row, struct error *err)
{
    struct table_statement statement;
    int64_t changed = 0;
    const char *id = *(const char *const *)((const char *)row + next_used(table, NULL, COLUMN_KEY)->offset);
    begin_statement(&statement);
    add_sql(&statement, "UPDATE ");
    add_sql(&statement, table->name);
    add_pairs(&statement, table, row, COLUMN_CHANGED, " SET ", ", ");
    add_pairs(&statement, table, row, COLUMN_KEY, " WHERE ", " AND ");
    enum status status = run_statement(db, &statement, &changed, err);
    return status || changed ? status : no_row(E_NOT_FOUND, table->thing, id, err);
}

enum status table_delete(struct db *db, const struct db_table *table, const char *account_id, const char *id,
                         struct error *err)
{
    char sql[128];
    snprintf(sql, sizeof sql, "DELETE FROM %s WHERE id = $1 AND account_id = $2", table->name);
    return db_change(db, sql, DB_BIND(db_text(id), db_text(account_id)), table->thing, id, err);
}
