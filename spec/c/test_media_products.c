/* Products of a file: found by id, by words and by the address of a page; wrong files; files that change. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "media_files.h"

#include <pthread.h>

#define EXAMPLE "examples/data/products.json"

/* The members of a correct product but for its id. */
#define KETTLE "\"title\": \"Kettle\""

static struct products *open_products(const char *path)
{
    struct products *products = NULL;
    json_t *entry = entry_for("file", path);
    enum status status = products_open(entry, &products, &err);
    json_decref(entry);
    if (status)
        fail_msg("%s", err.message);
    return products;
}

static struct products *open_text(const char *text)
{
    write_file("products.json", text);
    return open_products(path_of("products.json"));
}

static const struct product *find(const struct products *products, const char *id)
{
    const struct product *product = NULL;
    struct lookup call = call_here();
    assert_int_equal(products_find(products, str_from(id), &call, &product), OK);
    return product;
}

/* The ids that a search gives, with blanks between them. */
static const char *ids_of(enum status status, const struct product_list *found)
{
    const char *ids = "";
    assert_int_equal(status, OK);
    for (size_t i = 0; i < found->count; i++)
        ids = arena_printf(arena, "%s%s%s", ids, i ? " " : "", found->list[i].id);
    return ids;
}

static const char *search(const struct products *products, const char *query, size_t most)
{
    struct product_list found;
    struct lookup call = call_here();
    return ids_of(products_search(products, str_from(query), STR(""), most, &call, &found), &found);
}

static const char *page(const struct products *products, const char *url, size_t most)
{
    struct product_list found;
    struct lookup call = call_here();
    return ids_of(products_page(products, str_from(url), most, &call, &found), &found);
}

static void test_all_fields(void **state)
{
    (void)state;
    struct products *products = open_products(EXAMPLE);
    const struct product *lamp = find(products, "b0hlntr400");
    assert_string_equal(lamp->id, "B0HLNTR400");
    assert_string_equal(lamp->title, "Norrtind Ridge 400 Rechargeable Headlamp");
    assert_string_equal(lamp->brand, "Norrtind");
    assert_string_equal(lamp->category, "Headlamps");
    assert_string_equal(lamp->url, "https://market.example/dp/B0HLNTR400");
    assert_string_equal(lamp->image, "https://market.example/images/ridge-400.jpg");
    assert_true(lamp->has_price && lamp->has_rating && lamp->has_ratings);
    assert_true(lamp->price == 49.95);
    assert_string_equal(lamp->currency, "USD");
    assert_true(lamp->rating == 4.6);
    assert_int_equal(lamp->ratings, 2184);
    assert_int_equal(lamp->feature_count, 5);
    assert_string_equal(lamp->features[2], "Red light that keeps night vision");
    assert_string_equal(lamp->description,
                        "The Ridge 400 is Norrtind’s lamp for walkers who are out before sunrise. One large button "
                        "switches modes and works with gloves. A lock keeps it from switching on in a rucksack.");
    assert_int_equal(lamp->specification_count, 8);
    assert_string_equal(lamp->specifications[0].name, "Brightness"); /* in the order of the file */
    assert_string_equal(lamp->specifications[7].value, "4 h");
    assert_int_equal(lamp->pro_count, 3);
    assert_int_equal(lamp->con_count, 2);
    assert_int_equal(lamp->review_count, 3);
    assert_string_equal(lamp->reviews[0].author, "Ines");
    assert_true(lamp->reviews[0].is_verified && !lamp->reviews[2].is_verified);
    assert_true(lamp->reviews[2].has_rating && lamp->reviews[2].rating == 3);
    assert_string_equal(lamp->updated, "2026-05-04");
    assert_string_equal(find(products, "B0HLKLRM60")->specifications[2].value, "5000"); /* a number in the file */
    products_close(products);
}

