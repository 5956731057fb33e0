/* Moving a data folder into a PostgreSQL database: all of it, once, and where it was broken off. */
#include "move_fixture.h"

#include "store/backup/backup.h"
#include "store/db/postgresql.h"

#include <fcntl.h>

static enum status move_with(struct place *place, struct move_request request)
{
    if (!request.folder)
        request.folder = place->folder;
    if (!request.database)
        request.database = place->address;
    return move_run(&request, place->arena, &place->report, &place->err);
}

static enum status move(struct place *place)
{
    return move_with(place, (struct move_request){0});
}

static void assert_moves(struct place *place, bool begins_again)
{
    if (move_with(place, (struct move_request){.begins_again = begins_again}))
        fail_msg("%s", place->err.message);
    assert_all_moved(place);
}

static void assert_says(const struct place *place, enum status status, enum status expected, const char *part)
{
    assert_int_equal(status, expected);
    if (!strstr(place->err.message, part))
        fail_msg("no \"%s\" in: %s", part, place->err.message);
}

static void run_here(struct place *place, const char *sql)
{
    char path[128];
    database_path(place, path);
    run_at(path, sql);
}

/* --- what is moved --- */

static void read_name(struct db_row *row, void *out)
{
    *(const char **)out = row_text(row);
}

static bool is_exception(const char *name)
{
    for (size_t i = 0; i < PLAN_EXCEPTION_COUNT; i++)
        if (strcmp(PLAN_EXCEPTIONS[i].table, name) == 0)
            return true;
    return false;
}

static bool is_planned(const struct move_plan *plan, const char *name)
{
    for (size_t i = 0; i < plan->count; i++)
        if (strcmp(plan->tables[i].name, name) == 0)
            return true;
    return false;
}

static void every_table_is_moved_or_stays_for_a_reason(void **state)
{
    struct place *place = *state;
    char path[128];
    struct db *db = NULL;
    struct move_plan plan;
    struct db_list names = {.arena = place->arena, .read = read_name, .size = sizeof(const char *)};
    database_path(place, path);
    assert_int_equal(db_open(&db_sqlite, path, DB_READER, &db, &place->err), OK);
    assert_int_equal(plan_read(db, place->arena, &plan, &place->err), OK);
    assert_int_equal(db_all(db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
                            DB_NOTHING, &names, &place->err),
                     OK);
    db_close(db);
    assert_int_equal(names.count, plan.count + PLAN_EXCEPTION_COUNT);
    for (size_t i = 0; i < names.count; i++) {
        const char *name = ((const char **)names.items)[i];
        assert_true(is_planned(&plan, name) != is_exception(name));
    }
    for (size_t i = 0; i < PLAN_EXCEPTION_COUNT; i++)
        assert_true(strlen(PLAN_EXCEPTIONS[i].why) > 10);
}

static void a_table_that_refers_to_itself_is_refused(void **state)
{
    struct place *place = *state;
    char path[128];
    struct db *db = NULL;
    struct move_plan plan;
    run_here(place, "CREATE TABLE tree (id TEXT PRIMARY KEY NOT NULL, over TEXT REFERENCES tree (id)) STRICT");
    database_path(place, path);
    assert_int_equal(db_open(&db_sqlite, path, DB_READER, &db, &place->err), OK);
    assert_int_equal(plan_read(db, place->arena, &plan, &place->err), E_INTERNAL);
    assert_non_null(strstr(place->err.message, "tree"));
    db_close(db);
}

static void everything_is_moved(void **state)
{
    struct place *place = *state;
    NEEDS_SERVER();
    assert_moves(place, false);
    assert_false(place->report.is_resumed);
    assert_int_equal(place->report.copied, place->report.rows);
    for (size_t i = 0; i < place->report.table_count; i++)
        assert_int_equal(strlen(place->report.tables[i].sha256), 64);
    assert_int_equal(number_at(place->address, "SELECT COUNT(*) FROM step WHERE seconds = 0.12 AND output = "
                                               "'\\x00ff0200' AND name = 'step name \xc3\xa9\xf0\x9f\x8c\xbf 2'"),
                     1);
}

