/*
 * The n-th allocation fails, for n after n: a move that has no memory ends with that, the folder is as it was, and the
 * next run goes on until all is moved. Our allocations and SQLite's are counted apart.
 *
 * A few hundred moves to PostgreSQL in each of the tests, which take a minute:
 * silent: 900
 */
#include "move_fixture.h"

#include "oom.h"

#include <sqlite3.h>

static long sqlite_left; /* allocations of SQLite until the one that fails; 0: none does */
static sqlite3_mem_methods sqlite_default;

static bool sqlite_fails(void)
{
    return sqlite_left > 0 && --sqlite_left == 0;
}

static void *sqlite_malloc(int size)
{
    return sqlite_fails() ? NULL : sqlite_default.xMalloc(size);
}

static void *sqlite_realloc(void *memory, int size)
{
    return sqlite_fails() ? NULL : sqlite_default.xRealloc(memory, size);
}

static int configure(void **state)
{
    (void)state;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &sqlite_default), SQLITE_OK);
    sqlite3_mem_methods failing = sqlite_default;
    failing.xMalloc = sqlite_malloc;
    failing.xRealloc = sqlite_realloc;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &failing), SQLITE_OK);
    return 0;
}

/* With an arena of its own, which is made before anything is counted. */
static enum status run(struct place *place, long ours, long sqlite, bool *reached)
{
    struct arena *arena = arena_new();
    struct move_request request = {.folder = place->folder, .database = place->address};
    oom_allocations_left = ours - 1;
    oom_only_one_fails = true;
    sqlite_left = sqlite;
    enum status status = move_run(&request, arena, &place->report, &place->err);
    *reached = ours ? oom_allocations_left == -1 : sqlite_left == 0;
    oom_allocations_left = -1;
    sqlite_left = 0;
    arena_free(arena);
    return status;
}

static void fail_each(struct place *place, bool is_ours, long stride)
{
    long failures = 0;
    bool reached = true;
    sqlite3_int64 before = sqlite3_memory_used();
    for (long n = 1; reached; n += stride) {
        enum status status = run(place, is_ours ? n : 0, is_ours ? 0 : n, &reached);
        assert_int_equal(sqlite3_memory_used(), before);
        if (status == OK)
            break; /* what failed was of no importance, or nothing did */
        failures++;
        if (status != E_MEMORY)
            fail_msg("allocation %ld: %s: %s", n, status_name(status), place->err.message);
        bool is_marked = has_file(place, FOLDER_MOVED);
        if (is_marked && !has_file(place, FOLDER_MOVING))
            fail_msg("allocation %ld: marked as moved, and cannot be gone on with", n);
    }
    assert_in_range(failures, 8, 100000);
    if (!has_file(place, FOLDER_MOVED) || has_file(place, FOLDER_MOVING))
        assert_int_equal(run(place, 0, 0, &reached), OK);
    assert_int_equal(number_at(place->address, "SELECT COUNT(*) FROM moving"), 0);
    assert_int_equal(number_at(place->address, "SELECT COUNT(*) FROM article"), FILLED_ROWS);
    assert_int_equal(number_at(place->address, "SELECT COUNT(*) FROM step"), FILLED_ROWS);
}

static void our_allocations_fail(void **state)
{
    NEEDS_SERVER();
    fail_each(*state, true, 1);
}

static void the_databases_allocations_fail(void **state)
{
    NEEDS_SERVER();
    fail_each(*state, false, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(our_allocations_fail, set_up_place, tear_down_place),
        cmocka_unit_test_setup_teardown(the_databases_allocations_fail, set_up_place, tear_down_place),
    };
    return cmocka_run_group_tests(tests, configure, NULL);
}
