#include "test_store.h"

static void insert(struct fixture *f, const char *id, const char *account_id)
{
    struct brand brand = {.id = id,
                          .account_id = account_id,
                          .name = "Hearth",
                          .voice = "warm",
                          .avoid = "[\"cheap\"]",
                          .links = "[]",
                          .created_at = 5};
    assert_int_equal(brand_insert(f->db, &brand, &f->err), OK);
}

static struct brand get(struct fixture *f, const char *id)
{
    struct brand brand = {0};
    assert_int_equal(brand_get(f->db, f->arena, "me", id, &brand, &f->err), OK);
    return brand;
}

static void a_brand_is_kept_and_changed(void **state)
{
    struct fixture *f = *state;
    insert(f, "b", "me");
    struct brand brand = get(f, "b");
    assert_string_equal(brand.account_id, "me");
    assert_string_equal(brand.name, "Hearth");
    assert_string_equal(brand.voice, "warm");
    assert_null(brand.url);
    assert_null(brand.description);
    assert_null(brand.knowledge);
    assert_null(brand.audience);
    assert_string_equal(brand.avoid, "[\"cheap\"]");
    assert_string_equal(brand.links, "[]");
    assert_int_equal(brand.created_at, 5);
    assert_int_equal(brand.updated_at, 5);
    brand.name = "Home";
    brand.voice = NULL;
    brand.url = "https://home.example/";
    brand.description = "bakes";
    brand.knowledge = "since 1970";
    brand.audience = "bakers";
    brand.avoid = "[]";
    brand.links = "[{\"text\":\"shop\",\"url\":\"https://home.example/shop\"}]";
    assert_int_equal(brand_update(f->db, &brand, 9, &f->err), OK);
    brand = get(f, "b");
    assert_string_equal(brand.name, "Home");
    assert_null(brand.voice);
    assert_string_equal(brand.url, "https://home.example/");
    assert_string_equal(brand.description, "bakes");
    assert_string_equal(brand.knowledge, "since 1970");
    assert_string_equal(brand.audience, "bakers");
    assert_string_equal(brand.avoid, "[]");
    assert_string_equal(brand.links, "[{\"text\":\"shop\",\"url\":\"https://home.example/shop\"}]");
    assert_int_equal(brand.created_at, 5);
    assert_int_equal(brand.updated_at, 9);
}

static void another_accounts_brand_is_not_there(void **state)
{
    struct fixture *f = *state;
    insert(f, "b", "me");
    struct brand brand = get(f, "b");
    assert_int_equal(brand_get(f->db, f->arena, "you", "b", &brand, &f->err), E_NOT_FOUND);
    assert_int_equal(brand_get(f->db, f->arena, "me", "c", &brand, &f->err), E_NOT_FOUND);
    brand = get(f, "b");
    brand.account_id = "you";
    assert_int_equal(brand_update(f->db, &brand, 9, &f->err), E_NOT_FOUND);
    assert_int_equal(brand_delete(f->db, "you", "b", &f->err), E_NOT_FOUND);
    assert_int_equal(get(f, "b").updated_at, 5);
}

static void brands_are_listed_by_pages(void **state)
{
    struct fixture *f = *state;
    struct brand *brands;
    size_t count;
    assert_int_equal(make_account_with(f->db, "you", "professional", -1, -1, &f->err), OK);
    assert_int_equal(brand_list(f->db, f->arena, "me", NULL, 9, &brands, &count, &f->err), OK);
    assert_int_equal(count, 0);
    insert(f, "b3", "me");
    insert(f, "b1", "me");
    insert(f, "b2", "me");
    insert(f, "b0", "you");
    assert_int_equal(brand_list(f->db, f->arena, "me", NULL, 2, &brands, &count, &f->err), OK);
    assert_int_equal(count, 2);
    assert_string_equal(brands[0].id, "b1");
    assert_string_equal(brands[1].id, "b2");
    assert_int_equal(brand_list(f->db, f->arena, "me", "b2", 2, &brands, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_string_equal(brands[0].id, "b3");
}

static void a_deleted_brand_is_gone_and_its_articles_stay(void **state)
{
    struct fixture *f = *state;
    struct brand brand;
    struct article article;
    insert(f, "b", "me");
    assert_int_equal(insert_article(f->db, "me", "a", 1, &f->err), OK);
    assert_int_equal(brand_delete(f->db, "me", "b", &f->err), OK);
    assert_int_equal(brand_get(f->db, f->arena, "me", "b", &brand, &f->err), E_NOT_FOUND);
    assert_int_equal(brand_delete(f->db, "me", "b", &f->err), E_NOT_FOUND);
    assert_int_equal(article_get(f->db, f->arena, "me", "a", &article, &f->err), OK);
}

static void a_brand_needs_an_account_and_an_id_of_its_own(void **state)
{
    struct fixture *f = *state;
    struct brand brand = {.id = "b", .account_id = "nobody", .name = "x", .avoid = "[]", .links = "[]"};
    assert_refusal(f, brand_insert(f->db, &brand, &f->err), E_NOT_FOUND);
    insert(f, "b", "me");
    brand.account_id = "me";
    assert_refusal(f, brand_insert(f->db, &brand, &f->err), E_CONFLICT);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_database, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_brand_is_kept_and_changed),
        TEST(another_accounts_brand_is_not_there),
        TEST(brands_are_listed_by_pages),
        TEST(a_deleted_brand_is_gone_and_its_articles_stay),
        TEST(a_brand_needs_an_account_and_an_id_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
