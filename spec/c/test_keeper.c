/* Keeping a service on a data folder: taking part, taking over, giving up, forks. */
#include "service/service.h"

#include "database.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
    char folder[64];
    struct error err;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    strcpy(f->folder, "/tmp/copydesk-keeper-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    char command[96];
    database_drop(f->folder);
    snprintf(command, sizeof command, "rm -rf '%s'", f->folder);
    assert_int_equal(system(command), 0);
    free(f);
    return 0;
}

static struct keeper *make(struct fixture *f, int workers, bool standalone)
{
    struct keeper *keeper = NULL;
    json_t *config = json_pack("{s:i}", "workers", workers);
    database_configure(config, f->folder);
    if (keeper_new(config, standalone, &keeper, &f->err) != OK)
        fail_msg("%s", f->err.message);
    json_decref(config);
    return keeper;
}

static struct keeper *attach(struct fixture *f, bool standalone)
{
    struct keeper *keeper = make(f, 1, standalone);
    if (keeper_attach(keeper, &f->err) != OK)
        fail_msg("%s", f->err.message);
    return keeper;
}

/* Nothing tells of the change: asks for half a minute at most. */
static void wait_for_owner(struct keeper *keeper, bool owner)
{
    for (int i = 0; i < 6000 && keeper_is_owner(keeper) != owner; i++)
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    assert_int_equal(keeper_is_owner(keeper), owner);
}

static void one_runs_it_and_the_next_takes_it_over(void **state)
{
    struct fixture *f = *state;
    struct keeper *first = attach(f, false), *second = attach(f, false), *third = attach(f, false);
    assert_true(keeper_is_owner(first));
    assert_false(keeper_is_owner(second));
    assert_string_equal(keeper_address(first), keeper_address(third));
    keeper_free(first);
    for (int i = 0; i < 6000 && !keeper_is_owner(second) && !keeper_is_owner(third); i++)
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    assert_int_equal(keeper_is_owner(second) + keeper_is_owner(third), 1);
    struct keeper *last = keeper_is_owner(second) ? third : second;
    keeper_free(last == third ? second : third);
    wait_for_owner(last, true);
    keeper_free(last);
}

static void a_standalone_one_comes_first(void **state)
{
    struct fixture *f = *state;
    struct keeper *embedded = attach(f, false), *standalone = attach(f, true), *other = make(f, 1, true);
    assert_true(keeper_is_owner(standalone));
    assert_false(keeper_is_owner(embedded));
    assert_int_equal(keeper_attach(other, &f->err), E_CONFLICT);
    assert_non_null(strstr(f->err.message, "another process serves this data folder, at http://127.0.0.1:"));
    keeper_free(other);
    keeper_free(standalone);
    wait_for_owner(embedded, true);
    keeper_free(embedded);
}

static void another_configuration_is_refused(void **state)
{
    struct fixture *f = *state;
    struct keeper *first = attach(f, false), *second = make(f, 2, false);
    assert_int_equal(keeper_attach(second, &f->err), E_CONFLICT);
    assert_non_null(strstr(f->err.message, "workers = 1"));
    keeper_free(second);
    keeper_free(first);
}

static void what_prevents_a_start_is_said(void **state)
{
    ON_SQLITE_ONLY("its file is damaged");
    struct fixture *f = *state;
    char path[96];
    struct keeper *keeper = make(f, 1, false);
    snprintf(path, sizeof path, "%s/copydesk.db", f->folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "this is no database, but long enough to be taken for the header of one, or so it might seem. %01000d", 0);
    fclose(file);
    assert_int_equal(keeper_attach(keeper, &f->err), E_CORRUPT);
    remove(path);
    assert_int_equal(keeper_attach(keeper, &f->err), OK);
    keeper_free(keeper);
}

static void a_missing_database_prevents_a_start(void **state)
{
    ON_POSTGRESQL_ONLY();
    struct fixture *f = *state;
    struct keeper *keeper = make(f, 1, false);
    database_drop(f->folder);
    assert_int_equal(keeper_attach(keeper, &f->err), E_INVALID);
    assert_non_null(strstr(f->err.message, "search path"));
    database_make(f->folder);
    assert_int_equal(keeper_attach(keeper, &f->err), OK);
    keeper_free(keeper);
}

static void a_child_takes_part_by_itself(void **state)
{
#if defined __SANITIZE_ADDRESS__
    skip(); /* its own locks are not safe over a fork of a process with threads */
#endif
    struct fixture *f = *state;
    int attached[2], result = -1;
    char byte;
    assert_int_equal(pipe(attached), 0);
    struct keeper *keeper = attach(f, false);
    pid_t child = fork();
    if (child == 0) {
        bool stands_by = !keeper_is_owner(keeper) && keeper_attach(keeper, &f->err) == OK && !keeper_is_owner(keeper);
        if (write(attached[1], "x", 1) != 1)
            _exit(2);
        for (int i = 0; i < 6000 && !keeper_is_owner(keeper); i++)
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        bool took_over = keeper_is_owner(keeper);
        keeper_free(keeper);
        _exit(!stands_by + !took_over);
    }
    assert_int_equal(read(attached[0], &byte, 1), 1);
    keeper_free(keeper);
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
    close(attached[0]);
    close(attached[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_runs_it_and_the_next_takes_it_over, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_standalone_one_comes_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_configuration_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_prevents_a_start_is_said, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_missing_database_prevents_a_start, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_child_takes_part_by_itself, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
