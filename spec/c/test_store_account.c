#include "test_store.h"

enum { HOUR = 60 * 60 * 1000 };

/* --- accounts --- */

static void a_full_disk_is_named(void **state)
{
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

/* --- keys --- */

static void insert_key(struct fixture *f, const char *id, unsigned char seed)
{
    const unsigned char hash[KEY_HASH_SIZE] = {seed, 0, 7};
    struct api_key key = {.id = id, .account_id = "me", .name = "main", .prefix = "cd_12", .created_at = 5};
    assert_int_equal(key_insert(f->db, &key, hash, &f->err), OK);
}

static void keys_are_found_by_hash(void **state)
{
    struct fixture *f = *state;
    insert_key(f, "k1", 1);
    struct api_key key;
    const unsigned char hash[KEY_HASH_SIZE] = {1, 0, 7}, other[KEY_HASH_SIZE] = {1, 0, 8};
    assert_int_equal(key_find(f->db, f->arena, other, &key, &f->err), E_NOT_FOUND);
    assert_int_equal(key_find(f->db, f->arena, hash, &key, &f->err), OK);
    assert_string_equal(key.id, "k1");
    assert_string_equal(key.account_id, "me");
    assert_string_equal(key.name, "main");
    assert_string_equal(key.prefix, "cd_12");
    assert_int_equal(key.created_at, 5);
    assert_int_equal(key.last_used_at, 0);
    key.id = "k2";
    assert_int_equal(key_insert(f->db, &key, hash, &f->err), E_CONFLICT);
    assert_int_equal(key_touch(f->db, "k1", 99, &f->err), OK);
    assert_int_equal(key_touch(f->db, "k1", 50, &f->err), OK);
    assert_int_equal(key_find(f->db, f->arena, hash, &key, &f->err), OK);
    assert_int_equal(key.last_used_at, 99);
}

static void the_last_key_stays(void **state)
{
    struct fixture *f = *state;
    insert_key(f, "k1", 1);
    insert_key(f, "k2", 2);
    struct api_key *keys;
    size_t count;
    assert_int_equal(key_list(f->db, f->arena, "me", &keys, &count, &f->err), OK);
    assert_int_equal(count, 2);
    assert_string_equal(keys[0].id, "k1");
    assert_string_equal(keys[1].id, "k2");
    assert_int_equal(key_delete(f->db, "you", "k1", &f->err), E_NOT_FOUND);
    assert_int_equal(key_delete(f->db, "me", "k3", &f->err), E_NOT_FOUND);
    assert_int_equal(key_delete(f->db, "me", "k1", &f->err), OK);
    assert_int_equal(key_delete(f->db, "me", "k1", &f->err), E_NOT_FOUND);
    assert_int_equal(key_delete(f->db, "me", "k2", &f->err), E_CONFLICT);
    assert_int_equal(key_list(f->db, f->arena, "me", &keys, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_int_equal(key_list(f->db, f->arena, "you", &keys, &count, &f->err), OK);
    assert_int_equal(count, 0);
}

/* --- idempotency --- */

static enum status begin(struct fixture *f, const char *key, unsigned char body, int64_t now, struct idempotent *found)
{
    const unsigned char hash[KEY_HASH_SIZE] = {body};
    *found = (struct idempotent){0};
    return idempotent_begin(f->db, f->arena, "me", key, hash, now, found, &f->err);
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
    assert_int_equal(idempotent_finish(f->db, "me", "k", &answer, &f->err), OK);
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
    assert_int_equal(idempotent_begin(f->db, f->arena, "you", "k", hash, 1000, &found, &f->err), E_NOT_FOUND);
}

static void an_abandoned_key_can_be_tried_again(void **state)
{
    struct fixture *f = *state;
    struct idempotent found, answer = {.status = 200};
    assert_int_equal(begin(f, "k", 1, 1000, &found), E_NOT_FOUND);
    assert_int_equal(idempotent_abandon(f->db, "me", "k", &f->err), OK);
    assert_int_equal(idempotent_finish(f->db, "me", "k", &answer, &f->err), E_NOT_FOUND);
    assert_int_equal(begin(f, "k", 1, 1001, &found), E_NOT_FOUND);
    assert_int_equal(idempotent_finish(f->db, "me", "k", &answer, &f->err), OK);
    assert_int_equal(idempotent_abandon(f->db, "me", "k", &f->err), OK); /* an answer is not taken back */
    assert_int_equal(begin(f, "k", 1, 1002, &found), OK);
    assert_int_equal(found.body.len, 0);
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
        TEST(a_full_disk_is_named),      TEST(keys_are_found_by_hash),
        TEST(the_last_key_stays),        TEST(an_answer_is_replayed_for_a_day),
        TEST(keys_belong_to_an_account), TEST(an_abandoned_key_can_be_tried_again),
        TEST(old_keys_go_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
