/* Articles that are made of data: in each language, from data that lack much; links and numbers. */
#include "test_write.h"

#include "media/media.h"
#include "media/products/products.h"
#include "write/types/market.h"
#include "write/types/types_parts.h"

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

/* Every store of the marketplace is found in any spelling, and links to it carry the associate. */
static void test_stores(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const struct store_domain *store;
    size_t count = 0;
    for (; (store = store_domain_at(count)); count++) {
        struct str domain;
        const char *www = arena_printf(arena, "https://www.%s/gp/help", store->domain);
        assert_true(market_domain(str_from(www), &domain));
        assert_ptr_equal(store_domain_find(domain), store);
        assert_ptr_equal(store_domain_find(str_from(store->domain)), store);
        assert_true(strlen(store->country) == 2 && strlen(store->currency) == 3);
        expect_link("https://www.amazon.com/dp/B000000001?tag=other", store->domain, "me-21",
                    arena_printf(arena, "https://%s/dp/B000000001?tag=me-21", store->domain));
    }
    assert_true(count > 20);
    assert_null(store_domain_find(STR("store.example")));
    assert_null(store_domain_find(STR("notamazon.com")));
    assert_null(store_domain_find(STR("")));
    arena_free(arena);
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

/* --- whole articles --- */

static struct write_services open_services(void)
{
    struct write_services services = {0};
    json_t *products = json_pack("{s:s,s:s}", "api", "file", "path", "examples/data/products.json");
    json_t *places = json_pack("{s:s,s:s}", "api", "file", "path", "examples/data/places.json");
    assert_int_equal(products_open(products, &services.products, NULL), OK);
    assert_int_equal(places_open(places, &services.places, NULL), OK);
    json_decref(products);
    json_decref(places);
    return services;
}

static void close_services(struct write_services *services)
{
    products_close(services->products);
    places_close(services->places);
}

/* Writes an article of the type; *code is that of the error, or NULL. */
static enum status write_one(const struct write_services *services, const char *type, const char *language,
                             const char *keyword, const char **code)
{
    struct desk desk = {0};
    struct arena *arena = arena_new();
    struct write_result result;
    struct error err = {0};
    json_t *config =
        json_pack("{s:s,s:s,s:s,s:s,s:i,s:b,s:b,s:b,s:s}", "articleType", type, "language", language, "targetKeyword",
                  keyword, "asin", "B0HLBRK300", "numMarketProducts", 48, "enableFirstHandExperience", 1,
                  "enableAutomaticLength", 1, "enableSupplementalInformation", 1, "pointOfView", "second_person");
    const struct write_job job = {.config = config,
                                  .engine = 2,
                                  .cancel = &desk.cancel,
                                  .context = &desk,
                                  .progress = desk_progress,
                                  .load_step = desk_load,
                                  .save_step = desk_save};
    enum status status = write_article(services, &job, arena, &result, &err);
    *code = status ? err.code : NULL;
    if (!status) {
        assert_non_null(strstr(result.html, keyword));
        assert_null(strstr(result.html, "%1"));
        assert_null(strstr(result.html, "(null)"));
        assert_true(result.words > 20);
    }
    json_decref(result.notes);
    json_decref(result.run);
    json_decref(result.searches);
    json_decref(result.sources);
    json_decref(config);
    arena_free(arena);
    desk_clear(&desk);
    return status;
}

static const char *const types[] = {"market_product_roundup", "market_single_product_review", "local_places_roundup"};

static void test_languages(void **state)
{
    (void)state;
    struct write_services services = open_services();
    const char *code;
    size_t count, written = 0;
    const struct language *list = language_list(&count);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < COUNT_OF(types) && language_can_write(&list[i]); j++, written++)
            assert_int_equal(write_one(&services, types[j], list[i].name, j < 2 ? "Headlamps" : "coffee", &code), OK);
    assert_true(written >= 8 * COUNT_OF(types));
    close_services(&services);
}

static void test_nothing_configured(void **state)
{
    (void)state;
    const struct write_services services = {0};
    const char *const codes[] = {"no_products", "no_products", "no_places"}, *code;
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        assert_int_equal(write_one(&services, types[i], "English", "Headlamps", &code), E_NOT_FOUND);
        assert_string_equal(code, codes[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_link),   cmocka_unit_test(test_stores),    cmocka_unit_test(test_domain),
        cmocka_unit_test(test_number), cmocka_unit_test(test_languages), cmocka_unit_test(test_nothing_configured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
