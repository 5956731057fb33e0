/* One-time codes in the store: they work once, for a minute, at every node, and go with their key. */
#include "test_store.h"

#include "service/account/account.h"

struct codes_fixture {
    struct fixture *f;
    struct store *store;
};

static enum status make_key(struct db *db, void *argument, struct error *err)
{
    unsigned char hash[KEY_HASH_SIZE] = {7};
    (void)argument;
    enum status status = make_account_with(db, "me", "professional", 1000, 10, err);
    const struct api_key key = {.id = "key", .account_id = "me", .name = "Key", .prefix = "cd_"};
    return status ? status : key_insert(db, &key, hash, err);
}

static enum status run_sql(struct db *db, void *argument, struct error *err)
{
    return db_run(db, argument, DB_NOTHING, NULL, err);
}

static enum status count(struct db *db, void *argument, struct error *err)
{
    (void)err;
    *(int64_t *)argument = number(db, "SELECT COUNT(*) FROM sign_in_code");
    return OK;
}

static int64_t count_codes(struct codes_fixture *c)
{
    int64_t codes = -1;
    assert_int_equal(store_read(c->store, count, &codes, &c->f->err), OK);
    return codes;
}

static struct codes_fixture begin(void **state)
{
    struct codes_fixture c = {.f = *state};
    assert_int_equal(database_open(c.f->folder, &c.store, &c.f->err), OK);
    if (store_write(c.store, make_key, NULL, &c.f->err))
        fail_msg("%s", c.f->err.message);
    return c;
}

static void end(struct codes_fixture *c)
{
    store_close(c->store);
    database_drop(c->f->folder);
}

static bool waits(struct codes_fixture *c, const char *account_id, const struct new_code *code)
{
    bool does_wait;
    assert_int_equal(codes_wait(c->store, account_id, code->id, &does_wait, &c->f->err), OK);
    return does_wait;
}

static enum status take(struct codes_fixture *c, const struct new_code *code, const char **key_id)
{
    return codes_take(c->store, c->f->arena, code->text, key_id, &c->f->err);
}

static void a_code_works_once(void **state)
{
    const char *key_id;
    struct new_code code, other;
    struct codes_fixture c = begin(state);
    assert_int_equal(codes_add(c.store, "key", &code, &c.f->err), OK);
    assert_int_equal(codes_add(c.store, "key", &other, &c.f->err), OK);
    assert_true(waits(&c, "me", &code));
    assert_false(waits(&c, "you", &code));
    assert_int_equal(take(&c, &code, &key_id), OK);
    assert_string_equal(key_id, "key");
    assert_false(waits(&c, "me", &code));
    assert_int_equal(take(&c, &code, &key_id), E_NOT_FOUND);
    assert_true(waits(&c, "me", &other));
    strcpy(code.text, "something else");
    assert_int_equal(take(&c, &code, &key_id), E_NOT_FOUND);
    end(&c);
}

static void a_code_ends_with_its_minute_and_with_its_key(void **state)
{
    const char *key_id;
    struct new_code code;
    struct codes_fixture c = begin(state);
    assert_int_equal(codes_add(c.store, "none", &code, &c.f->err), E_NOT_FOUND);
    assert_int_equal(codes_add(c.store, "key", &code, &c.f->err), OK);
    assert_int_equal(store_write(c.store, run_sql, "UPDATE sign_in_code SET ends_at = 1", &c.f->err), OK);
    assert_false(waits(&c, "me", &code));
    assert_int_equal(take(&c, &code, &key_id), E_NOT_FOUND);
    assert_int_equal(codes_add(c.store, "key", &code, &c.f->err), OK);
    assert_int_equal(count_codes(&c), 1); /* the one that ended was removed */
    assert_int_equal(store_write(c.store, run_sql, "DELETE FROM api_key", &c.f->err), OK);
    assert_int_equal(take(&c, &code, &key_id), E_NOT_FOUND);
    assert_int_equal(count_codes(&c), 0);
    end(&c);
}

static void the_oldest_code_of_a_key_gives_way(void **state)
{
    struct new_code first, code;
    struct codes_fixture c = begin(state);
    assert_int_equal(codes_add(c.store, "key", &first, &c.f->err), OK);
    assert_int_equal(store_write(c.store, run_sql, "UPDATE sign_in_code SET ends_at = ends_at - 9000", &c.f->err), OK);
    for (int i = 0; i < 64; i++)
        assert_int_equal(codes_add(c.store, "key", &code, &c.f->err), OK);
    assert_int_equal(count_codes(&c), 64);
    assert_false(waits(&c, "me", &first));
    assert_true(waits(&c, "me", &code));
    end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_code_works_once, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(a_code_ends_with_its_minute_and_with_its_key, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(the_oldest_code_of_a_key_gives_way, set_up_folder, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
