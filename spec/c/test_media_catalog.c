/* Products by a service in the format of the Creators API. */
#include "media/products/products.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "media_products.h"

#define ENTRY                                                                                                          \
    "{\"api\":\"catalog\",\"base_url\":\"URL/catalog/v1\",\"token_url\":\"URL/token\",\"client_id\":\"me & mine\","    \
    "\"client_secret\":\"sesame77\",\"scope\":\"creatorsapi::default\",\"partner_tag\":\"shop-20\",\"pause_ms\":0"
#define TOKEN(name) "{\"access_token\":\"" name "\",\"token_type\":\"bearer\",\"expires_in\":3600}"

static const char item[] =
    "{\"itemsResult\":{\"items\":[{\"asin\":\"B0HLNTR400\",\"detailPageURL\":\"https://www.amazon.com/dp/"
    "B0HLNTR400?tag=x\","
    "\"images\":{\"primary\":{\"large\":{\"url\":\"https://img.example/a.jpg\"}}},"
    "\"itemInfo\":{\"title\":{\"displayValue\":\"Ridge "
    "400\"},\"byLineInfo\":{\"brand\":{\"displayValue\":\"Norrtind\"}},"
    "\"classifications\":{\"productGroup\":{\"displayValue\":\"Sports\"}},"
    "\"features\":{\"displayValues\":[\"Bright\",\"Light\"]},"
    "\"productInfo\":{\"color\":{\"label\":\"Color\",\"displayValue\":\"Red\"},"
    "\"itemDimensions\":{\"weight\":{\"label\":\"Weight\",\"displayValue\":78,\"unit\":\"grams\"}}}},"
    "\"customerReviews\":{\"count\":2184,\"starRating\":{\"value\":4.6}},"
    "\"offersV2\":{\"listings\":[{\"price\":{\"money\":{\"amount\":99,\"currency\":\"USD\"}}},"
    "{\"isBuyBoxWinner\":true,\"price\":{\"money\":{\"amount\":49.95,\"currency\":\"USD\"}}}]}}]}}";

static void test_all_fields(void **state)
{
    (void)state;
    const struct product *found;
    struct lookup call = call_here();
    struct products *products = open_products(ENTRY ",\"version\":\"2.1\"}");
    when("POST /token", 200, TOKEN("T1"));
    when("POST /catalog/v1/getItems", 200, item);
    assert_int_equal(products_find(products, STR("B0HLNTR400"), &call, &found), OK);
    assert_string_equal(found->title, "Ridge 400");
    assert_string_equal(found->brand, "Norrtind");
    assert_string_equal(found->category, "Sports");
    assert_string_equal(found->image, "https://img.example/a.jpg");
    assert_string_equal(found->url, "https://www.amazon.com/dp/B0HLNTR400?tag=x");
    assert_true(found->price == 49.95 && found->rating == 4.6 && found->ratings == 2184);
    assert_string_equal(found->currency, "USD");
    assert_int_equal(found->feature_count, 2);
    assert_int_equal(found->specification_count, 2);
    assert_string_equal(found->specifications[1].value, "78 grams");
    assert_int_equal(strlen(found->updated), 10);
    assert_int_equal(asked_for("grant_type=client_credentials&client_id=me%20%26%20mine&client_secret=sesame77&scope="
                               "creatorsapi%3A%3Adefault"),
                     1);
    assert_int_equal(asked_for("Content-Type: application/x-www-form-urlencoded"), 1);
    assert_int_equal(asked_for("Authorization: Bearer T1, Version 2.1\r\n"), 1);
    assert_int_equal(asked_for("x-marketplace: www.amazon.com\r\n"), 1);
    assert_int_equal(asked_for("\"partnerTag\":\"shop-20\""), 1);
    assert_int_equal(asked_for("\"itemIds\":[\"B0HLNTR400\"]"), 1);
    assert_int_equal(products_find(products, STR("B0HLNTR400"), &call, &found), OK);
    assert_int_equal(asked_for("getItems"), 1); /* it is kept */
    products_close(products);
}

