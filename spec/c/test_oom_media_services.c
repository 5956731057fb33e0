/* Every allocation of opening and asking the services of media fails once: an error comes back, or the same result as
 * ever. */
#include "media/media.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "media_service.h"

#include "oom.h"

static const char product[] =
    "{\"product\":{\"asin\":\"B0HLNTR400\",\"title\":\"Ridge 400\",\"feature_bullets\":[\"Bright\"],"
    "\"specifications\":[{\"name\":\"Weight\",\"value\":\"78 g\"}],\"top_reviews\":[{\"body\":\"x\"}],"
    "\"buybox_winner\":{\"price\":{\"value\":9}}}}";
static const char results[] =
    "{\"search_results\":[{\"asin\":\"B0HLNTR400\",\"title\":\"Ridge\"}],\"pagination\":{\"total_pages\":1}}";
static const char items[] =
    "{\"items\":0,\"searchResult\":{\"items\":[{\"asin\":\"B0HLNTR400\",\"itemInfo\":{\"title\":{\"displayValue\":"
    "\"a\"}}}]},"
    "\"itemsResult\":{\"items\":[{\"asin\":\"B0HLNTR400\",\"itemInfo\":{\"title\":{\"displayValue\":\"Ridge\"},"
    "\"features\":{\"displayValues\":[\"Bright\"]}},\"offersV2\":{\"listings\":[{\"price\":{\"money\":{\"amount\":9}}}]"
    "}}]}}";
static const char town[] =
    "[{\"osm_type\":\"relation\",\"osm_id\":7,\"lat\":\"1\",\"lon\":\"2\",\"addresstype\":\"city\",\"name\":\"Porto\","
    "\"boundingbox\":[\"0\",\"2\",\"1\",\"3\"],\"address\":{\"country\":\"Portugal\",\"country_code\":\"pt\"}}]";
static const char elements[] =
    "{\"elements\":[{\"lat\":1,\"lon\":2,\"tags\":{\"name\":\"Full\",\"amenity\":\"bar\",\"cuisine\":\"a;b\","
    "\"addr:street\":\"Rua\",\"addr:housenumber\":\"1\",\"addr:postcode\":\"4\",\"phone\":\"1;2\"}}]}";
static const char film[] =
    "{\"videoId\":\"dQw4w9WgXcQ\",\"title\":\"Taps\",\"author\":\"Maren\",\"lengthSeconds\":212}";
static const char tracks[] = "{\"captions\":[{\"label\":\"English\",\"languageCode\":\"en\"}]}";

static json_t *entry;

/* Each does its work and says whether it succeeded; what fails must say that memory ran out. */
static bool done(enum status status)
{
    assert_true(status == OK || status == E_MEMORY);
    return status == OK;
}

static bool do_products(struct arena *own)
{
    struct products *products;
    struct product_list found, page;
    struct lookup call = {.arena = own};
    if (!done(products_open(entry, &products, NULL)))
        return false;
    bool is_done = done(products_search(products, STR("lamp"), STR(""), 1, &call, &found)) &&
                   done(products_page(products, STR("https://www.amazon.com/s?k=lamp&page=2"), 1, &call, &page));
    products_close(products);
    if (is_done)
        assert_true(found.count == 1 && page.count == 1);
    return is_done;
}

static bool do_places(struct arena *own)
{
    struct places *places;
    struct places_found found;
    struct lookup call = {.arena = own};
    const struct places_query query = {.keyword = STR("best vegan bars in Porto"), .language = "en", .most = 5};
    if (!done(places_open(entry, &places, NULL)))
        return false;
    bool is_done = done(places_search(places, &query, &call, &found));
    places_close(places);
    if (is_done)
        assert_true(found.count == 1 && found.city && found.list[0].category_count == 3);
    return is_done;
}

static bool do_videos(struct arena *own)
{
    struct videos *videos;
    const struct video *video;
    struct video_captions captions;
    struct lookup call = {.arena = own};
    if (!done(videos_open(entry, &videos, NULL)))
        return false;
    bool is_done = done(videos_find(videos, STR("dQw4w9WgXcQ"), &call, &video)) &&
                   done(videos_captions(videos, video->id, "en", &call, &captions));
    videos_close(videos);
    if (is_done)
        assert_true(captions.count == 1 && video->embed_url);
    return is_done;
}

static void run_out(bool (*work)(struct arena *own), const char *text)
{
    static const bool only_one[] = {true, false};
    entry = entry_of(text);
    assert_non_null(entry);
    for (size_t mode = 0; mode < COUNT_OF(only_one); mode++) {
        bool is_done = false, ran_out = true;
        oom_only_one_fails = only_one[mode];
        for (long left = 0; ran_out || !is_done; left++) {
            assert_true(left < 20000);
            oom_allocations_left = left;
            struct arena *own = arena_new();
            is_done = own && work(own);
            ran_out = oom_allocations_left <= 0;
            oom_allocations_left = -1;
            arena_free(own);
        }
    }
    json_decref(entry);
}

static void test_services(void **state)
{
    (void)state;
    when("type=product", 200, product);
    when("/request", 200, results);
    when("/token", 200, "{\"access_token\":\"T\",\"expires_in\":3600}");
    when("Items", 200, items);
    when("/search?q=Porto", 200, town);
    when("/api/interpreter", 200, elements);
    when("label=", 200, "WEBVTT\n\n00:00.000 --> 00:05.000\nHello.\n");
    when("/api/v1/captions/", 200, tracks);
    when("/api/v1/videos/", 200, film);
    run_out(do_products, "{\"api\":\"rainforest\",\"base_url\":\"URL\",\"api_key\":\"k\",\"parallel\":1}");
    run_out(do_products, "{\"api\":\"catalog\",\"base_url\":\"URL\",\"token_url\":\"URL/token\",\"client_id\":\"a\","
                         "\"client_secret\":\"b\",\"partner_tag\":\"c\",\"version\":\"2.1\",\"pause_ms\":0}");
    run_out(do_places, "{\"api\":\"overpass\",\"nominatim\":\"URL\",\"overpass\":\"URL\",\"email\":\"a@b.example\"}");
    run_out(do_videos, "{\"api\":\"invidious\",\"base_url\":\"URL\"}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_services, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
