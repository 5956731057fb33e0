/*
 * What the tests of moving share: a data folder with rows in every table of the schema, and an empty schema of a
 * PostgreSQL database, both of which go away. Without COPYDESK_TEST_DATABASE there is none, and the tests are skipped.
 */
#ifndef MOVE_FIXTURE_H
#define MOVE_FIXTURE_H

#include "test_store.h"

#include "store/move/move.h"
#include "store/move/plan.h"
#include "store/store.h"

struct place {
    char folder[64], schema[64], address[512];
    struct arena *arena;
    struct move_report report;
    struct error err;
};

enum { FILLED_ROWS = 3 };

static inline const char *move_server(void)
{
    const char *address = getenv("COPYDESK_TEST_DATABASE");
    return address && address[0] ? address : NULL;
}

#define NEEDS_SERVER()                                                                                                 \
    do {                                                                                                               \
        if (!move_server()) {                                                                                          \
            print_message("skipped: COPYDESK_TEST_DATABASE names no PostgreSQL database\n");                           \
            skip();                                                                                                    \
        }                                                                                                              \
    } while (0)

static inline void run_at(const char *address, const char *sql)
{
    struct db *db = NULL;
    struct error err;
    if (db_open(db_driver_of(address), address, DB_WRITER, &db, &err) || db_script(db, sql, &err))
        fail_msg("%s: %s", sql, err.message);
    db_close(db);
}

static inline int64_t number_at(const char *address, const char *sql)
{
    struct db *db = NULL;
    struct error err;
    if (db_open(db_driver_of(address), address, DB_WRITER, &db, &err) || db_begin(db, DB_READER, &err))
        fail_msg("%s", err.message);
    int64_t found = number(db, sql);
    db_rollback(db);
    db_close(db);
    return found;
}

/* --- rows in every table --- */

struct reference {
    const char *column, *table, *to;
};

static inline void read_reference(struct db_row *row, void *out)
{
    struct reference *reference = out;
    reference->column = row_text(row);
    reference->table = row_text(row);
    reference->to = row_text(row);
}

/* Columns in which not everything may stand. */
static inline const char *chosen_value(const char *table, const char *column)
{
    static const char *const CHOSEN[][3] = {{"article", "state", "'queued'"},
                                            {"domain", "state", "'ready'"},
                                            {"delivery", "state", "'pending'"},
                                            {"account", "plan", "'free'"},
                                            {"schema_version", "version", "1"}};
    for (size_t i = 0; i < COUNT_OF(CHOSEN); i++)
        if (strcmp(CHOSEN[i][0], table) == 0 && strcmp(CHOSEN[i][1], column) == 0)
            return CHOSEN[i][2];
    return NULL;
}

/* Of row i: different in each row, and where it refers to another table, of the row of the same number there. */
static inline void add_value(struct buf *sql, const struct plan_table *table, const struct plan_column *column,
                             const struct db_list *references, int i)
{
    const char *of_table = table->name, *of_column = column->name;
    const char *chosen = chosen_value(of_table, of_column);
    for (size_t r = 0; r < references->count; r++) {
        const struct reference *reference = (struct reference *)references->items + r;
        if (strcmp(reference->column, column->name) != 0)
            continue;
        of_table = reference->table;
        of_column = reference->to;
    }
    if (chosen)
        buf_str(sql, chosen);
    else if (column->type == DB_TEXT)
        buf_printf(sql, "'%s %s \xc3\xa9\xf0\x9f\x8c\xbf %d'", of_table, of_column, i);
    else if (column->type == DB_BLOB)
        buf_printf(sql, "x'00ff%02x00'", i);
    else if (column->type == DB_REAL)
        buf_printf(sql, "0.1%d", i);
    else
        buf_printf(sql, "%d", i);
}

