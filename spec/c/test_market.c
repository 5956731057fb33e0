/* The links of products, and the number that a keyword names. */
#include "write/market/market.h"
#include "write/places/places.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void expect_link(const char *url, const char *domain, const char *associate, const char *expected)
{
    struct arena *arena = arena_new();
    const struct product product = {.id = "B000000001", .title = "Kettle", .url = url};
    struct str link = market_link(arena, &product, str_from(domain), str_from(associate));
    assert_non_null(link.data);
    assert_string_equal(link.data, expected);
    arena_free(arena);
}

static void test_link(void **state)
{
    (void)state;
    const char *own = "https://shop.example:8443/item/B000000001?tag=other-20&c=1#top";
    expect_link(NULL, "", "", "https://" MARKET_DOMAIN "/dp/B000000001");
    expect_link("mailto:a@b", "", "", "https://" MARKET_DOMAIN "/dp/B000000001");
    expect_link(own, "", "", "https://shop.example:8443/item/B000000001?tag=other-20&c=1");
    expect_link(own, "", "me", "https://shop.example:8443/item/B000000001?c=1&tag=me");
    expect_link("https://shop.example", "", "me", "https://shop.example/?tag=me");
    expect_link(own, "store.example", "", "https://store.example/dp/B000000001");
    expect_link(own, "store.example", "ü&=\"", "https://store.example/dp/B000000001?tag=%C3%BC%26%3D%22");
}

static void test_domain(void **state)
{
    (void)state;
    struct str domain;
    assert_true(market_domain(STR(" https://store.example/path "), &domain));
    assert_true(str_eq(domain, STR("store.example")));
    assert_true(market_domain(STR("a-b.store.example"), &domain));
    const char *const wrong[] = {"", "store", "a b.example", "user@store.example", "store.example:x", ".", "store."};
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_false(market_domain(str_from(wrong[i]), &domain));
}

static void test_number(void **state)
{
    (void)state;
    assert_int_equal(places_number(STR("5 best cafés")), 5);
    assert_int_equal(places_number(STR("the 12 best cafés")), 12);
    assert_int_equal(places_number(STR("best cafés 2026, 7 of them")), 7);
    assert_int_equal(places_number(STR("best cafés in 2026")), 0);
    assert_int_equal(places_number(STR("24/7 cafés")), 0);
    assert_int_equal(places_number(STR("cafés of the 7th district")), 0);
    assert_int_equal(places_number(STR("0 cafés")), 0);
    assert_int_equal(places_number(STR("")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_link),
        cmocka_unit_test(test_domain),
        cmocka_unit_test(test_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
