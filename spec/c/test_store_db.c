/* The small database interface by itself. */
#include "test_store.h"

static enum status run(struct fixture *f, const char *sql)
{
    return db_run(f->db, sql, DB_NOTHING, NULL, &f->err);
}

static int set_up_table(void **state)
{
    set_up_database(state);
    struct fixture *f = *state;
    if (db_script(f->db, "CREATE TABLE thing (id INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, b BLOB) STRICT;",
                  &f->err))
        fail_msg("%s", f->err.message);
    return 0;
}

struct thing {
    int64_t i;
    double r;
    const char *t;
    struct str b;
};

static void read_thing(struct db_row *row, void *out)
{
    struct thing *thing = out;
    thing->i = row_int(row);
    thing->r = row_real(row);
    thing->t = row_text(row);
    thing->b = row_blob(row);
}

static enum status insert(struct fixture *f, int64_t id, const struct thing *thing)
{
    return db_run(f->db, "INSERT INTO thing (id, i, r, t, b) VALUES ($1, $2, $3, $4, $5)",
                  DB_BIND(db_int(id), db_int(thing->i), db_real(thing->r), db_text(thing->t), db_blob(thing->b)), NULL,
                  &f->err);
}

static void values_come_back_as_they_were(void **state)
{
    struct fixture *f = *state;
    const struct thing things[] = {
        {INT64_MIN, -0.5, "", STR("")},
        {INT64_MAX, 1e300, "Gr\xc3\xbc\xc3\x9f", STR("\0\xff\0")},
        {0, 0, NULL, {NULL, 0}},
    };
    for (size_t i = 0; i < COUNT_OF(things); i++) {
        assert_int_equal(insert(f, (int64_t)i, &things[i]), OK);
        struct thing back = {0};
        assert_int_equal(db_one(f->db, "SELECT i, r, t, b FROM thing WHERE id = $1", DB_BIND(db_int((int64_t)i)),
                                f->arena, read_thing, &back, &f->err),
                         OK);
        assert_true(back.i == things[i].i && back.r == things[i].r);
        assert_true(str_eq(back.b, things[i].b));
        if (things[i].t)
            assert_string_equal(back.t, things[i].t);
        else
            assert_null(back.t);
    }
}

static void lists_grow(void **state)
{
    struct fixture *f = *state;
    struct db_list list = {.arena = f->arena, .read = read_thing, .size = sizeof(struct thing)};
    assert_int_equal(db_all(f->db, "SELECT i, r, t, b FROM thing ORDER BY id", DB_NOTHING, &list, &f->err), OK);
    assert_int_equal(list.count, 0);
    for (int64_t i = 0; i < 100; i++)
        assert_int_equal(insert(f, i, &(struct thing){.i = i * i, .t = "x"}), OK);
    assert_int_equal(db_all(f->db, "SELECT i, r, t, b FROM thing ORDER BY id", DB_NOTHING, &list, &f->err), OK);
    assert_int_equal(list.count, 100);
    for (size_t i = 0; i < list.count; i++)
        assert_int_equal(((struct thing *)list.items)[i].i, i * i);
}

static void placeholders_go_by_number(void **state)
{
    struct fixture *f = *state;
    int64_t value = 0;
    assert_int_equal(
        db_one(f->db, "SELECT $2 * 10 + $1 + $2", DB_BIND(db_int(1), db_int(2)), NULL, read_number, &value, &f->err),
        OK);
    assert_int_equal(value, 23);
}

static void wrong_statements_are_defects(void **state)
{
    struct fixture *f = *state;
    int64_t value;
    assert_refusal(f, run(f, "SELEC 1"), E_INTERNAL);
    assert_refusal(f, run(f, "SELECT $1"), E_INTERNAL);
    assert_refusal(f, run(f, "SELECT $2"), E_INTERNAL);
    if (!database_server()) /* which takes a value that no placeholder is for */
        assert_refusal(f, db_run(f->db, "SELECT 1", DB_BIND(db_int(1)), NULL, &f->err), E_INTERNAL);
    assert_int_equal(db_one(f->db, "SELECT 1 WHERE 1 = 0", DB_NOTHING, NULL, read_number, &value, &f->err),
                     E_NOT_FOUND);
    assert_refusal(f, run(f, "INSERT INTO thing (id, i) VALUES (1, 'text')"), E_INTERNAL);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM thing"), 0);
}