static inline void fill_table(struct place *place, struct db *db, const struct plan_table *table)
{
    struct db_list references = {.arena = place->arena, .read = read_reference, .size = sizeof(struct reference)};
    assert_int_equal(db_all(db, "SELECT \"from\", \"table\", \"to\" FROM pragma_foreign_key_list($1)",
                            DB_BIND(db_text(table->name)), &references, &place->err),
                     OK);
    for (int i = 1; i <= FILLED_ROWS; i++) {
        struct buf sql = {0};
        buf_printf(&sql, "INSERT INTO \"%s\" (%s) VALUES (", table->name, table->list);
        for (size_t c = 0; c < table->count; c++) {
            buf_str(&sql, c ? ", " : "");
            add_value(&sql, table, &table->columns[c], &references, i);
        }
        buf_str(&sql, ")");
        if (db_run(db, sql.data, DB_NOTHING, NULL, &place->err))
            fail_msg("%s: %s", sql.data, place->err.message);
        buf_free(&sql);
    }
}

static inline void database_path(const struct place *place, char path[128])
{
    snprintf(path, 128, "%s/copydesk.db", place->folder);
}

static inline void fill_folder(struct place *place)
{
    char path[128];
    struct db *db = NULL;
    struct move_plan plan;
    struct store *store = NULL;
    database_path(place, path);
    if (store_open(place->folder, &store, &place->err))
        fail_msg("%s", place->err.message);
    store_close(store);
    if (db_open(&db_sqlite, path, DB_WRITER, &db, &place->err) || db_begin(db, DB_WRITER, &place->err) ||
        plan_read(db, place->arena, &plan, &place->err))
        fail_msg("%s", place->err.message);
    for (size_t i = 0; i < plan.count; i++)
        fill_table(place, db, &plan.tables[i]);
    assert_int_equal(db_commit(db, &place->err), OK);
    db_close(db);
}

/* --- the place --- */

static inline void drop_target(struct place *place)
{
    char sql[128];
    snprintf(sql, sizeof sql, "DROP SCHEMA IF EXISTS %s CASCADE", place->schema);
    run_at(move_server(), sql);
}

static inline void make_target(struct place *place)
{
    char sql[128];
    snprintf(sql, sizeof sql, "CREATE SCHEMA %s", place->schema);
    run_at(move_server(), sql);
}

static inline int set_up_place(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    char id[UUID_LENGTH + 1];
    assert_non_null(place);
    place->arena = arena_new();
    snprintf(place->folder, sizeof place->folder, "/tmp/copydesk-move-XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    uuid_v7(id);
    snprintf(place->schema, sizeof place->schema, "move_%.8s_%.4s_%.4s", id, id + 9, id + 14);
    snprintf(place->schema + strlen(place->schema), 16, "_%.12s", id + 24);
    if (move_server()) {
        const char *server = move_server();
        snprintf(place->address, sizeof place->address, "%s%coptions=-csearch_path%%3D%s", server,
                 strchr(server, '?') ? '&' : '?', place->schema);
        make_target(place);
    }
    fill_folder(place);
    *state = place;
    return 0;
}

static inline int tear_down_place(void **state)
{
    struct place *place = *state;
    if (move_server())
        drop_target(place);
    arena_free(place->arena);
    remove_folder(place->folder);
    free(place);
    return 0;
}

static inline bool has_file(const struct place *place, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", place->folder, name);
    return access(path, F_OK) == 0;
}

/* The rows of all tables, as they were put there. */
static inline void assert_all_moved(struct place *place)
{
    char path[128], sql[128];
    database_path(place, path);
    struct db *db = NULL;
    struct move_plan plan;
    if (db_open(&db_sqlite, path, DB_WRITER, &db, &place->err) || plan_read(db, place->arena, &plan, &place->err))
        fail_msg("%s", place->err.message);
    db_close(db);
    assert_int_equal(plan.count, place->report.table_count);
    for (size_t i = 0; i < plan.count; i++) {
        assert_string_equal(plan.tables[i].name, place->report.tables[i].name);
        snprintf(sql, sizeof sql, "SELECT COUNT(*) FROM \"%s\"", plan.tables[i].name);
        assert_true(plan.tables[i].rows >= FILLED_ROWS);
        assert_int_equal(place->report.tables[i].rows, plan.tables[i].rows);
        assert_int_equal(number_at(place->address, sql), plan.tables[i].rows);
    }
    assert_int_equal(number_at(place->address, "SELECT COUNT(*) FROM moving"), 0);
    assert_true(has_file(place, FOLDER_MOVED));
    assert_false(has_file(place, FOLDER_MOVING));
}

#endif