/* A page of ten results: B0000000n0 to B0000000n9. */
static const char *results(char page, int count)
{
    struct buf out = {0};
    buf_str(&out, "{\"searchResult\":{\"items\":[");
    for (int i = 0; i < count; i++)
        buf_printf(&out, "%s{\"asin\":\"B0000000%c%d\",\"itemInfo\":{\"title\":{\"displayValue\":\"T%c%d\"}}}",
                   i ? "," : "", page, i, page, i);
    buf_str(&out, "]}}");
    const char *copy = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return copy;
}

static void test_batches_of_ten(void **state)
{
    (void)state;
    struct product_list found;
    struct lookup call = call_here();
    struct products *products = open_products(ENTRY "}");
    when("POST /token", 200, TOKEN("T1"));
    when("\"itemPage\":1", 200, results('1', 10));
    when("\"itemPage\":2", 200, results('2', 10));
    when("\"itemPage\":3", 200, results('3', 4));
    when(
        "\"itemIds\":[\"B000000020\"", 200,
        "{\"itemsResult\":{\"items\":[{\"asin\":\"B000000025\",\"itemInfo\":{\"title\":{\"displayValue\":\"Told\"}}}]},"
        "\"errors\":[{\"code\":\"ItemNotAccessible\",\"message\":\"x\"}]}");
    when("getItems", 200,
         "{\"errors\":[{\"code\":\"ItemNotAccessible\",\"message\":\"The ItemId is not accessible\"}]}");
    assert_int_equal(products_search(products, STR("lamp"), STR("www.amazon.de"), 48, &call, &found), OK);
    assert_int_equal(found.count, 24);
    assert_string_equal(found.list[0].title, "T10");
    assert_string_equal(found.list[15].title, "Told");
    assert_string_equal(found.list[23].title, "T33");
    assert_int_equal(asked_for("searchItems"), 3);
    assert_int_equal(asked_for("getItems"), 3);
    assert_int_equal(asked_for("\"B000000010\",\"B000000011\",\"B000000012\",\"B000000013\",\"B000000014\","
                               "\"B000000015\",\"B000000016\",\"B000000017\",\"B000000018\",\"B000000019\"]"),
                     1);
    assert_int_equal(asked_for("x-marketplace: www.amazon.de"), 6);
    assert_int_equal(asked_for("POST /token"), 1);
    products_close(products);
}

static void test_page(void **state)
{
    (void)state;
    struct product_list found;
    struct lookup call = call_here();
    struct products *products = open_products(ENTRY "}");
    when("POST /token", 200, TOKEN("T1"));
    when("\"keywords\":\"running lamps\"", 200, results('1', 3));
    when("getItems", 200, item);
    assert_int_equal(products_page(products, STR("https://www.amazon.co.jp/s?k=running+lamps"), 2, &call, &found), OK);
    assert_int_equal(found.count, 2);
    assert_int_equal(asked_for("x-marketplace: www.amazon.co.jp"), 2);
    assert_int_equal(products_page(products, STR("https://www.amazon.com/dp/B0HLNTR400"), 2, &call, &found), OK);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.list[0].title, "Ridge 400");
    assert_int_equal(products_page(products, STR("https://www.amazon.com/dp/B0HLNTR499"), 2, &call, &found), OK);
    assert_int_equal(found.count, 0);
    assert_int_equal(products_page(products, STR("https://shop.example/dp/B0HLNTR400"), 2, &call, &found), E_INVALID);
    products_close(products);
}