static void test_absent_fields(void **state)
{
    (void)state;
    struct products *products = open_text("[{\"id\": \"B000000001\", \"title\": \"Bare\", \"brand\": null, \"url\": "
                                          "\"javascript:alert(1)\", \"features\": {}, \"colour\": \"red\"}]");
    const struct product *bare = find(products, "B000000001");
    assert_false(bare->has_price || bare->has_rating || bare->has_ratings);
    assert_null(bare->brand);
    assert_null(bare->category);
    assert_null(bare->description);
    assert_null(bare->url); /* dropped: no address of the web */
    assert_null(bare->image);
    assert_null(bare->currency);
    assert_null(bare->updated);
    assert_int_equal(bare->feature_count + bare->pro_count + bare->con_count, 0);
    assert_int_equal(bare->specification_count + bare->review_count, 0);
    products_close(products);
}

static void test_texts_are_made_plain(void **state)
{
    (void)state;
    char *long_title = malloc(2000);
    memset(long_title, 'x', 1999);
    long_title[1999] = '\0';
    struct products *products = open_text(arena_printf(
        arena,
        "[{\"id\": \"B000000001\", \"title\": \"%s\", \"description\": \"<ul><li>One &amp; <b>t</b>wo</li><li>5 < 6"
        "</li></ul><script>alert(1)</script>\\u0007<style>p{}</style> \\n end\", \"pros\": [\"\", \"<br>\", "
        "\"A<br>B\"]}]",
        long_title));
    free(long_title);
    const struct product *product = find(products, "B000000001");
    assert_string_equal(product->description, "One & two 5 < 6 end");
    assert_int_equal(product->pro_count, 1); /* nothing is left of the others */
    assert_string_equal(product->pros[0], "A B");
    assert_true(strlen(product->title) <= PRODUCT_TITLE + 2); /* the ellipsis has three bytes */
    assert_true(utf8_is_valid(str_from(product->title)));
    products_close(products);
}

static void test_find(void **state)
{
    (void)state;
    const struct product *product = NULL;
    struct products *products = open_products(EXAMPLE);
    struct lookup call = call_here();
    assert_int_equal(products_find(products, STR("B0HLNTR401"), &call, &product), E_NOT_FOUND);
    assert_says("has no product B0HLNTR401");
    assert_null(strchr(err.message, '/')); /* whoever ordered the article reads it */
    assert_int_equal(products_find(products, STR("B0HLNTR40"), &call, &product), E_NOT_FOUND);
    assert_says("ten letters or digits");
    assert_int_equal(products_find(products, STR("B0HLNTR40\xC3\xA4"), &call, &product), E_NOT_FOUND);
    assert_int_equal(products_find(products, (struct str){0}, &call, &product), E_NOT_FOUND);
    assert_null(product);
    products_close(products);
}

static void test_search(void **state)
{
    (void)state;
    struct products *products = open_products(EXAMPLE);
    /* The only one with both words; then, with one, by where it stands, number of ratings and place in the file. */
    assert_string_equal(search(products, "best running headlamps", 3), "B0HLVSTR55 B0HLNTR400 B0HLPBLKD1");
    assert_string_equal(search(products, "pebblelight", 9), "B0HLPBL200 B0HLPBLKD1"); /* 5,310 and 1,287 ratings */
    assert_string_equal(search(products, "HEADLAMP for Children", 1), "B0HLPBLKD1");
    assert_string_equal(search(products, "lanterns", 9), "B0HLVSTC25"); /* another ending */
    assert_string_equal(search(products, "washing machine", 9), "");
    assert_string_equal(search(products, "the of", 9), "");
    assert_string_equal(search(products, "", 9), "");
    assert_string_equal(search(products, "headlamp", 0), "");
    products_close(products);
}

