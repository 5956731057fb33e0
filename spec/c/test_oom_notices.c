/* Memory that runs out while notices are collected, and while a node looks at what requests wait for. */
#include "oom.h"

#include "test_store.h"

#include "service/http/http.h"
#include "store/notices/notices.h"

enum { MOST_ALLOCATIONS = 100 };

#define ONE "01890000-0000-7000-8000-000000000001"

static void ignore(void *context, const char *kind, const char *id)
{
    (void)context, (void)kind, (void)id;
}

/* Nothing is lost: what could not be kept has everybody look at everything. */
static void what_cannot_be_kept_becomes_anything(void **state)
{
    (void)state;
    int whole = 0, everything = 0;
    for (long n = 0; n < 20; n++) {
        struct batch batch = {0};
        oom_allocations_left = n;
        assert_true(batch_add(&batch, "shown", ONE));
        oom_allocations_left = -1;
        assert_false(batch_is_empty(&batch));
        everything += batch.is_everything;
        whole += !batch.is_everything && batch.entries.count == 1;
        batch_clear(&batch);
    }
    assert_true(everything > 0 && whole > 0);
    assert_int_equal(everything + whole, 20);
}

static void notices_are_made_whole_or_not_at_all(void **state)
{
    struct error err;
    struct notices *notices = NULL;
    const struct notices_options options = {"postgresql:///nobody?host=/nowhere", ONE, ignore, NULL};
    int failures = 0;
    (void)state;
    for (long n = 0; !notices && n < MOST_ALLOCATIONS; n++) {
        oom_allocations_left = n;
        enum status status = notices_new(&options, &notices, &err);
        oom_allocations_left = -1;
        assert_true(status == OK ? notices != NULL : status == E_MEMORY && !notices);
        failures += status != OK;
    }
    assert_non_null(notices);
    assert_true(failures > 0);
    notices_free(notices);
}

static void a_glance_fails_whole(void **state)
{
    struct fixture *f = *state;
    const char *const ids[] = {ONE};
    int failures = 0;
    enum status status = E_MEMORY;
    for (long n = 0; status != OK && n < 200; n++) {
        struct glance_version *versions;
        size_t found;
        struct arena *arena = arena_new();
        assert_non_null(arena);
        oom_allocations_left = n;
        status = glance_versions(f->db, arena, ids, 1, &versions, &found, &f->err);
        oom_allocations_left = -1;
        assert_true(status == OK || status == E_MEMORY);
        failures += status != OK;
        arena_free(arena);
    }
    assert_int_equal(status, OK);
    assert_true(failures > 0);
}

static void waiters_are_listed_whole_or_not_at_all(void **state)
{
    struct error err;
    struct waiters *waiters = waiters_new();
    struct waiter waiter = {.id = ONE};
    const char **ids;
    size_t count;
    (void)state;
    assert_non_null(waiters);
    waiter_join(waiters, &waiter);
    struct arena *arena = arena_new();
    assert_non_null(arena);
    oom_allocations_left = 0;
    enum status status = waiters_list(waiters, arena, &ids, &count, &err);
    oom_allocations_left = -1;
    if (status == OK) /* the arena had room already */
        assert_string_equal(ids[0], ONE);
    else
        assert_int_equal(status, E_MEMORY);
    assert_int_equal(waiters_list(waiters, arena, &ids, &count, &err), OK);
    assert_int_equal(count, 1);
    assert_string_equal(ids[0], ONE);
    waiter_leave(waiters, &waiter);
    arena_free(arena);
    waiters_free(waiters);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_kept_becomes_anything),
        cmocka_unit_test(notices_are_made_whole_or_not_at_all),
        cmocka_unit_test_setup_teardown(a_glance_fails_whole, set_up_database, tear_down),
        cmocka_unit_test(waiters_are_listed_whole_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