static void test_tokens(void **state)
{
    (void)state;
    const struct product *found;
    struct lookup call = call_here();
    struct products *products = open_products(ENTRY "}");
    /* one that has expired is fetched anew, once */
    when_once("POST /token", 200, NULL, TOKEN("T1"));
    when("POST /token", 200, TOKEN("T2"));
    when("Bearer T1\r\n", 401, "{\"type\":\"UnauthorizedException\",\"message\":\"expired\"}");
    when("Bearer T2\r\n", 200, item);
    assert_int_equal(products_find(products, STR("B0HLNTR400"), &call, &found), OK);
    assert_int_equal(asked_for("POST /token"), 2);
    products_close(products);
    products = open_products(ENTRY "}");
    forget();
    when("POST /token", 200, TOKEN("T3"));
    when("getItems", 401, "{\"message\":\"T3 is wrong\"}");
    assert_int_equal(products_find(products, STR("B0HLNTR400"), &call, &found), E_DENIED);
    assert_null(strstr(err.message, "T3"));
    assert_int_equal(asked_for("POST /token"), 2);
    assert_int_equal(asked_for("getItems"), 2);
    products_close(products);
    static const struct {
        int http;
        const char *body;
        enum status status;
        const char *says;
    } cases[] = {
        {400, "{\"error\":\"invalid_client\",\"was\":\"sesame77\"}", E_DENIED, "client_id, client_secret and scope"},
        {401, "{\"error\":\"invalid_client\"}", E_DENIED, "client_secret"},
        {200, "{\"token_type\":\"bearer\"}", E_UPSTREAM, "no access_token"},
        {200, "{\"access_token\":\"a\\r\\nX: y\"}", E_UPSTREAM, "no access_token"},
        {200, "<html>", E_UPSTREAM, "no JSON"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        products = open_products(ENTRY "}");
        forget();
        when("POST /token", cases[i].http, cases[i].body);
        assert_int_equal(products_find(products, STR("B0HLNTR400"), &call, &found), cases[i].status);
        assert_says(cases[i].says);
        assert_null(strstr(err.message, "sesame"));
        products_close(products);
    }
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
        {200, "{\"errors\":[{\"code\":\"NoResults\",\"message\":\"x\"}]}", OK, ""},
        {404, "{\"type\":\"ResourceNotFoundException\"}", OK, ""},
        {404, "<html>nginx</html>", E_UPSTREAM, "base_url"},
        {200, "{\"errors\":[{\"code\":\"InvalidPartnerTag\",\"message\":\"Not yours\"}]}", E_UPSTREAM, "Not yours"},
        {403, "{\"reason\":\"AssociateNotEligible\"}", E_DENIED, "AssociateNotEligible"},
        {429, "{\"type\":\"ThrottleException\"}", E_LIMIT, "too often"},
        {200, "{\"searchResult\":{\"items\":[", E_UPSTREAM, "no JSON"},
        {200, "{\"searchResult\":{\"items\":7}}", OK, ""},
    };
    struct product_list found;
    struct lookup call = call_here();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct products *products = open_products(ENTRY "}");
        forget();
        when("POST /token", 200, TOKEN("T1"));
        when("searchItems", cases[i].http, cases[i].body);
        assert_int_equal(products_search(products, STR("lamp"), STR(""), 3, &call, &found), cases[i].status);
        assert_int_equal(found.count, 0);
        if (cases[i].status)
            assert_says(cases[i].says);
        products_close(products);
    }
}

static void test_wrong_entries(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {ENTRY ",\"api_key\":\"k\"}", "products.api_key is unknown"},
        {ENTRY ",\"domain\":\"shop.example\"}", "products.domain"},
        {ENTRY ",\"version\":\"2 1\"}", "products.version"},
        {ENTRY ",\"client_secret_env\":\"HOME\"}", "products.client_secret_env"},
        {"{\"api\":\"catalog\",\"base_url\":\"URL\"}", "products.token_url"},
        {"{\"api\":\"catalog\",\"base_url\":\"URL\",\"token_url\":\"URL\"}", "products.client_id"},
        {"{\"api\":\"catalog\",\"base_url\":\"URL\",\"token_url\":\"URL\",\"client_id\":\"a\"}",
         "products.client_secret"},
        {"{\"api\":\"catalog\",\"base_url\":\"URL\",\"token_url\":\"URL\",\"client_id\":\"a\",\"client_secret\":\"b\"}",
         "products.partner_tag"},
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
        cmocka_unit_test_setup_teardown(test_batches_of_ten, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_page, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tokens, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_faults, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrong_entries, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