static void test_search_prefers_title_to_features(void **state)
{
    (void)state;
    struct products *products = open_text(
        "[{\"id\": \"B000000001\", \"title\": \"Tea set\", \"features\": [\"Fits every kettle\"], \"ratings\": 900},"
        " {\"id\": \"B000000002\", \"title\": \"Steel kettle\", \"ratings\": 5},"
        " {\"id\": \"B000000003\", \"title\": \"Glass kettle\"},"
        " {\"id\": \"B000000004\", \"title\": \"Red kettle\", \"ratings\": 50},"
        " {\"id\": \"B000000005\", \"title\": \"Pot\"}]");
    assert_string_equal(search(products, "kettles", 9), "B000000004 B000000002 B000000003 B000000001");
    products_close(products);
}

static void test_other_languages(void **state)
{
    (void)state;
    struct products *products = open_text(
        "[{\"id\": \"B000000001\", \"title\": \"Der Wasserkocher f\xC3\xBCr die K\xC3\xBC"
        "che\", \"description\": \"Er kocht das Wasser und h\xC3\xA4lt es nicht nur warm, sondern auch hei\xC3\x9F.\"},"
        " {\"id\": \"B000000002\", \"title\": \"H\xC3\xA4user aus Holz\", \"description\": \"Sie sind mit der Hand "
        "gemacht und nicht f\xC3\xBCr den Garten.\"}]");
    assert_string_equal(search(products, "das beste Haus", 9), "B000000002"); /* the stem of Häuser, in German */
    assert_string_equal(search(products, "WASSERKOCHER", 9), "B000000001");
    products_close(products);
}

static void test_page(void **state)
{
    (void)state;
    struct products *products = open_products(EXAMPLE);
    /* In the order of the file, not by ratings. */
    static const char *const searches[] = {
        "https://market.example/s?k=pebblelight+mini&ref=nb",
        "https://market.example/s?ref=x&q=Pebblelight",
        "https://market.example/?s=pebblelight",
        "http://market.example/search?query=pebblelight%20lamp",
        "https://market.example/find?keywords=pebblelight#top",
        "https://market.example/brands/pebblelight/ref=sr_1_headlamp",
        "https://market.example/x?k=&q=pebblelight",
    };
    for (size_t i = 0; i < COUNT_OF(searches); i++)
        assert_string_equal(page(products, searches[i], 9), "B0HLPBL200 B0HLPBLKD1");
    assert_string_equal(page(products, searches[0], 1), "B0HLPBL200");
    assert_string_equal(page(products, "https://market.example/Vestra-Trail/dp/b0hlvstr55/ref=sr_1", 9), "B0HLVSTR55");
    assert_string_equal(page(products, "https://other.example/gp/product/B0HLVSTR55?psc=1", 9), "B0HLVSTR55");
    assert_string_equal(page(products, "https://market.example/dp/B099999999", 9), ""); /* a product, but unknown */
    assert_string_equal(page(products, "https://market.example/headlights/pebblelight", 9), "B0HLPBL200 B0HLPBLKD1");
    assert_string_equal(page(products, "https://market.example/", 9), "");
    struct product_list found;
    struct lookup call = call_here();
    assert_int_equal(products_page(products, STR("ftp://market.example/s?k=x"), 9, &call, &found), E_INVALID);
    products_close(products);
}

static void test_page_by_address_of_a_product(void **state)
{
    (void)state;
    struct products *products =
        open_text("[{\"id\": \"B000000001\", " KETTLE ", \"url\": \"https://Shop.example/a\"},"
                  " {\"id\": \"B000000002\", " KETTLE ", \"url\": \"https://shop.example/b\"}]");
    assert_string_equal(page(products, "https://shop.example/b", 9), "B000000002");
    assert_string_equal(page(products, "https://SHOP.example:443/a#x", 9), "B000000001");
    products_close(products);
}

