/* A pool of threads for owners while memory runs out: what was taken is done, what was refused is not. */
#include "base/system/system.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "oom.h"

static void count_up(void *argument)
{
    atomic_fetch_add((atomic_int *)argument, 1);
}

static enum status run_pool(atomic_int *done, int *taken)
{
    const struct fair_pool_options options = {4, 2, 0, true};
    struct fair_pool *pool = NULL;
    enum status status = fair_pool_new(&options, &pool, NULL);
    for (int i = 0; status == OK && i < 3; i++) {
        status = fair_pool_submit(pool, i ? "a" : NULL, count_up, done, NULL);
        *taken += status == OK;
    }
    fair_pool_free(pool);
    return status;
}

static void run_short_of(bool only_one)
{
    enum status status = E_MEMORY;
    oom_only_one_fails = only_one;
    for (long allowed = 0; status != OK; allowed++) {
        atomic_int done = 0;
        int taken = 0;
        oom_allocations_left = allowed;
        status = run_pool(&done, &taken);
        oom_allocations_left = -1;
        assert_true(status == OK || status == E_MEMORY);
        assert_int_equal(atomic_load(&done), taken);
        assert_true(allowed < 50);
    }
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    run_short_of(false);
    run_short_of(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_memory_runs_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
