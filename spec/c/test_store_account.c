#include "test_store.h"

enum { HOUR = 60 * 60 * 1000 };

/* --- accounts --- */

static void a_full_disk_is_named(void **state)
{
    ON_SQLITE_ONLY("a pragma makes the disk full");
    struct fixture *f = *state;
    enum status status = OK;
    assert_int_equal(db_script(f->db, "PRAGMA max_page_count = 1", &f->err), OK); /* as large as it is now */
    for (int i = 0; status == OK && i < 10000; i++) {
        char id[32];
        snprintf(id, sizeof id, "account-%d", i);
        status = make_account_with(f->db, id, "free", 0, 0, &f->err);
    }
    assert_int_equal(status, E_IO);
    assert_string_equal(f->err.code, "disk_full");
}

/* --- idempotency --- */

static enum status begin(struct fixture *f, const char *key, unsigned char body, int64_t now, struct idempotent *found)
{
    const unsigned char hash[KEY_HASH_SIZE] = {body};
    *found = (struct idempotent){0};
    struct idempotent_key mine = {"me", key, "n", 0};
    return idempotent_begin(f->db, f->arena, &mine, hash, now, found, &f->err);
}

static void an_answer_is_replayed_for_a_day(void **state)
{
    struct fixture *f = *state;
    struct idempotent found;
    assert_int_equal(begin(f, "k", 1, 1000, &found), E_NOT_FOUND);
    assert_int_equal(begin(f, "k", 1, 1001, &found), OK);
    assert_int_equal(found.status, 0);
    assert_int_equal(found.body_hash[0], 1);
    struct idempotent answer = {
        .status = 200, .content_type = "application/json", .location = "/api/articles/x", .body = STR("{\"a\":1}")};
    assert_int_equal(idempotent_finish(f->db, &(struct idempotent_key){"me", "k", "n", 1000}, &answer, &f->err), OK);
    assert_int_equal(begin(f, "k", 2, 1000 + 24 * HOUR - 1, &found), OK);
    assert_int_equal(found.status, 200);
    assert_int_equal(found.body_hash[0], 1);
    assert_string_equal(found.content_type, "application/json");
    assert_string_equal(found.location, "/api/articles/x");
    assert_true(str_eq(found.body, STR("{\"a\":1}")));
    assert_int_equal(begin(f, "k", 2, 1000 + 24 * HOUR, &found), E_NOT_FOUND);
    assert_int_equal(begin(f, "k", 2, 1000 + 24 * HOUR, &found), OK);
    assert_int_equal(found.status, 0);
    assert_int_equal(found.body_hash[0], 2);
    assert_null(found.location);
}

static void keys_belong_to_an_account(void **state)
{
    struct fixture *f = *state;
    struct idempotent found;
    const unsigned char hash[KEY_HASH_SIZE] = {1};
    assert_int_equal(make_account_with(f->db, "you", "free", 0, 0, &f->err), OK);
    assert_int_equal(begin(f, "k", 1, 1000, &found), E_NOT_FOUND);
    struct idempotent_key yours = {"you", "k", "n", 0};
    assert_int_equal(idempotent_begin(f->db, f->arena, &yours, hash, 1000, &found, &f->err), E_NOT_FOUND);
}

static void an_abandoned_key_can_be_tried_again(void **state)
{
    struct fixture *f = *state;
    struct idempotent found, answer = {.status = 200};
    assert_int_equal(begin(f, "k", 1, 1000, &found), E_NOT_FOUND);
    const struct idempotent_key first = {"me", "k", "n", 1000}, second = {"me", "k", "n", 1001};
    assert_int_equal(idempotent_abandon(f->db, &first, &f->err), OK);
    assert_int_equal(idempotent_finish(f->db, &first, &answer, &f->err), E_CONFLICT);
    assert_int_equal(begin(f, "k", 1, 1001, &found), E_NOT_FOUND);
    assert_int_equal(idempotent_abandon(f->db, &first, &f->err), OK); /* it is another request's */
    assert_int_equal(idempotent_finish(f->db, &first, &answer, &f->err), E_CONFLICT);
    assert_int_equal(idempotent_finish(f->db, &second, &answer, &f->err), OK);
    assert_int_equal(idempotent_finish(f->db, &second, &answer, &f->err), E_CONFLICT);
    assert_int_equal(idempotent_abandon(f->db, &second, &f->err), OK); /* an answer is not taken back */
    assert_int_equal(begin(f, "k", 1, 1002, &found), OK);
    assert_int_equal(found.body.len, 0);
}

static void a_request_that_never_ends_loses_its_key(void **state)
{
    struct fixture *f = *state;
    struct idempotent found, answer = {.status = 200};
    enum { BEGAN = 1000, TAKEN_OVER = BEGAN + 5 * 60 * 1000 };
    assert_int_equal(begin(f, "k", 1, BEGAN, &found), E_NOT_FOUND);
    assert_int_equal(begin(f, "k", 1, TAKEN_OVER - 1, &found), OK);
    assert_int_equal(found.status, 0);
    assert_int_equal(begin(f, "k", 1, TAKEN_OVER, &found), E_NOT_FOUND);
    const struct idempotent_key first = {"me", "k", "n", BEGAN}, second = {"me", "k", "n", TAKEN_OVER};
    assert_int_equal(idempotent_finish(f->db, &first, &answer, &f->err), E_CONFLICT);
    assert_string_equal(f->err.code, "key_lost");
    assert_int_equal(idempotent_finish(f->db, &second, &answer, &f->err), OK);
    assert_int_equal(begin(f, "k", 1, TAKEN_OVER + HOUR, &found), OK); /* one that has its answer stays */
    assert_int_equal(found.status, 200);
}

static void old_keys_go_away(void **state)
{
    struct fixture *f = *state;
    struct idempotent found;
    for (int i = 0; i < 40; i++) {
        char key[16];
        snprintf(key, sizeof key, "k%d", i);
        assert_int_equal(begin(f, key, 1, 1000, &found), E_NOT_FOUND);
    }
    for (int i = 0; i < 10; i++) {
        char key[16];
        snprintf(key, sizeof key, "n%d", i);
        assert_int_equal(begin(f, key, 1, 1000 + 25 * HOUR, &found), E_NOT_FOUND);
    }
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM idempotency"), 10);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_database, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_full_disk_is_named),      TEST(an_answer_is_replayed_for_a_day),
        TEST(keys_belong_to_an_account), TEST(an_abandoned_key_can_be_tried_again),
        TEST(old_keys_go_away),          TEST(a_request_that_never_ends_loses_its_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