static void refusals_have_their_status(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(run(f, "INSERT INTO thing (id) VALUES (1)"), OK);
    assert_refusal(f, run(f, "INSERT INTO thing (id) VALUES (1)"), E_CONFLICT);
    assert_refusal(f, run(f, "INSERT INTO thing (id) VALUES (1)"), E_CONFLICT); /* it can be used again */
    assert_refusal(f,
                   db_run(f->db,
                          "INSERT INTO picture (id, article_id, type, size, bytes) VALUES "
                          "('p', 'none', 'image/png', 0, $1)",
                          DB_BIND(db_blob(str_from("x"))), NULL, &f->err),
                   E_NOT_FOUND);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM thing"), 1);
}

static void a_step_is_undone_by_itself(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(run(f, "INSERT INTO thing (id) VALUES (1)"), OK);
    assert_int_equal(db_savepoint(f->db, &f->err), OK);
    assert_int_equal(run(f, "INSERT INTO thing (id) VALUES (2)"), OK);
    assert_int_equal(db_undo(f->db, &f->err), OK);
    assert_int_equal(db_savepoint(f->db, &f->err), OK);
    assert_int_equal(run(f, "INSERT INTO thing (id) VALUES (3)"), OK);
    assert_int_equal(db_release(f->db, &f->err), OK);
    assert_int_equal(number(f->db, "SELECT SUM(id) FROM thing"), 4);
    assert_int_equal(db_commit(f->db, &f->err), OK);
    assert_int_equal(db_undo(f->db, &f->err), E_INTERNAL); /* nothing to undo */
    assert_int_equal(db_begin(f->db, DB_WRITER, &f->err), OK);
    assert_int_equal(run(f, "DELETE FROM thing"), OK);
    assert_int_equal(db_begin(f->db, DB_WRITER, &f->err), OK); /* rolls what was left open back */
    assert_int_equal(number(f->db, "SELECT SUM(id) FROM thing"), 4);
}

static void unknown_names_are_damage(void **state)
{
    struct fixture *f = *state;
    struct article article;
    assert_int_equal(insert_article(f->db, "me", "a", 1, &f->err), OK);
    assert_int_equal(run(f, database_server() ? "ALTER TABLE article DROP CONSTRAINT article_state_check"
                                              : "PRAGMA ignore_check_constraints = ON"),
                     OK);
    assert_int_equal(run(f, "UPDATE article SET state = 'lost'"), OK);
    assert_int_equal(article_get(f->db, f->arena, "me", "a", &article, &f->err), E_CORRUPT);
}

/* A table with a column of each type. */
struct kind {
    const char *id, *account_id, *t;
    struct str b;
    int64_t long_number, made_at;
    int number;
    unsigned bits;
    bool is_good;
    double r;
    enum { RED, GREEN } colour;
};

static const char *const COLOURS[] = {[RED] = "red", [GREEN] = "green"};
static const struct db_column KIND_COLUMNS[] = {
    COLUMN(struct kind, id, COLUMN_KEY),
    COLUMN(struct kind, account_id, COLUMN_KEY),
    COLUMN(struct kind, t, COLUMN_CHANGED),
    COLUMN(struct kind, b, COLUMN_CHANGED),
    COLUMN(struct kind, long_number, COLUMN_READ),
    COLUMN(struct kind, made_at, COLUMN_FIXED),
    COLUMN(struct kind, number, COLUMN_CHANGED),
    COLUMN(struct kind, bits, COLUMN_CHANGED),
    COLUMN(struct kind, is_good, COLUMN_CHANGED),
    COLUMN(struct kind, r, COLUMN_CHANGED),
    COLUMN_ENUM(struct kind, colour, COLOURS, COLUMN_CHANGED),
};
static const struct db_table KINDS = {.name = "kind", .thing = "kind", TABLE_OF(struct kind, KIND_COLUMNS)};