static void test_wrong_entries(void **state)
{
    (void)state;
    static const struct {
        const char *entry, *says;
    } cases[] = {
        {"[]", "products must be a table"},
        {"{\"path\": \"x\"}", "products.api must be one of: \"file\""},
        {"{\"api\": \"shop\"}", "products.api must be one of: \"file\""},
        {"{\"api\": \"file\"}", "products.path must be a text"},
        {"{\"api\": \"file\", \"path\": \"\"}", "products.path must be a text"},
        {"{\"api\": \"file\", \"path\": 7}", "products.path must be a text"},
        {"{\"api\": \"file\", \"path\": \"x\", \"url\": 1}", "products.url is unknown; beside api there are: \"path\""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct products *products;
        json_t *entry = json_loads(cases[i].entry, 0, NULL);
        assert_int_equal(products_open(entry, &products, &err), E_INVALID);
        assert_says(cases[i].says);
        json_decref(entry);
    }
    struct products *products;
    assert_int_equal(products_open(NULL, &products, &err), E_INVALID);
}

static void assert_refused(const char *path, enum status expected, const char *says)
{
    struct products *products;
    json_t *entry = entry_for("file", path);
    assert_int_equal(products_open(entry, &products, &err), expected);
    assert_says(says);
    json_decref(entry);
}

static void test_wrong_files(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "products.json: line 1"},
        {"[\n{\"id\" 1}]", "products.json: line 2"},
        {"{}", "must be an array of products"},
        {"[7]", "entry 1: it must be an object"},
        {"[{\"id\": \"B000000001\"}]", "entry 1: title must be a text"},
        {"[{\"title\": \"Kettle\"}]", "entry 1 (\"Kettle\"): id must be ten letters or digits"},
        {"[{\"id\": \"B00000000\", " KETTLE "}]", "id must be ten letters or digits"},
        {"[{\"id\": \"B000000001\", " KETTLE "}, {\"id\": \"b000000001\", " KETTLE "}]",
         "entry 2 (\"Kettle\"): id is that of entry 1 too"},
        {"[{\"id\": \"B000000001\", " KETTLE ", \"price\": {\"amount\": \"9\", \"currency\": \"USD\"}}]",
         "entry 1 (\"Kettle\"): price.amount must be a number"},
        {"[{\"id\": \"B000000001\", " KETTLE ", \"price\": {\"currency\": \"USD\"}}]", "price.amount must be a number"},
        {"[{\"id\": \"B000000001\", " KETTLE ", \"price\": {\"amount\": 9}}]", "price.currency must be three"},
        {"[{\"id\": \"B000000001\", " KETTLE ", \"price\": {\"amount\": 9, \"currency\": \"$\"}}]", "price.currency"},
        {"[{\"id\": \"B000000001\", " KETTLE ", \"price\": 9}]", "price must be an object"},
        {"[{\"id\": \"B000000001\", " KETTLE ", \"rating\": 5.1}]", "rating must be a number from 0 to 5"},
        {"[{\"id\": \"B000000001\", " KETTLE ", \"ratings\": -1}]", "ratings must be a number from 0"},
        {"[{\"id\": \"B000000001\", " KETTLE ", \"brand\": 3}]", "brand must be a text"},
        {"[{\"id\": \"B000000001\", " KETTLE ", \"url\": 3}]", "url must be an address"},
        {"[{\"id\": \"B000000001\", " KETTLE ", \"features\": [\"a\", 2]}]",
         "features must be an array of texts; item 2"},
        {"[{\"id\": \"B000000001\", " KETTLE ", \"pros\": \"good\"}]", "pros must be an array"},
        {"[{\"id\": \"B000000001\", " KETTLE ", \"specifications\": {\"W\": []}}]", "specifications.W must be a text"},
        {"[{\"id\": \"B000000001\", " KETTLE ", \"reviews\": [{}, 1]}]", "reviews must be an array of objects; item 2"},
        {"[{\"id\": \"B000000001\", " KETTLE ", \"reviews\": [{}, {\"rating\": 9}]}]", "reviews[2].rating must be"},
        {"[{\"id\": \"B000000001\", " KETTLE ", \"reviews\": [{\"verified\": 1}]}]",
         "reviews[1].verified must be true"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        write_file("products.json", cases[i].text);
        assert_refused(path_of("products.json"), E_CORRUPT, cases[i].says);
    }
    assert_refused(path_of("none.json"), E_NOT_FOUND, "none.json cannot be read");
    assert_refused(folder, E_IO, "is no regular file");
    assert_int_equal(mkfifo(path_of("pipe"), 0600), 0);
    assert_refused(path_of("pipe"), E_IO, "is no regular file");
}

