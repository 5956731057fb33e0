/* Products by a service in the format of the Rainforest API. */
#include "media/products/products.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "media_products.h"

#define ENTRY "{\"api\":\"rainforest\",\"base_url\":\"URL\",\"api_key\":\"sesame77\""

static const char product[] =
    "{\"request_info\":{\"success\":true},\"request_metadata\":{\"processed_at\":\"2026-05-04T10:11:12.000Z\"},"
    "\"product\":{\"asin\":\"B0HLNTR400\",\"title\":\"Ridge 400 &amp; strap\",\"brand\":\"Norrtind\","
    "\"link\":\"https://www.amazon.com/dp/B0HLNTR400\",\"rating\":4.6,\"ratings_total\":2184,"
    "\"main_image\":{\"link\":\"https://img.example/a.jpg\"},\"categories\":[{\"name\":\"Sports\"},"
    "{\"name\":\"Headlamps\"}],\"feature_bullets\":[\"Bright\",\"<b>Light</b>\"],\"description\":\"<p>A lamp.</p>\","
    "\"specifications\":[{\"name\":\"Weight\",\"value\":\"78 g\"},{\"name\":\"\",\"value\":\"x\"}],"
    "\"buybox_winner\":{\"price\":{\"value\":49.95,\"currency\":\"USD\"}},"
    "\"top_reviews\":[{\"title\":\"Good\",\"body\":\"Still holds.\",\"rating\":5,\"verified_purchase\":true,"
    "\"profile\":{\"name\":\"Ines\"}},{\"rating\":1}]}}";

static const char other[] = "{\"request_info\":{\"success\":true},\"product\":{\"asin\":\"B0HLPBL200\","
                            "\"title\":\"Mini 200\",\"buybox_winner\":{\"price\":{\"value\":18.5}}}}";

static const char page_one[] =
    "{\"request_info\":{\"success\":true},\"search_results\":["
    "{\"asin\":\"B0PAID0000\",\"title\":\"Paid for\",\"sponsored\":true},"
    "{\"asin\":\"B0HLPBL200\",\"title\":\"Mini\",\"rating\":4.2,\"image\":\"https://img.example/m.jpg\"},"
    "{\"asin\":\"B0HLNTR400\",\"title\":\"Ridge\"},{\"asin\":\"short\",\"title\":\"None\"},"
    "{\"asin\":\"B0HLPBL200\",\"title\":\"Mini again\"}],\"pagination\":{\"current_page\":1,\"total_pages\":2}}";
static const char page_two[] = "{\"search_results\":[{\"asin\":\"B0HLOWL120\",\"title\":\"Owlet\","
                               "\"price\":{\"value\":\"9.50\",\"currency\":\"EUR\"}}],"
                               "\"pagination\":{\"total_pages\":2}}";

static void test_all_fields(void **state)
{
    (void)state;
    const struct product *found;
    struct lookup call = call_here();
    struct products *products = open_products(ENTRY "}");
    when("asin=B0HLNTR400", 200, product);
    assert_int_equal(products_find(products, STR("b0hlntr400"), &call, &found), OK);
    assert_string_equal(found->id, "B0HLNTR400");
    assert_string_equal(found->title, "Ridge 400 & strap");
    assert_string_equal(found->brand, "Norrtind");
    assert_string_equal(found->category, "Headlamps");
    assert_string_equal(found->description, "A lamp.");
    assert_string_equal(found->url, "https://www.amazon.com/dp/B0HLNTR400");
    assert_string_equal(found->image, "https://img.example/a.jpg");
    assert_string_equal(found->updated, "2026-05-04");
    assert_true(found->has_price && found->price == 49.95);
    assert_string_equal(found->currency, "USD");
    assert_true(found->has_rating && found->rating == 4.6 && found->ratings == 2184);
    assert_int_equal(found->feature_count, 2);
    assert_string_equal(found->features[1], "Light");
    assert_int_equal(found->specification_count, 1);
    assert_string_equal(found->specifications[0].value, "78 g");
    assert_int_equal(found->review_count, 1);
    assert_true(found->reviews[0].is_verified && found->reviews[0].rating == 5);
    assert_string_equal(found->reviews[0].author, "Ines");
    assert_int_equal(asked_for("GET /request?type=product&amazon_domain=amazon.com&asin=B0HLNTR400&api_key=sesame77 "),
                     1);
    /* the same question is answered from what is kept */
    assert_int_equal(products_find(products, STR("B0HLNTR400"), &call, &found), OK);
    assert_int_equal(asked.count, 1);
    products_close(products);
}