/* Both ways around: the folder is shut, and the new database is open. */
static void services_go_on_in_the_new_database_alone(void **state)
{
    struct place *place = *state;
    struct store *store = NULL;
    char path[128];
    NEEDS_SERVER();
    assert_moves(place, false);
    assert_says(place, store_open(place->folder, &store, &place->err), E_INVALID, "was moved to postgresql://");
    assert_string_equal(place->err.code, "moved");
    struct backup_report saved;
    assert_says(place, backup_make(place->folder, "/tmp/copydesk-move-backup", place->arena, &saved, &place->err),
                E_INVALID, "was moved to postgresql://");
    assert_int_equal(store_connect(place->folder, place->address, &store, &place->err), OK);
    store_close(store);
    assert_says(place, move(place), E_CONFLICT, "was moved already");
    snprintf(path, sizeof path, "%s/" FOLDER_MOVED, place->folder);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(store_open(place->folder, &store, &place->err), OK);
    store_close(store);
}

static void what_was_under_way_can_be_claimed_at_once(void **state)
{
    struct place *place = *state;
    NEEDS_SERVER();
    run_here(place, "UPDATE article SET state = 'processing', worker = 'w', lease_until = 9000000000000;"
                    "UPDATE idempotency SET status = 0");
    assert_int_equal(move(place), OK);
    assert_int_equal(number_at(place->address, "SELECT COUNT(*) FROM article WHERE state = 'processing' AND "
                                               "lease_until = 0"),
                     FILLED_ROWS);
    assert_int_equal(number_at(place->address, "SELECT COUNT(*) FROM idempotency"), 0);
}

static void large_and_empty_values_are_moved(void **state)
{
    struct place *place = *state;
    NEEDS_SERVER();
    run_here(place, "UPDATE picture SET bytes = randomblob(12000000);"
                    "UPDATE domain_page SET html = x'', title = '';"
                    "UPDATE article SET created_at = -9223372036854775808, updated_at = 9223372036854775807, "
                    "html = NULL;"
                    "UPDATE step SET seconds = -1.5e-300");
    assert_moves(place, false);
    assert_int_equal(number_at(place->address, "SELECT COUNT(*) FROM picture WHERE LENGTH(bytes) = 12000000"),
                     FILLED_ROWS);
    assert_int_equal(number_at(place->address, "SELECT COUNT(*) FROM article WHERE html IS NULL AND created_at = "
                                               "-9223372036854775808 AND updated_at = 9223372036854775807"),
                     FILLED_ROWS);
}

/* More than fits into one transaction. */
static void many_rows_are_moved(void **state)
{
    struct place *place = *state;
    NEEDS_SERVER();
    run_here(place, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 45000) "
                    "INSERT INTO ledger (id, account_id, kind, subject, words, credits, created_at) "
                    "SELECT 'l' || i, (SELECT MIN(id) FROM account), 'article', 's' || i, -i, 1, i FROM n");
    assert_moves(place, false);
    assert_int_equal(number_at(place->address, "SELECT COUNT(*) FROM ledger"), 45000 + FILLED_ROWS);
}

/* --- what is refused --- */

static void a_folder_in_use_is_refused(void **state)
{
    struct place *place = *state;
    struct store *store = NULL;
    NEEDS_SERVER();
    assert_int_equal(store_open(place->folder, &store, &place->err), OK);
    assert_says(place, move(place), E_CONFLICT, "stop it first");
    assert_string_equal(place->err.code, "in_use");
    store_close(store);
    assert_moves(place, false);
}

static void a_folder_without_data_is_refused(void **state)
{
    struct place *place = *state;
    char path[128];
    NEEDS_SERVER();
    struct move_request nowhere = {.folder = "/nowhere/at/all"};
    assert_says(place, move_with(place, nowhere), E_NOT_FOUND, "no database in /nowhere/at/all");
    snprintf(path, sizeof path, "%s/manifest.json", place->folder);
    fclose(fopen(path, "w"));
    assert_says(place, move(place), E_INVALID, "is a backup");
    assert_int_equal(number_at(place->address, "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema()"),
                     0);
}

