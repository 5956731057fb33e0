#include "test_store.h"

enum { ARTICLES = 1, LINKS = 2, EVERYTHING = 7 };

/* --- keys --- */

static void key_hash(unsigned char seed, unsigned char hash[KEY_HASH_SIZE])
{
    memset(hash, 0, KEY_HASH_SIZE);
    hash[0] = seed;
    hash[2] = 7;
}

static enum status insert(struct fixture *f, const char *account_id, const char *id, unsigned scopes,
                          int64_t expires_at)
{
    unsigned char hash[KEY_HASH_SIZE], seed = (unsigned char)id[strlen(id) - 1];
    struct api_key key = {
        .id = id,
        .account_id = account_id,
        .name = "main",
        .prefix = "cd_12",
        .created_at = 5,
        .scopes = scopes,
        .expires_at = expires_at,
    };
    key_hash(seed, hash);
    return key_insert(f->db, &key, hash, &f->err);
}

static void put(struct fixture *f, const char *id, unsigned scopes, int64_t expires_at)
{
    assert_int_equal(insert(f, "me", id, scopes, expires_at), OK);
}

static struct api_key get(struct fixture *f, const char *id)
{
    struct api_key key = {0};
    assert_int_equal(key_get(f->db, f->arena, "me", id, &key, &f->err), OK);
    return key;
}

static size_t count(struct fixture *f, const char *account_id)
{
    struct api_key *keys;
    size_t count = 0;
    assert_int_equal(key_list(f->db, f->arena, account_id, &keys, &count, &f->err), OK);
    return count;
}

static void a_key_is_found_by_its_hash(void **state)
{
    struct fixture *f = *state;
    struct api_key key;
    unsigned char hash[KEY_HASH_SIZE], other[KEY_HASH_SIZE];
    put(f, "k1", LINKS, 99);
    key_hash('1', hash);
    key_hash('1', other);
    other[KEY_HASH_SIZE - 1] = 1;
    assert_int_equal(key_find(f->db, f->arena, other, &key, &f->err), E_NOT_FOUND);
    assert_int_equal(key_find(f->db, f->arena, hash, &key, &f->err), OK);
    assert_string_equal(key.id, "k1");
    assert_string_equal(key.account_id, "me");
    assert_string_equal(key.name, "main");
    assert_string_equal(key.prefix, "cd_12");
    assert_int_equal(key.scopes, LINKS);
    assert_int_equal(key.created_at, 5);
    assert_int_equal(key.last_used_at, 0);
    assert_int_equal(key.expires_at, 99);
    assert_refusal(f, insert(f, "me", "x1", LINKS, 0), E_CONFLICT); /* the same hash */
}

static bool was_configured(struct fixture *f, const unsigned char hash[KEY_HASH_SIZE])
{
    bool was = false;
    assert_int_equal(key_was_configured(f->db, hash, &was, &f->err), OK);
    return was;
}

static void a_configured_key_is_known_after_it_is_deleted(void **state)
{
    struct fixture *f = *state;
    unsigned char hash[KEY_HASH_SIZE], other[KEY_HASH_SIZE];
    key_hash('1', hash);
    key_hash('2', other);
    put(f, "k1", EVERYTHING, 0);
    put(f, "k2", EVERYTHING, 0);
    assert_false(was_configured(f, hash));
    for (int i = 0; i < 2; i++) /* at two starts */
        assert_int_equal(key_note_configured(f->db, "me", hash, &f->err), OK);
    assert_int_equal(key_delete(f->db, "me", "k1", &f->err), OK);
    assert_true(was_configured(f, hash));
    assert_false(was_configured(f, other));
}

static void the_last_use_only_moves_on(void **state)
{
    struct fixture *f = *state;
    put(f, "k1", EVERYTHING, 0);
    assert_int_equal(key_touch(f->db, "k1", 77, &f->err), OK);
    assert_int_equal(key_touch(f->db, "k1", 70, &f->err), OK);
    assert_int_equal(get(f, "k1").last_used_at, 77);
}

static void a_key_is_its_accounts_only(void **state)
{
    struct fixture *f = *state;
    struct api_key key;
    assert_refusal(f, insert(f, "you", "k1", EVERYTHING, 0), E_NOT_FOUND);
    assert_int_equal(make_account_with(f->db, "you", "free", 0, 0, &f->err), OK);
    put(f, "k1", EVERYTHING, 0);
    put(f, "k2", EVERYTHING, 0);
    assert_int_equal(key_get(f->db, f->arena, "you", "k1", &key, &f->err), E_NOT_FOUND);
    assert_int_equal(key_get(f->db, f->arena, "me", "k3", &key, &f->err), E_NOT_FOUND);
    key = get(f, "k1");
    key.account_id = "you";
    assert_int_equal(key_update(f->db, &key, &f->err), E_NOT_FOUND);
    assert_int_equal(key_delete(f->db, "you", "k1", &f->err), E_NOT_FOUND);
    assert_int_equal(key_delete(f->db, "me", "k3", &f->err), E_NOT_FOUND);
    assert_int_equal(count(f, "me"), 2);
    assert_int_equal(count(f, "you"), 0);
}

