/* A service reads its configuration again while memory runs out at any allocation: it goes on by the new one, or by the
 * one before, and never ends. */
#include "service/service.h"

#include "database.h"
#include "oom.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/copydesk-reload-XXXXXX";

static json_t *make_config(int workers)
{
    json_t *config = json_pack("{si ss si}", "workers", workers, "listen", "127.0.0.1:0", "stop_seconds", 0);
    assert_non_null(config);
    database_configure(config, folder);
    return config;
}

/* Nothing tells that it was started again: asks for half a minute at most. */
static void assert_runs(struct keeper *keeper)
{
    for (int i = 0; i < 6000 && !keeper_is_owner(keeper); i++)
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    assert_true(keeper_is_owner(keeper));
}

/* The next number of allocations to let through. */
static long more(long allowed)
{
    return oom_only_one_fails ? allowed + 1 : 4 * allowed + 16; /* without memory it is tried again each second */
}

/* Lets more allocations through each time, of all threads, until they are enough. */
static void reload_until_it_works(struct keeper *keeper, int workers)
{
    bool ran_out = true;
    json_t *config = make_config(workers);
    for (long allowed = 0; ran_out; allowed = more(allowed)) {
        struct error err = {0};
        atomic_store(&oom_others_left, allowed);
        enum status status = keeper_reload(keeper, config, &err);
        ran_out = atomic_exchange(&oom_others_left, -1) <= 0;
        if (status != OK && (!ran_out || !err.message[0]))
            fail_msg("after %ld allocations: %s", allowed, err.message);
        assert_runs(keeper);
    }
    json_decref(config);
}

static void a_service_goes_on(void **state)
{
    char command[96];
    struct error err = {0};
    struct keeper *keeper = NULL;
    (void)state;
    assert_non_null(mkdtemp(folder));
    json_t *config = make_config(1);
    if (keeper_new(config, true, &keeper, &err) != OK || keeper_attach(keeper, &err) != OK)
        fail_msg("%s", err.message);
    json_decref(config);
    oom_only_one_fails = true;
    reload_until_it_works(keeper, 2);
    oom_only_one_fails = false;
    reload_until_it_works(keeper, 1);
    keeper_free(keeper);
    database_drop(folder);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_service_goes_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