static void an_address_that_is_none_is_refused(void **state)
{
    struct place *place = *state;
    static const char *const ADDRESSES[] = {"/a/folder",
                                            "",
                                            "mysql://host/name",
                                            "postgresql://me:se%zzcret@host/x",
                                            "postgresql://me:secret@[host/x",
                                            "postgresql://host/x?secret"};
    for (size_t i = 0; i < COUNT_OF(ADDRESSES); i++) {
        assert_int_equal(move_with(place, (struct move_request){.database = ADDRESSES[i]}), E_INVALID);
        assert_null(strstr(place->err.message, "secret"));
    }
    struct move_request silent = {.database = "postgresql://me:secret@127.0.0.1:1/x"};
    assert_int_equal(move_with(place, silent), E_IO);
    assert_string_equal(place->err.code, "database_gone");
    assert_non_null(strstr(place->err.message, "postgresql://me@127.0.0.1:1/x"));
    assert_null(strstr(place->err.message, "secret"));
}

static void a_database_with_other_data_is_refused(void **state)
{
    struct place *place = *state;
    NEEDS_SERVER();
    run_at(place->address, "CREATE TABLE other (a BIGINT)");
    assert_says(place, move(place), E_CONFLICT, "the table other");
    assert_string_equal(place->err.code, "not_empty");
    run_at(place->address, "DROP TABLE other");

    struct db *db = NULL;
    assert_int_equal(db_open(&db_postgresql, place->address, DB_WRITER, &db, &place->err), OK);
    assert_int_equal(schema_migrate(db, &place->err), OK);
    db_close(db);
    run_at(place->address, "INSERT INTO account (id, plan) VALUES ('me', 'free')");
    assert_says(place, move(place), E_CONFLICT, "holds data already");
    assert_says(place, move_with(place, (struct move_request){.begins_again = true}), E_CONFLICT, "holds data already");
    assert_int_equal(number_at(place->address, "SELECT COUNT(*) FROM account"), 1);
    assert_false(has_file(place, FOLDER_MOVED));

    run_at(place->address, "DELETE FROM account; INSERT INTO schema_version (version, migrated_at) VALUES (999, 1)");
    assert_says(place, move(place), E_INVALID, "schema version 999");
    run_at(place->address, "DELETE FROM schema_version WHERE version = 999");
    assert_moves(place, false);
}

static void a_damaged_database_is_refused(void **state)
{
    struct place *place = *state;
    char path[128];
    NEEDS_SERVER();
    database_path(place, path);
    run_here(place, "UPDATE picture SET bytes = zeroblob(200000); PRAGMA wal_checkpoint(TRUNCATE)");
    int file = open(path, O_WRONLY | O_CLOEXEC);
    for (off_t page = 3; page < 20; page++)
        assert_int_equal(pwrite(file, "damaged on purpose", 18, page * 4096), 18);
    close(file);
    assert_says(place, move(place), E_CORRUPT, path);
    assert_false(has_file(place, FOLDER_MOVED));
}

static void what_postgresql_does_not_take_is_named(void **state)
{
    struct place *place = *state;
    NEEDS_SERVER();
    run_here(place, "UPDATE brand SET voice = CAST(x'610062' AS TEXT) WHERE id LIKE '% 2'");
    assert_says(place, move(place), E_INVALID, "table brand, id brand id");
    assert_says(place, E_INVALID, E_INVALID, "2: voice holds a character U+0000");
    run_here(place, "UPDATE brand SET voice = CAST(x'61ff62' AS TEXT) WHERE id LIKE '% 2'");
    assert_says(place, move(place), E_INVALID, "voice holds text that is not UTF-8");
    run_here(place, "UPDATE brand SET voice = NULL");
    assert_moves(place, false);
}

/* --- broken off, and gone on with --- */

struct script {
    struct place *place;
    int calls, act_at; /* act_at: in this call of progress, from 1 */
    bool (*act)(struct place *place);
    const char *sql; /* is run in the new database when a table has been copied */
    const char *table;
};

static bool follow(void *argument, const struct move_progress *progress)
{
    struct script *script = argument;
    script->calls++;
    if (script->sql && progress->phase == MOVE_COPIES && strcmp(progress->table, script->table) == 0) {
        run_at(script->place->address, script->sql);
        script->sql = NULL;
    }
    return script->calls != script->act_at || script->act(script->place);
}

static enum status move_along(struct script *script)
{
    return move_with(script->place, (struct move_request){.progress = follow, .argument = script});
}