static void a_key_is_changed(void **state)
{
    struct fixture *f = *state;
    put(f, "k1", EVERYTHING, 0);
    put(f, "k2", EVERYTHING, 0);
    struct api_key key = get(f, "k2");
    key.name = "phone";
    key.scopes = ARTICLES;
    key.expires_at = 1000;
    key.prefix = "cd_99";
    assert_int_equal(key_update(f->db, &key, &f->err), OK);
    key = get(f, "k2");
    assert_string_equal(key.name, "phone");
    assert_int_equal(key.scopes, ARTICLES);
    assert_int_equal(key.expires_at, 1000);
    assert_string_equal(key.prefix, "cd_12"); /* belongs to the key itself */
}

/* k2 and k3 are no help: one ends, the other cannot make keys. */
static void the_last_key_that_manages_for_good_stays(void **state)
{
    struct fixture *f = *state;
    put(f, "k1", EVERYTHING, 0);
    put(f, "k2", EVERYTHING, 1000000);
    put(f, "k3", ARTICLES | LINKS, 0);
    assert_int_equal(key_delete(f->db, "me", "k1", &f->err), E_CONFLICT);
    struct api_key key = get(f, "k1");
    key.expires_at = 1000000;
    assert_int_equal(key_update(f->db, &key, &f->err), E_CONFLICT);
    key.expires_at = 0;
    key.scopes = ARTICLES;
    assert_int_equal(key_update(f->db, &key, &f->err), E_CONFLICT);
    assert_int_equal(get(f, "k1").scopes, EVERYTHING);
    key.scopes = KEY_MANAGES;
    assert_int_equal(key_update(f->db, &key, &f->err), OK);
    key = get(f, "k2");
    key.expires_at = 0;
    assert_int_equal(key_update(f->db, &key, &f->err), OK);
    assert_int_equal(key_delete(f->db, "me", "k1", &f->err), OK);
    assert_int_equal(key_delete(f->db, "me", "k1", &f->err), E_NOT_FOUND);
    assert_int_equal(key_delete(f->db, "me", "k2", &f->err), E_CONFLICT);
    assert_int_equal(key_delete(f->db, "me", "k3", &f->err), OK);
}

static void keys_that_have_expired_make_room(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(make_account_with(f->db, "you", "free", 0, 0, &f->err), OK);
    assert_int_equal(insert(f, "you", "o9", EVERYTHING, 10), OK);
    put(f, "k1", EVERYTHING, 0);
    put(f, "k2", EVERYTHING, 100);
    assert_int_equal(key_make_room(f->db, "me", 3, 200, &f->err), OK);
    assert_int_equal(count(f, "me"), 2); /* there was room */
    put(f, "k3", EVERYTHING, 300);
    assert_int_equal(key_make_room(f->db, "me", 3, 99, &f->err), E_LIMIT);
    assert_int_equal(count(f, "me"), 3);
    assert_int_equal(key_make_room(f->db, "me", 3, 100, &f->err), OK);
    assert_int_equal(count(f, "me"), 2);
    assert_int_equal(get(f, "k3").expires_at, 300);
    assert_int_equal(count(f, "you"), 1);
}

/* --- accounts --- */

static void add_account(struct fixture *f, const char *id)
{
    struct account account = {
        .id = id,
        .plan = "starter",
        .origin = ACCOUNT_ADDED,
        .state = ACCOUNT_DISABLED,
        .monthly_words = 5,
        .monthly_credits = AMOUNT_BY_PLAN,
        .created_at = 9,
    };
    assert_int_equal(account_insert(f->db, &account, &f->err), OK);
}

static void accounts_are_listed_by_name(void **state)
{
    struct fixture *f = *state;
    struct account *accounts;
    size_t number = 0;
    add_account(f, "b");
    add_account(f, "a");
    add_account(f, "z");
    assert_int_equal(account_remove(f->db, "b", &f->err), OK);
    assert_int_equal(account_list(f->db, f->arena, NULL, 2, &accounts, &number, &f->err), OK);
    assert_int_equal(number, 2);
    assert_string_equal(accounts[0].id, "a");
    assert_int_equal(accounts[0].origin, ACCOUNT_ADDED);
    assert_int_equal(accounts[0].state, ACCOUNT_DISABLED);
    assert_int_equal(accounts[0].monthly_words, 5);
    assert_int_equal(accounts[0].monthly_credits, AMOUNT_BY_PLAN);
    assert_int_equal(accounts[0].created_at, 9);
    assert_string_equal(accounts[1].id, "me");
    assert_int_equal(account_list(f->db, f->arena, "me", 2, &accounts, &number, &f->err), OK);
    assert_int_equal(number, 1);
    assert_string_equal(accounts[0].id, "z");
}

struct table_name {
    const char *text;
};

static void read_name(struct db_row *row, void *out)
{
    struct table_name *name = out;
    name->text = row_text(row);
}

