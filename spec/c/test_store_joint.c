/* Work of the store's writer that is done at once for all who wait for it. */
#include "test_store.h"

#include "store/store.h"

#include <pthread.h>
#include <semaphore.h>

enum { CALLERS = 8, ROUNDS_MAX = 10000 };

struct caller {
    struct store *store;
    sem_t *at_once;
    const char *name;
    bool is_refused;
    enum status status;
    struct error err;
    pthread_t thread;
};

static size_t most_at_once; /* of the writer's thread, until it is joined */

static enum status add_accounts(struct db *db, void *const *arguments, size_t count, struct error *err)
{
    enum status status = OK;
    most_at_once = count > most_at_once ? count : most_at_once;
    for (size_t i = 0; i < count && status == OK; i++) {
        const struct caller *caller = arguments[i];
        status = make_account_with(db, caller->name, "free", -1, -1, err);
        if (status == OK && caller->is_refused)
            status = error_set(err, E_LIMIT, "code", "refused %s", caller->name);
    }
    return status;
}

static enum status remove_accounts(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    return db_run(db, "DELETE FROM account", DB_NOTHING, NULL, err);
}

static void read_count(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

static enum status count_accounts(struct db *db, void *argument, struct error *err)
{
    return db_one(db, "SELECT COUNT(*) FROM account", DB_NOTHING, NULL, read_count, argument, err);
}

static void *call(void *argument)
{
    struct caller *caller = argument;
    while (sem_wait(caller->at_once))
        continue;
    caller->status = store_write_joint(caller->store, add_accounts, caller, &caller->err);
    return NULL;
}

/* All call at once; the third and the sixth are refused. */
static void call_together(struct fixture *f, struct store *store)
{
    static const char *const names[CALLERS] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    struct caller callers[CALLERS];
    sem_t at_once;
    int64_t count = 0;
    sem_init(&at_once, 0, 0);
    for (int i = 0; i < CALLERS; i++) {
        callers[i] =
            (struct caller){.store = store, .at_once = &at_once, .name = names[i], .is_refused = i == 2 || i == 5};
        assert_int_equal(pthread_create(&callers[i].thread, NULL, call, &callers[i]), 0);
    }
    for (int i = 0; i < CALLERS; i++)
        sem_post(&at_once);
    for (int i = 0; i < CALLERS; i++) {
        pthread_join(callers[i].thread, NULL);
        assert_int_equal(callers[i].status, callers[i].is_refused ? E_LIMIT : OK);
    }
    assert_string_equal(callers[2].err.message, "refused c");
    assert_string_equal(callers[5].err.message, "refused f");
    assert_int_equal(store_read(store, count_accounts, &count, &f->err), OK);
    assert_int_equal(count, CALLERS - 2);
    assert_int_equal(store_write(store, remove_accounts, NULL, &f->err), OK);
    sem_destroy(&at_once);
}

/* Who calls first is not known; in some round the writer finds several of them in line. */
static void everybody_gets_the_outcome_of_his_own(void **state)
{
    struct fixture *f = *state;
    struct store *store = NULL;
    assert_int_equal(database_open(f->folder, &store, &f->err), OK);
    most_at_once = 0;
    for (int round = 0; round < ROUNDS_MAX && most_at_once < 3; round++)
        call_together(f, store);
    assert_true(most_at_once >= 3);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(everybody_gets_the_outcome_of_his_own, set_up_folder, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