static bool stop(struct place *place)
{
    (void)place;
    return false;
}

static void a_move_goes_on_where_it_was(void **state)
{
    struct place *place = *state;
    struct store *store = NULL;
    NEEDS_SERVER();
    int stops = 0;
    for (int at = 1;; at++) {
        struct script script = {.place = place, .act_at = at, .act = stop};
        enum status status = move_along(&script);
        if (status == OK)
            break;
        stops++;
        assert_says(place, status, E_CANCELLED, "stopped");
        assert_int_equal(place->report.is_resumed, at > 1);
        assert_false(has_file(place, FOLDER_MOVED));
        assert_says(place, store_connect("/tmp/copydesk-move-node", place->address, &store, &place->err), E_INVALID,
                    "is being moved into this database");
    }
    remove_folder("/tmp/copydesk-move-node");
    assert_true(stops > (int)place->report.table_count);
    assert_int_equal(place->report.copied, 0); /* the last run found all of it there */
    assert_all_moved(place);
}

static void nothing_is_gone_on_with_after_a_service_ran(void **state)
{
    struct place *place = *state;
    struct store *store = NULL;
    NEEDS_SERVER();
    struct script script = {.place = place, .act_at = 4, .act = stop};
    assert_int_equal(move_along(&script), E_CANCELLED);
    assert_true(has_file(place, FOLDER_MOVING));
    assert_int_equal(store_open(place->folder, &store, &place->err), OK);
    store_close(store);
    assert_false(has_file(place, FOLDER_MOVING));
    run_here(place, "DELETE FROM brand WHERE id LIKE '% 1'; UPDATE account SET words_used = 77");
    assert_says(place, move(place), E_CONFLICT, "--again");
    assert_string_equal(place->err.code, "other_move");
    run_here(place, "INSERT INTO brand SELECT id || '4', account_id, name, url, created_at, updated_at, avoid, links, "
                    "description, voice, audience, knowledge FROM brand LIMIT 1");
    assert_moves(place, true);
    assert_int_equal(number_at(place->address, "SELECT COUNT(*) FROM account WHERE words_used = 77"), FILLED_ROWS);
}

/* The mark in the folder was written, and the process died before the new database was opened. */
static void a_move_that_died_at_its_end_is_ended(void **state)
{
    struct place *place = *state;
    struct store *store = NULL;
    char path[128], id[64] = "";
    NEEDS_SERVER();
    struct script script = {.place = place, .act_at = 4, .act = stop};
    assert_int_equal(move_along(&script), E_CANCELLED);
    snprintf(path, sizeof path, "%s/" FOLDER_MOVED, place->folder);
    FILE *file = fopen(path, "w");
    fputs("postgresql://there\n", file);
    fclose(file);
    assert_int_equal(store_open(place->folder, &store, &place->err), E_INVALID);
    assert_moves(place, false);

    /* And before it removed its own file. */
    snprintf(path, sizeof path, "%s/" FOLDER_MOVING, place->folder);
    uuid_v7(id);
    file = fopen(path, "w");
    fputs(id, file);
    fclose(file);
    assert_says(place, move(place), E_CONFLICT, "was moved already");
    assert_false(has_file(place, FOLDER_MOVING));
    assert_int_equal(store_connect(place->folder, place->address, &store, &place->err), OK);
    store_close(store);
}

static bool cut_connections(struct place *place)
{
    char sql[256];
    (void)place;
    snprintf(sql, sizeof sql,
             "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND "
             "application_name = 'move test %d'",
             (int)getpid());
    run_at(move_server(), sql);
    return true;
}

static void a_connection_that_is_cut_is_made_anew(void **state)
{
    struct place *place = *state;
    char name[64];
    NEEDS_SERVER();
    snprintf(name, sizeof name, "&application_name=move%%20test%%20%d", (int)getpid());
    strncat(place->address, name, sizeof place->address - strlen(place->address) - 1);
    struct script script = {.place = place, .act_at = 3, .act = cut_connections};
    if (move_along(&script))
        fail_msg("%s", place->err.message);
    assert_all_moved(place);
}

/* --- differences --- */