static void assert_kind(struct fixture *f, const struct kind *wanted)
{
    struct kind *kinds;
    size_t count;
    assert_int_equal(table_all(f->db, &KINDS, "SELECT $* FROM kind", DB_NOTHING, f->arena, &kinds, &count, &f->err),
                     OK);
    assert_int_equal(count, 1);
    const struct kind *kind = &kinds[0];
    assert_string_equal(kind->id, "a");
    assert_string_equal(kind->account_id, "me");
    assert_true(wanted->t ? strcmp(kind->t, wanted->t) == 0 : !kind->t);
    assert_true(str_eq(kind->b, wanted->b));
    assert_true(kind->long_number == 7 && kind->made_at == INT64_MAX && kind->number == wanted->number);
    assert_true(kind->bits == wanted->bits && kind->is_good == wanted->is_good && kind->r == wanted->r);
    assert_int_equal(kind->colour, wanted->colour);
}

static void a_table_is_written_and_read_by_its_columns(void **state)
{
    struct fixture *f = *state;
    struct kind kind = {.id = "a",
                        .account_id = "me",
                        .t = "x",
                        .b = STR("\0b"),
                        .long_number = 5,
                        .made_at = INT64_MAX,
                        .number = -3,
                        .bits = 0x80000000U,
                        .is_good = true,
                        .r = 0.5,
                        .colour = GREEN};
    struct kind changed = {.id = "a", .account_id = "me", .made_at = 1, .number = 4};
    struct kind *none = &kind;
    size_t count = 1;
    assert_int_equal(db_script(f->db,
                               "CREATE TABLE kind (id TEXT NOT NULL, account_id TEXT NOT NULL, t TEXT, b BLOB, "
                               "long_number INTEGER NOT NULL DEFAULT 7, made_at INTEGER, number INTEGER, bits INTEGER, "
                               "is_good INTEGER, r REAL, colour TEXT, PRIMARY KEY (id, account_id)) STRICT;",
                               &f->err),
                     OK);
    assert_int_equal(table_all(f->db, &KINDS, "SELECT $* FROM kind", DB_NOTHING, f->arena, &none, &count, &f->err), OK);
    assert_true(!none && count == 0);
    assert_refusal(f, table_update(f->db, &KINDS, &kind, &f->err), E_NOT_FOUND);
    assert_string_equal(f->err.message, "there is no kind a");
    assert_int_equal(table_insert(f->db, &KINDS, &kind, &f->err), OK);
    assert_kind(f, &kind);
    assert_refusal(f, table_insert(f->db, &KINDS, &kind, &f->err), E_CONFLICT);
    assert_int_equal(table_update(f->db, &KINDS, &changed, &f->err), OK);
    assert_kind(f, &changed);
    assert_int_equal(table_upsert(f->db, &KINDS, &kind, &f->err), OK);
    assert_kind(f, &kind);
    assert_refusal(f, table_delete(f->db, &KINDS, "you", "a", &f->err), E_NOT_FOUND);
    assert_int_equal(table_delete(f->db, &KINDS, "me", "a", &f->err), OK);
    assert_int_equal(table_upsert(f->db, &KINDS, &kind, &f->err), OK);
    assert_kind(f, &kind);
}

static void a_statement_has_an_end(void **state)
{
    struct fixture *f = *state;
    struct kind kind;
    char sql[TABLE_SQL_MAX + 1];
    memset(sql, ' ', sizeof sql);
    memcpy(sql, "SELECT $*", 9);
    sql[TABLE_SQL_MAX] = '\0';
    assert_refusal(f, table_one(f->db, &KINDS, sql, DB_NOTHING, f->arena, &kind, &f->err), E_INTERNAL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_table, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(values_come_back_as_they_were), TEST(lists_grow),
        TEST(placeholders_go_by_number),     TEST(wrong_statements_are_defects),
        TEST(refusals_have_their_status),    TEST(a_step_is_undone_by_itself),
        TEST(unknown_names_are_damage),      TEST(a_table_is_written_and_read_by_its_columns),
        TEST(a_statement_has_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