static void test_large_file(void **state)
{
    (void)state;
    write_file("products.json", "[]");
    assert_int_equal(truncate(path_of("products.json"), 40 * 1024 * 1024), 0);
    assert_refused(path_of("products.json"), E_LIMIT, "has more than");
}

static void test_file_changes(void **state)
{
    (void)state;
    struct products *products = open_text("[{\"id\": \"B000000001\", " KETTLE "}]");
    const struct product *old = find(products, "B000000001");
    write_file("products.json", "[{\"id\": \"B000000002\", " KETTLE "}]");
    assert_string_equal(search(products, "kettle", 9), "B000000002");
    write_file("products.json", "[{\"id\": ");
    assert_string_equal(search(products, "kettle", 9), "B000000002"); /* a damaged one changes nothing */
    assert_int_equal(unlink(path_of("products.json")), 0);
    assert_string_equal(search(products, "kettle", 9), "B000000002");
    write_file("products.json", "[]");
    assert_string_equal(search(products, "kettle", 9), "");
    assert_string_equal(old->title, "Kettle"); /* what was returned lives on in its arena */
    products_close(products);
}

/* Readers while the file changes, and is damaged now and then. */
static void *read_often(void *argument)
{
    for (int i = 0; i < 200; i++) {
        struct product_list found;
        struct arena *own = arena_new();
        struct lookup call = {.arena = own};
        if (!own || products_search(argument, STR("kettle"), STR(""), 9, &call, &found) != OK || found.count != 1 ||
            strcmp(found.list[0].title, "Kettle") != 0)
            return argument;
        arena_free(own);
    }
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    enum { READERS = 4 };
    static const char *const texts[] = {"[{\"id\": \"B000000001\", " KETTLE "}]",
                                        "[{\"id\": \"B000000002\", " KETTLE "}]", "[{"};
    pthread_t readers[READERS];
    struct products *products = open_text(texts[0]);
    for (size_t i = 0; i < READERS; i++)
        assert_int_equal(pthread_create(&readers[i], NULL, read_often, products), 0);
    for (size_t i = 0; i < 100; i++)
        write_file("products.json", texts[i % COUNT_OF(texts)]);
    for (size_t i = 0; i < READERS; i++) {
        void *failed;
        pthread_join(readers[i], &failed);
        assert_null(failed);
    }
    products_close(products);
}

static void test_calls_end_early(void **state)
{
    (void)state;
    struct products *products = open_products(EXAMPLE);
    const struct product *product;
    struct product_list found;
    atomic_bool cancel = true;
    struct lookup call = {.arena = arena, .err = &err, .cancel = &cancel};
    assert_int_equal(products_find(products, STR("B0HLNTR400"), &call, &product), E_CANCELLED);
    assert_int_equal(products_search(products, STR("lamp"), STR(""), 3, &call, &found), E_CANCELLED);
    assert_int_equal(products_page(products, STR("https://market.example/s?k=x"), 3, &call, &found), E_CANCELLED);
    cancel = false;
    call.deadline = clock_mono_ms();
    assert_int_equal(products_find(products, STR("B0HLNTR400"), &call, &product), E_TIMEOUT);
    products_close(products);
    products_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all_fields, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_absent_fields, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_texts_are_made_plain, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_find, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_search, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_search_prefers_title_to_features, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_other_languages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_page, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_page_by_address_of_a_product, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrong_entries, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrong_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_large_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_file_changes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_threads, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_calls_end_early, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