static void test_search(void **state)
{
    (void)state;
    struct product_list found;
    struct lookup call = call_here();
    struct products *products = open_products(ENTRY ",\"domain\":\"www.amazon.de\"}");
    when("type=search&amazon_domain=amazon.de&search_term=running%20lamps&exclude_sponsored=true&page=2&", 200,
         page_two);
    when("type=search", 200, page_one);
    when("asin=B0HLNTR400", 200, product);
    when("asin=B0HLPBL200", 200, other);
    when("asin=B0HLOWL120", 404, "{\"request_info\":{\"success\":false}}");
    assert_int_equal(products_search(products, STR(" running lamps "), STR(""), 9, &call, &found), OK);
    assert_int_equal(found.count, 3);
    assert_string_equal(found.list[0].title, "Mini 200");
    assert_true(found.list[0].has_rating && found.list[0].rating == 4.2); /* of the list, where the page says nothing */
    assert_string_equal(found.list[0].image, "https://img.example/m.jpg");
    assert_string_equal(found.list[0].currency, "EUR"); /* of the store, where the price names none */
    assert_string_equal(found.list[1].title, "Ridge 400 & strap");
    assert_string_equal(found.list[2].title, "Owlet"); /* its own page cannot be had */
    assert_true(found.list[2].price == 9.5);
    assert_string_equal(found.list[2].url, "https://www.amazon.de/dp/B0HLOWL120");
    assert_int_equal(asked.count, 5);
    assert_int_equal(products_search(products, STR("running lamps"), STR("amazon.co.uk"), 1, &call, &found), OK);
    assert_int_equal(found.count, 1);
    assert_int_equal(asked_for("amazon_domain=amazon.co.uk"), 2);
    assert_int_equal(products_search(products, STR("x"), STR("store.example"), 1, &call, &found), E_INVALID);
    assert_true(products_sell_on(products, STR("www.Amazon.co.jp")));
    assert_false(products_sell_on(products, STR("store.example")));
    assert_int_equal(products_search(products, STR(" "), STR(""), 1, &call, &found), OK);
    assert_int_equal(found.count, 0);
    products_close(products);
}

/* The address of the page is given, in its order; further pages are its own. */
static void test_page(void **state)
{
    (void)state;
    struct product_list found;
    struct lookup call = call_here();
    struct products *products = open_products(ENTRY "}");
    when("type=search&url=https%3A%2F%2Fwww.amazon.fr%2Fs%3Fk%3Dlampe%26page%3D3&", 200, page_one);
    when("url=https%3A%2F%2Fwww.amazon.fr%2Fs%3Fk%3Dlampe%26page%3D4&", 200, page_two);
    when("asin=B0HLNTR400", 200, product);
    when("type=product", 500, "{}");
    assert_int_equal(products_page(products, STR("https://www.amazon.fr/s?page=3&k=lampe"), 2, &call, &found), OK);
    assert_int_equal(found.count, 2);
    assert_string_equal(found.list[0].title, "Mini");
    assert_string_equal(found.list[1].title, "Ridge 400 & strap");
    assert_int_equal(asked_for("amazon_domain=amazon.fr"), 4); /* a failed one is asked for three times */
    forget();
    when("type=bestsellers&url=", 200, "{\"bestsellers\":[{\"asin\":\"B0HLOWL120\",\"title\":\"Owlet\"}]}");
    when("type=product", 404, "{}");
    assert_int_equal(products_page(products, STR("https://www.amazon.com/gp/bestsellers/x"), 1, &call, &found), OK);
    assert_int_equal(found.count, 1);
    forget();
    when("type=product&amazon_domain=amazon.com&asin=B0HLNTR400", 200, product);
    assert_int_equal(products_page(products, STR("https://amazon.com/Ridge/dp/B0HLNTR400"), 5, &call, &found), OK);
    assert_int_equal(found.count, 1);
    assert_int_equal(products_page(products, STR("https://shop.example/s?k=lamp"), 5, &call, &found), E_INVALID);
    assert_says("shop.example is no store");
    assert_int_equal(products_page(products, STR("lamp"), 5, &call, &found), E_INVALID);
    products_close(products);
}

