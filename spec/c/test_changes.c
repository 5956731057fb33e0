/* Who is told of a change, by this node or another one; and what is found by looking when nobody tells. */
#include "service/jobs/jobs.h"

#include "test_store.h"

#include "service/account/account.h"
#include "service/http/http.h"

enum { PATIENCE_MS = 120 * 1000, OFTEN_MS = 5 };

#define ONE "01890000-0000-7000-8000-000000000001"
#define TWO "01890000-0000-7000-8000-000000000002"
#define KEY "cd_0000000000000000000000000000000000000000"

struct place {
    struct fixture *f;
    struct store *store;
    struct changes changes;
};

static enum status fill(struct db *db, void *argument, struct error *err)
{
    unsigned char hash[KEY_HASH_SIZE];
    const struct article article = {.id = ONE, .account_id = "me", .config = "{}", .created_at = 1};
    const struct api_key key = {.id = "k", .account_id = "me", .name = "", .prefix = "cd_", .scopes = KEY_MANAGES};
    (void)argument;
    key_hash(KEY, hash);
    enum status status = make_account_with(db, "me", "professional", 1000, 10, err);
    if (!status)
        status = article_insert(db, &article, err);
    return status ? status : key_insert(db, &key, hash, err);
}

static int set_up(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    assert_non_null(place);
    set_up_folder(state);
    place->f = *state;
    if (database_open(place->f->folder, &place->store, &place->f->err) ||
        store_write(place->store, fill, NULL, &place->f->err))
        fail_msg("%s", place->f->err.message);
    assert_non_null(place->changes.waiters = waiters_new());
    assert_non_null(place->changes.auth = auth_new(place->store));
    *state = place;
    return 0;
}

static int clean_up(void **state)
{
    struct place *place = *state;
    auth_free(place->changes.auth);
    waiters_free(place->changes.waiters);
    store_close(place->store);
    *state = place->f;
    free(place);
    return tear_down(state);
}

/* --- requests that wait --- */

static void join(struct place *place, struct waiter *waiter, const char *id)
{
    *waiter = (struct waiter){.id = id, .deadline = INT64_MAX};
    waiter_join(place->changes.waiters, waiter);
}

/* Was it told since it joined? It is joined anew. */
static bool was_told(struct place *place, struct waiter *waiter)
{
    waiters_doubt(place->changes.waiters); /* takes the lock, under which the state was set */
    bool was = waiter->state == WAITER_CHANGED;
    waiter_leave(place->changes.waiters, waiter);
    waiter_join(place->changes.waiters, waiter);
    return was;
}

static void wait_until_told(struct place *place, struct waiter *waiter)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    bool was = false;
    for (int64_t until = clock_mono_ms() + PATIENCE_MS; !was && clock_mono_ms() < until;) {
        nanosleep(&pause, NULL);
        was = was_told(place, waiter);
    }
    assert_true(was);
}

static void those_who_wait_are_told(void **state)
{
    struct place *place = *state;
    struct changes *changes = &place->changes;
    struct waiter one, two;
    join(place, &one, ONE);
    join(place, &two, TWO);
    changes_tell(changes, CHANGE_SHOWN, ONE);
    assert_true(was_told(place, &one));
    assert_false(was_told(place, &two));
    changes_receive(changes, "shown", TWO);
    assert_false(was_told(place, &one));
    assert_true(was_told(place, &two));
    changes_receive(changes, "removed", TWO); /* a domain */
    assert_true(was_told(place, &two));
    changes_receive(changes, "something new", TWO);
    assert_false(was_told(place, &one) || was_told(place, &two));
    changes_receive(changes, NULL, NULL); /* anything */
    assert_true(was_told(place, &one));
    assert_true(was_told(place, &two));
    waiter_leave(changes->waiters, &one);
    waiter_leave(changes->waiters, &two);
}

/* While the service starts there are fewer parts, and still fewer in a service without them. */
static void nobody_need_be_there(void **state)
{
    static const char *const kinds[] = {"shown",   "work", "ended",   "delivery", "crawl",
                                        "removed", "key",  "account", "session",  NULL};
    const struct changes nobody = {NULL};
    (void)state;
    for (enum change_kind i = 0; i < CHANGES; i++)
        changes_tell(&nobody, i, "");
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        changes_receive((void *)&nobody, kinds[i], "");
}

/* --- keys --- */