static void each_difference_is_found(void **state)
{
    struct place *place = *state;
    static const char *const CASES[][3] = {
        {"step", "UPDATE step SET seconds = 0.13 WHERE number = 2", "table step: article_id article id"},
        {"session", "DELETE FROM session WHERE hash = '\\x00ff0100'", "hash 00ff0100"},
        {"brand", "UPDATE brand SET name = name || ' ' WHERE id LIKE '% 3'", "is not the same in the new database"},
        {"brand", "UPDATE brand SET voice = NULL WHERE id LIKE '% 1'", "table brand: id brand id"},
        {"brand", "DELETE FROM brand WHERE id LIKE '% 3'", "3 is not in the new database"},
        {"delivery", "INSERT INTO account (id, plan) VALUES ('zz', 'free')",
         "table account: id zz is in the new "
         "database alone"},
        {"picture", "UPDATE picture SET bytes = '\\x00ff0201' WHERE bytes = '\\x00ff0200'", "table picture: id"},
        {"ledger", "UPDATE ledger SET words = words + 1 WHERE id LIKE '% 1'", "table ledger"},
    };
    NEEDS_SERVER();
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        /* At the end of the copying of the last table that is copied, so that nothing copies it once more. */
        struct script script = {.place = place, .table = "step", .sql = CASES[i][1]};
        enum status status = move_along(&script);
        if (script.sql)
            fail_msg("%s was not run", CASES[i][1]);
        assert_says(place, status, E_CORRUPT, CASES[i][2]);
        assert_string_equal(place->err.code, "differs");
        assert_false(has_file(place, FOLDER_MOVED));
        drop_target(place);
        make_target(place);
    }
    assert_moves(place, false);
}

/* --- addresses --- */

static void addresses_are_shown_without_secrets(void **state)
{
    struct place *place = *state;
    static const char *const CASES[][2] = {
        {"postgresql://me:secret@host:5433/name", "postgresql://me@host:5433/name"},
        {"postgres://host/name?password=secret", "postgresql://host/name"},
        {"postgresql://host/name?pass%77ord=secret&sslmode=require", "postgresql://host/name"},
        {"postgresql://host/name?sslpassword=secret&user=me", "postgresql://me@host/name"},
        {"postgresql://me:se%40cret@a,b:5433/na%20me", "postgresql://me@a,b:5433/na%20me"},
        {"postgresql://[::1]:5432/name", "postgresql://[::1]:5432/name"},
        {"postgresql:///name?host=/run/pg&port=7", "postgresql:///name?host=/run/pg&port=7"},
        {"postgresql://%2Frun%2Fpg/name", "postgresql:///name?host=/run/pg"},
        {"postgresql:///?service=desk", "postgresql:///?service=desk"},
        {"postgresql://", "postgresql:///"},
        {"postgresql://me:secret@host:/x:y?z", "postgresql://"},
        {"postgresql://me:secret/name", "postgresql://"}, /* a host is missing, and libpq would take it for a port */
        {"postgresql://a%3Fpassword=x/name", "postgresql://a%3Fpassword%3Dx/name"},
    };
    for (size_t i = 0; i < COUNT_OF(CASES); i++)
        assert_string_equal(pg_url_shown(CASES[i][0], place->arena), CASES[i][1]);
}

#define test(name) cmocka_unit_test_setup_teardown(name, set_up_place, tear_down_place)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(every_table_is_moved_or_stays_for_a_reason),
        test(a_table_that_refers_to_itself_is_refused),
        test(everything_is_moved),
        test(services_go_on_in_the_new_database_alone),
        test(what_was_under_way_can_be_claimed_at_once),
        test(large_and_empty_values_are_moved),
        test(many_rows_are_moved),
        test(a_folder_in_use_is_refused),
        test(a_folder_without_data_is_refused),
        test(an_address_that_is_none_is_refused),
        test(a_database_with_other_data_is_refused),
        test(a_damaged_database_is_refused),
        test(what_postgresql_does_not_take_is_named),
        test(a_move_goes_on_where_it_was),
        test(nothing_is_gone_on_with_after_a_service_ran),
        test(a_move_that_died_at_its_end_is_ended),
        test(a_connection_that_is_cut_is_made_anew),
        test(each_difference_is_found),
        test(addresses_are_shown_without_secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