static void test_pages_are_bounded(void **state)
{
    (void)state;
    struct product_list found;
    struct lookup call = call_here();
    struct products *products = open_products(ENTRY "}");
    when("&page=2", 200, "{\"search_results\":[{\"asin\":\"B000000002\",\"title\":\"2\"}]}");
    when("&page=3", 200, "{\"search_results\":[{\"asin\":\"B000000003\",\"title\":\"3\"}]}");
    when("&page=4", 500, "{}");
    when("type=search", 200, "{\"search_results\":[{\"asin\":\"B000000001\",\"title\":\"1\"}]}");
    when("type=product", 404, "{}");
    assert_int_equal(products_search(products, STR("lamp"), STR(""), 48, &call, &found), OK);
    assert_int_equal(found.count, 3); /* what the pages before the failed one gave */
    assert_int_equal(asked_for("&page=5"), 0);
    products_close(products);
}

static void test_faults(void **state)
{
    (void)state;
    static const struct {
        int http;
        const char *body;
        enum status status;
        const char *says;
    } cases[] = {
        {401, "{\"request_info\":{\"success\":false,\"message\":\"key sesame77 is wrong\"}}", E_DENIED, "api_key"},
        {402, "{}", E_DENIED, "paid"},
        {200, "<html>Busy</html>", E_UPSTREAM, "no JSON"},
        {200, "{\"search_results\":[{\"asin\":\"B0HL", E_UPSTREAM, "no JSON"},
        {200, "{\"request_info\":{\"success\":false,\"message\":\"sesame77 may not\"}}", E_UPSTREAM,
         "does not say why"},
        {200, "{\"request_info\":{\"success\":false,\"message\":\"Try later\"}}", E_UPSTREAM, "Try later"},
        {429, "{}", E_LIMIT, "too often"},
        {503, "no", E_UPSTREAM, "503"},
    };
    struct product_list found;
    struct lookup call = call_here();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct products *products = open_products(ENTRY "}");
        forget();
        when("/request", cases[i].http, cases[i].body);
        assert_int_equal(products_search(products, STR("lamp"), STR(""), 3, &call, &found), cases[i].status);
        assert_says(cases[i].says);
        assert_null(strstr(err.message, "sesame"));
        /* no failure is kept */
        forget();
        when("type=search", 200, "{\"search_results\":[]}");
        assert_int_equal(products_search(products, STR("lamp"), STR(""), 3, &call, &found), OK);
        assert_int_equal(found.count, 0);
        products_close(products);
    }
}

static void test_waits_as_it_is_told(void **state)
{
    (void)state;
    const struct product *found;
    struct lookup call = call_here();
    struct products *products = open_products(ENTRY "}");
    when_once("/request", 429, "Retry-After: 0\r\n", "{}");
    when("/request", 200, product);
    assert_int_equal(products_find(products, STR("B0HLNTR400"), &call, &found), OK);
    assert_int_equal(asked.count, 2);
    forget();
    when("/request", 200, "{\"request_info\":{\"success\":true}}");
    assert_int_equal(products_find(products, STR("B0NOTHERE1"), &call, &found), E_NOT_FOUND);
    assert_says("B0NOTHERE1");
    atomic_bool cancel = true;
    call.cancel = &cancel;
    assert_int_equal(products_find(products, STR("B0NOTHERE2"), &call, &found), E_CANCELLED);
    products_close(products);
}

static void test_wrong_entries(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"{\"api\":\"rainforest\",\"api_key\":\"k\"}", "products.base_url"},
        {"{\"api\":\"rainforest\",\"base_url\":\"URL\"}", "products.api_key"},
        {ENTRY ",\"domain\":\"shop.example\"}", "products.domain"},
        {ENTRY ",\"path\":\"x\"}", "products.path is unknown"},
        {ENTRY ",\"seconds\":0}", "products.seconds"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct products *products = NULL;
        json_t *entry = entry_of(cases[i][0]);
        assert_int_equal(products_open(entry, &products, &err), E_INVALID);
        assert_says(cases[i][1]);
        json_decref(entry);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all_fields, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_search, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_page, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pages_are_bounded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_faults, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_waits_as_it_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrong_entries, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
