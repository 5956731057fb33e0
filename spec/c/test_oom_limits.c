/* Memory that runs out while nodes share their rate limits: each of them decides alone then. */
#include "oom.h"

#include "test_store.h"

#include "service/account/account.h"

enum { MOST_ALLOCATIONS = 200, PATIENCE_MS = 30000 };

static void limits_are_made_whole_or_not_at_all(void **state)
{
    struct fixture *f = *state;
    struct store *store = NULL;
    struct limits *limits = NULL;
    int failures = 0;
    assert_int_equal(store_open(f->folder, &store, &f->err), OK);
    for (long n = 0; !limits && n < MOST_ALLOCATIONS; n++) {
        oom_allocations_left = n;
        limits = limits_new(store, PATIENCE_MS);
        oom_allocations_left = -1;
        failures += !limits;
    }
    assert_non_null(limits);
    assert_in_range(failures, 2, MOST_ALLOCATIONS);
    limits_free(limits);
    store_close(store);
}

static bool take(struct limits *limits, const char *key)
{
    struct limit_state state;
    const struct limit_request request = {LIMIT_CREATE, str_from(key), 60, str_from(key), 60};
    bool passed = limits_take(limits, &request, clock_mono_ms(), &state);
    assert_int_equal(state.quota, 60);
    assert_true(passed || state.retry > 0);
    return passed;
}

static enum status count_rows(struct db *db, void *argument, struct error *err)
{
    return db_one(db, "SELECT COUNT(*) FROM rate WHERE name LIKE 'key create %'", DB_NOTHING, NULL, read_number,
                  argument, err);
}

/* The allocations of the store and of the thread that asks it fail, one after the other. */
static void every_request_is_decided(void **state)
{
    struct fixture *f = *state;
    struct store *store = NULL;
    int64_t rows = 0;
    assert_int_equal(store_open(f->folder, &store, &f->err), OK);
    oom_is_test_thread = true;
    oom_only_one_fails = true;
    for (long n = 0; n < MOST_ALLOCATIONS; n++) {
        char key[16];
        struct limits *limits = limits_new(store, PATIENCE_MS);
        assert_non_null(limits);
        snprintf(key, sizeof key, "k%ld", n);
        atomic_store(&oom_others_left, n);
        assert_true(take(limits, key));
        atomic_store(&oom_others_left, -1);
        limits_free(limits); /* what was owed is written now at the latest */
    }
    oom_only_one_fails = false;
    assert_int_equal(store_read(store, count_rows, &rows, &f->err), OK);
    assert_int_equal(rows, MOST_ALLOCATIONS);
    store_close(store);
}

static void without_memory_the_own_buckets_decide(void **state)
{
    struct fixture *f = *state;
    struct store *store = NULL;
    int passed = 0;
    assert_int_equal(store_open(f->folder, &store, &f->err), OK);
    oom_is_test_thread = true;
    struct limits *limits = limits_new(store, PATIENCE_MS);
    assert_non_null(limits);
    atomic_store(&oom_others_left, 0);
    while (take(limits, "k"))
        passed++;
    atomic_store(&oom_others_left, -1);
    assert_in_range(passed, 60, 61);
    limits_free(limits);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(limits_are_made_whole_or_not_at_all, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(every_request_is_decided, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(without_memory_the_own_buckets_decide, set_up_folder, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