static enum status change_plan(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    return db_run(db, "UPDATE account SET plan = CASE WHEN plan = 'free' THEN 'professional' ELSE 'free' END",
                  DB_NOTHING, NULL, err);
}

static enum plan plan_now(struct place *place)
{
    struct caller caller;
    if (auth_find(place->changes.auth, place->f->arena, KEY, &caller, &place->f->err))
        fail_msg("%s", place->f->err.message);
    return caller.plan;
}

/* What is remembered of the key is wrong until somebody tells. */
static void keys_are_forgotten(void **state)
{
    static const struct {
        const char *kind, *id;
        bool forgets;
    } cases[] = {{"key", "k", true},     {"key", "other", false}, {"account", "me", true}, {"account", "you", false},
                 {"session", "", false}, {"shown", "k", false},   {NULL, NULL, true}};
    struct place *place = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        changes_receive(&place->changes, NULL, NULL);
        enum plan before = plan_now(place);
        assert_int_equal(store_write(place->store, change_plan, NULL, &place->f->err), OK);
        assert_int_equal(plan_now(place), before);
        changes_receive(&place->changes, cases[i].kind, cases[i].id);
        assert_int_equal(plan_now(place) != before, cases[i].forgets);
    }
}

/* --- looking --- */

static enum status change_article(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    return db_run(db, "UPDATE article SET version = version + 1", DB_NOTHING, NULL, err);
}

static enum status delete (struct db *db, void *argument, struct error *err) {
    (void)argument; return article_delete(db, "me", ONE, err);
}

static void let_it_look(struct place *place, struct waiter *queue, int times)
{
    for (int i = 0; i < times; i++)
        wait_until_told(place, queue);
}

static void what_nobody_tells_is_found(void **state)
{
    struct place *place = *state;
    struct waiter article, missing, queue;
    struct lookout *lookout = NULL;
    const struct lookout_options options = {
        .store = place->store, .changes = &place->changes, .has_workers = true, .untold_ms = OFTEN_MS};
    join(place, &article, ONE);
    join(place, &missing, TWO);
    join(place, &queue, "me"); /* is told each time, since it has no version */
    assert_int_equal(lookout_start(&options, &lookout, &place->f->err), OK);
    wait_until_told(place, &article); /* it may have changed before the first look */
    let_it_look(place, &queue, 2);
    was_told(place, &article);
    was_told(place, &missing);
    let_it_look(place, &queue, 3);
    assert_false(was_told(place, &article));
    assert_false(was_told(place, &missing));
    assert_int_equal(store_write(place->store, change_article, NULL, &place->f->err), OK);
    wait_until_told(place, &article);
    let_it_look(place, &queue, 2);
    assert_false(was_told(place, &missing));
    was_told(place, &article);
    assert_int_equal(store_write(place->store, delete, NULL, &place->f->err), OK);
    wait_until_told(place, &article);
    lookout_stop(lookout);
    waiter_leave(place->changes.waiters, &article);
    waiter_leave(place->changes.waiters, &missing);
    waiter_leave(place->changes.waiters, &queue);
}

/* More than go into one statement. */
static void many_requests_are_looked_at(void **state)
{
    enum { MANY = 2500 };
    struct place *place = *state;
    struct lookout *lookout = NULL;
    struct waiter *waiters = calloc(MANY + 1, sizeof *waiters);
    char(*ids)[UUID_LENGTH + 1] = calloc(MANY, sizeof *ids);
    const struct lookout_options options = {.store = place->store, .changes = &place->changes, .untold_ms = OFTEN_MS};
    assert_true(waiters && ids);
    for (int i = 0; i < MANY; i++) {
        uuid_v7(ids[i]);
        join(place, &waiters[i], ids[i]);
    }
    join(place, &waiters[MANY], ONE);
    assert_int_equal(lookout_start(&options, &lookout, &place->f->err), OK);
    for (int i = 0; i <= MANY; i++)
        wait_until_told(place, &waiters[i]);
    assert_int_equal(store_write(place->store, change_article, NULL, &place->f->err), OK);
    wait_until_told(place, &waiters[MANY]);
    lookout_stop(lookout);
    for (int i = 0; i <= MANY; i++)
        waiter_leave(place->changes.waiters, &waiters[i]);
    free(waiters);
    free(ids);
}

#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, set_up, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_PLACE(those_who_wait_are_told),    cmocka_unit_test(nobody_need_be_there), IN_PLACE(keys_are_forgotten),
        IN_PLACE(what_nobody_tells_is_found), IN_PLACE(many_requests_are_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