static int64_t rows_of(struct fixture *f, const char *table, const char *account_id)
{
    int64_t rows = -1;
    const char *sql = arena_printf(f->arena, "SELECT COUNT(*) FROM %s WHERE account_id = $1", table);
    assert_int_equal(db_one(f->db, sql, DB_BIND(db_text(account_id)), NULL, read_number, &rows, &f->err), OK);
    return rows;
}

/* A row in every table that has accounts, for an account. */
static void fill(struct fixture *f, const char *account, const char *suffix)
{
    struct idempotent found;
    const unsigned char hash[KEY_HASH_SIZE] = {1};
    unsigned char configured[KEY_HASH_SIZE];
    const char *article = arena_printf(f->arena, "a%s", suffix), *other = arena_printf(f->arena, "x%s", suffix);
    assert_int_equal(insert(f, account, other, EVERYTHING, 0), OK);
    key_hash((unsigned char)suffix[0], configured);
    assert_int_equal(key_note_configured(f->db, account, configured, &f->err), OK);
    assert_int_equal(insert_article(f->db, account, article, 1, &f->err), OK);
    struct idempotent_key key = {account, "k", "n", 0};
    assert_int_equal(idempotent_begin(f->db, f->arena, &key, hash, 1, &found, &f->err), E_NOT_FOUND);
    struct domain domain = {.id = other, .account_id = account, .name = "d"};
    assert_int_equal(domain_insert(f->db, &domain, &f->err), OK);
    struct brand brand = {.id = other, .account_id = account, .name = "b", .avoid = "[]", .links = "[]"};
    assert_int_equal(brand_insert(f->db, &brand, &f->err), OK);
    struct integration integration = {
        .id = other, .account_id = account, .kind = "webhook", .name = "i", .settings = "{}"};
    assert_int_equal(integration_insert(f->db, &integration, &f->err), OK);
    const char *sql = arena_printf(f->arena,
                                   "INSERT INTO delivery (id, account_id, article_id, target, url, event, state, "
                                   "next_at, created_at, updated_at) VALUES ('%s', '%s', '%s', 'u', 'u', "
                                   "'article.finished', 'pending', 1, 1, 1)",
                                   other, account, article);
    assert_int_equal(db_run(f->db, sql, DB_NOTHING, NULL, &f->err), OK);
    assert_int_equal(ledger_charge(f->db, account, article, LEDGER_ARTICLE, 3, 0, 1, &f->err), OK);
}

/* Goes by the tables that the schema has, so that a new one is not forgotten. */
static void of_a_removed_account_the_ledger_stays(void **state)
{
    struct fixture *f = *state;
    struct account account;
    assert_int_equal(make_account_with(f->db, "you", "free", 100, 10, &f->err), OK);
    fill(f, "me", "1");
    fill(f, "you", "2");
    struct db_list tables = {.arena = f->arena, .read = read_name, .size = sizeof(struct table_name)};
    const char *sql = database_server() ? "SELECT CAST(table_name AS TEXT) FROM information_schema.columns "
                                          "WHERE table_schema = current_schema() AND column_name = 'account_id'"
                                        : "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c "
                                          "WHERE m.type = 'table' AND c.name = 'account_id'";
    assert_int_equal(db_all(f->db, sql, DB_NOTHING, &tables, &f->err), OK);
    assert_true(tables.count >= 8);
    int64_t before = rows_of(f, "ledger", "me");
    assert_true(before > 0);
    assert_int_equal(account_remove(f->db, "me", &f->err), OK);
    const struct table_name *names = tables.items;
    for (size_t i = 0; i < tables.count; i++) {
        bool is_ledger = strcmp(names[i].text, "ledger") == 0;
        if (rows_of(f, names[i].text, "you") < 1)
            fail_msg("the test puts nothing into %s", names[i].text);
        if (rows_of(f, names[i].text, "me") != (is_ledger ? before : 0))
            fail_msg("%s holds %d rows", names[i].text, (int)rows_of(f, names[i].text, "me"));
    }
    assert_int_equal(account_get(f->db, f->arena, "me", &account, &f->err), OK);
    assert_int_equal(account.state, ACCOUNT_REMOVED);
    assert_int_equal(account_check_there(f->db, "me", &f->err), E_CONFLICT);
    assert_int_equal(account_check_there(f->db, "nobody", &f->err), E_CONFLICT);
    assert_int_equal(account_check_there(f->db, "you", &f->err), OK);
    assert_int_equal(account_remove(f->db, "me", &f->err), E_NOT_FOUND);
    assert_int_equal(account_remove(f->db, "nobody", &f->err), E_NOT_FOUND);
    account.id = "me";
    assert_int_equal(account_insert(f->db, &account, &f->err), E_CONFLICT);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_database, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_key_is_found_by_its_hash),
        TEST(the_last_use_only_moves_on),
        TEST(a_key_is_its_accounts_only),
        TEST(a_configured_key_is_known_after_it_is_deleted),
        TEST(a_key_is_changed),
        TEST(the_last_key_that_manages_for_good_stays),
        TEST(keys_that_have_expired_make_room),
        TEST(accounts_are_listed_by_name),
        TEST(of_a_removed_account_the_ledger_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
