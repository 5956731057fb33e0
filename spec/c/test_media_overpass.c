/* Places by services in the formats of Nominatim and of the Overpass API. */
#include "base/base.h"
#include "media/places/places.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "media_service.h"

#include "media/places/places_tags.h"

#define ENTRY "{\"api\":\"overpass\",\"nominatim\":\"URL/n\",\"overpass\":\"URL/o\",\"email\":\"desk@shop.example\"}"

static const char porto[] =
    "[{\"addresstype\":\"road\",\"name\":\"Porto\",\"lat\":\"1\",\"lon\":\"1\"},"
    "{\"osm_type\":\"relation\",\"osm_id\":3459013,\"lat\":\"41.15\",\"lon\":\"-8.61\",\"addresstype\":\"city\","
    "\"name\":\"Porto\",\"address\":{\"city\":\"Porto\",\"country\":\"Portugal\",\"country_code\":\"pt\"},"
    "\"boundingbox\":[\"41.13\",\"41.18\",\"-8.69\",\"-8.55\"]}]";

static const char cafes[] =
    "{\"elements\":["
    "{\"type\":\"node\",\"id\":1,\"lat\":41.151,\"lon\":-8.611,\"tags\":{\"name\":\"Bare\",\"amenity\":\"cafe\"}},"
    "{\"type\":\"way\",\"id\":2,\"center\":{\"lat\":41.16,\"lon\":-8.60},\"tags\":{\"name\":\"Full\",\"amenity\":"
    "\"cafe\","
    "\"cuisine\":\"coffee_shop;cake\",\"addr:street\":\"Rua "
    "Nova\",\"addr:housenumber\":\"12\",\"addr:postcode\":\"4000\","
    "\"contact:phone\":\"+351 1; +351 2\",\"website\":\"https://full.example\",\"opening_hours\":\"Mo-Fr 08:00-18:00\","
    "\"diet:vegan\":\"yes\",\"wikidata\":\"Q1\"}},"
    "{\"type\":\"node\",\"id\":3,\"lat\":41.16,\"lon\":-8.60,\"tags\":{\"name\":\"full\",\"amenity\":\"cafe\"}},"
    "{\"type\":\"node\",\"id\":4,\"lat\":41.1501,\"lon\":-8.6101,\"tags\":{\"name\":\"Near\",\"amenity\":\"cafe\"}},"
    "{\"type\":\"node\",\"id\":5,\"lat\":41.1,\"lon\":-8.6,\"tags\":{\"amenity\":\"cafe\"}},{\"type\":\"node\"},7]}";

static struct places *open_places(void)
{
    struct places *places = NULL;
    json_t *entry = entry_of(ENTRY);
    if (places_open(entry, &places, &err))
        fail_msg("%s", err.message);
    json_decref(entry);
    return places;
}

static enum status ask(const struct places *places, const char *keyword, struct places_found *found)
{
    const struct places_query query = {.keyword = str_from(keyword), .language = "en", .most = 10};
    struct lookup call = call_here();
    return places_search(places, &query, &call, found);
}

static void test_all_fields(void **state)
{
    (void)state;
    struct places_found found;
    struct places *places = open_places();
    when("GET /n/search?q=Porto&format=jsonv2&addressdetails=1&limit=5&accept-language=en ", 200, porto);
    when("POST /o/api/interpreter", 200, cafes);
    assert_int_equal(ask(places, "10 best coffee shops in Porto", &found), OK);
    assert_int_equal(found.count, 3);
    const struct place *place = &found.list[0];
    assert_string_equal(place->name, "Full");
    assert_string_equal(place->address, "Rua Nova 12, 4000 Porto");
    assert_string_equal(place->city, "Porto");
    assert_string_equal(place->country, "Portugal");
    assert_string_equal(place->phone, "+351 1");
    assert_string_equal(place->website, "https://full.example/");
    assert_string_equal(place->opening_hours, "Mo-Fr 08:00-18:00");
    assert_int_equal(place->category_count, 4);
    assert_string_equal(place->categories[1], "coffee shop");
    assert_string_equal(place->categories[3], "vegan");
    assert_true(place->has_position && !place->has_rating);
    assert_non_null(strstr(place->map_url, "mlat=41.160000"));
    assert_string_equal(found.list[1].name, "Near"); /* as little is known of both, and it is nearer */
    assert_string_equal(found.list[2].name, "Bare");
    assert_string_equal(found.city, "Porto");
    assert_string_equal(found.country, "Portugal");
    assert_true(str_eq(found.city_words, STR("Porto")));
    assert_non_null(strstr(found.attribution, "OpenStreetMap"));
    assert_non_null(found.attribution_url);
    assert_int_equal(asked_for("User-Agent: copydesk/" COPYDESK_VERSION " (desk@shop.example)\r\n"), 2);
    assert_int_equal(asked_for("data=%5Bout%3Ajson%5D"), 1);
    assert_int_equal(asked_for("area%28id%3A3603459013%29"), 1);
    assert_int_equal(asked_for("nwr%5B%22amenity%22%3D%22cafe%22%5D%5B%22name%22%5D%28area.a%29"), 1);
    /* the second article is written from what is kept */
    assert_int_equal(ask(places, "best coffee shops in Porto", &found), OK);
    assert_int_equal(asked.count, 2);
    places_close(places);
}

static void test_keywords(void **state)
{
    (void)state;
    static const struct {
        const char *keyword, *name, *query;
    } cases[] = {
        {"Porto museums and galleries", "q=Porto&", "nwr%5B%22tourism%22%3D%22gallery%22%5D"},
        {"vegan restaurants in Porto", "q=Porto&",
         "%5B%22amenity%22%3D%22restaurant%22%5D%5B%22name%22%5D%5B%22diet%3Avegan%22~"},
        {"best sushi in Porto", "q=Porto&",
         "%5B%22cuisine%22~%22%28%5E%7C%3B%20%2A%29%28sushi%7Cjapanese%29%22%2Ci%5D"},
        {"shops in Porto", "q=Porto&", "nwr%5B%22shop%22%5D%5B%22name%22%5D"},
        {"dentists in Porto for families", "q=Porto&", "healthcare"},
    };
    struct places_found found;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct places *places = open_places();
        forget();
        when("q=Porto&", 200, porto);
        when("/n/search", 200, "[]");
        when("POST /o/api/interpreter", 200, cafes);
        assert_int_equal(ask(places, cases[i].keyword, &found), OK);
        assert_int_equal(found.count, 3);
        assert_int_equal(asked_for(cases[i].name), 1);
        if (!asked_for(cases[i].query))
            fail_msg("%s: %s", cases[i].keyword, strstr(asked.text[asked.count - 1], "data="));
        places_close(places);
    }
}

static void test_names_of_towns(void **state)
{
    (void)state;
    struct places_found found;
    struct places *places = open_places();
    when("q=Essen&", 200, porto); /* a town whose name is a word for something else too */
    when("q=Rio%20de%20Janeiro&", 200,
         "[{\"osm_type\":\"node\",\"osm_id\":5,\"lat\":\"-22.9\",\"lon\":\"-43.2\",\"addresstype\":\"town\","
         "\"name\":\"Rio\",\"boundingbox\":[\"-23\",\"-22\",\"-44\",\"-43\"]}]");
    when("/n/search", 200, "[]");
    when("/o/", 200, "{\"elements\":[]}");
    assert_int_equal(ask(places, "best restaurants in Essen", &found), OK);
    assert_int_equal(asked_for("fast_food"), 0);
    assert_int_equal(ask(places, "bars in Rio de Janeiro", &found), OK);
    assert_int_equal(asked_for("%28-23.000000%2C-44.000000%2C-22.000000%2C-43.000000%29"), 1);
    forget();
    when("/n/search", 200, "[]");
    assert_int_equal(ask(places, "best bars in Quokkaville", &found), OK);
    assert_int_equal(found.count, 0);
    assert_string_equal(found.unknown_words, "best quokkaville");
    assert_null(found.attribution);
    assert_int_equal(asked_for("/o/"), 0);
    /* no word says what is sought */
    when("q=Lisbon&", 200, porto);
    rules[0].asked = "q=Nothing";
    assert_int_equal(ask(places, "quokkas in Lisbon", &found), OK);
    assert_int_equal(found.count, 0);
    assert_string_equal(found.unknown_words, "quokkas");
    places_close(places);
}

static void test_overload(void **state)
{
    (void)state;
    struct places_found found;
    struct places *places = open_places();
    static const char busy[] = "{\"elements\":[],\"remark\":\"runtime error: open64: 0 Success Dispatcher_Client::"
                               "request_read_and_idx::rate_limited. Please check /api/status\"}";
    when("/n/search", 200, porto);
    when("GET /o/api/status", 200, "Rate limit: 2\nSlot available after: 2026-05-04T10:00:00Z, in 0 seconds.\n");
    when_once("/o/api/interpreter", 200, NULL, busy);
    when_once("/o/api/interpreter", 429, "Retry-After: 0\r\n", "<html>Too Many Requests</html>");
    when_once("/o/api/interpreter", 504, "Retry-After: 0\r\n", "<html>Gateway Timeout</html>");
    when("/o/api/interpreter", 200, cafes);
    assert_int_equal(ask(places, "bars in Porto", &found), OK);
    assert_int_equal(found.count, 3);
    assert_int_equal(asked_for("interpreter"), 4);
    assert_int_equal(asked_for("api/status"), 1);
    places_close(places);
    places = open_places();
    forget();
    when("/n/search", 200, porto);
    when("/o/api/interpreter", 200, busy);
    when("/o/api/status", 200, "2 slots available now.\n");
    assert_int_equal(ask(places, "bars in Porto", &found), E_LIMIT);
    assert_says("rate_limited");
    /* a query that ran too long is not asked again */
    forget();
    when(
        "/o/api/interpreter", 200,
        "{\"elements\":[],\"remark\":\"runtime error: Query timed out in \\\"query\\\" at line 1 after 25 seconds.\"}");
    assert_int_equal(ask(places, "pubs in Porto", &found), E_LIMIT);
    assert_says("too much");
    assert_int_equal(asked.count, 1);
    /* that is not the answer for a day */
    forget();
    when("/o/api/interpreter", 200, cafes);
    assert_int_equal(ask(places, "bars in Porto", &found), OK);
    assert_int_equal(found.count, 3);
    places_close(places);
}

static void test_faults(void **state)
{
    (void)state;
    static const struct {
        const char *nominatim, *overpass, *says;
    } cases[] = {
        {"<html>Bandwidth limit exceeded</html>", cafes, "places.nominatim"},
        {"{\"error\":\"x\"}", cafes, "no list of places"},
        {"[{\"addresstype\":", cafes, "no JSON"},
        {porto, "<html>Error</html>", "places.overpass"},
        {porto, "{\"elements\":[{\"type\"", "no JSON"},
    };
    struct places_found found;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct places *places = open_places();
        forget();
        when("/n/", 200, cases[i].nominatim);
        when("/o/", 200, cases[i].overpass);
        assert_int_equal(ask(places, "bars in Porto", &found), E_UPSTREAM);
        assert_says(cases[i].says);
        places_close(places);
    }
}

static void test_wrong_entries(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"{\"api\":\"overpass\",\"overpass\":\"URL\",\"email\":\"a@b.example\"}", "places.nominatim"},
        {"{\"api\":\"overpass\",\"nominatim\":\"URL\",\"email\":\"a@b.example\"}", "places.overpass"},
        {"{\"api\":\"overpass\",\"nominatim\":\"URL\",\"overpass\":\"URL\"}", "usage policy"},
        {"{\"api\":\"overpass\",\"nominatim\":\"URL\",\"overpass\":\"URL\",\"user_agent\":\"a\\nb\"}", "user_agent"},
        {"{\"api\":\"overpass\",\"nominatim\":\"URL\",\"overpass\":\"URL\",\"key\":\"x\"}", "places.key is unknown"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct places *places = NULL;
        json_t *entry = entry_of(cases[i][0]);
        assert_int_equal(places_open(entry, &places, &err), E_INVALID);
        assert_says(cases[i][1]);
        json_decref(entry);
    }
}

static void test_words_are_tags(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"coffee", "amenity=cafe|shop=coffee"},
        {"cafés", "amenity=cafe|shop=coffee"},
        {"museums", "tourism=museum"},
        {"museen", "tourism=museum"},
        {"dentists", "amenity=dentist|healthcare=dentist"},
        {"zahnärzte", "amenity=dentist|healthcare=dentist"},
        {"boulangeries", "shop=bakery"},
        {"panaderías", "shop=bakery"},
        {"italienische", "italian"},
        {"bars", "amenity=bar"},
        {"hotels", "tourism=hotel"},
        {"vegane", "diet:vegan"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct place_tag *row = place_tag_find(str_from(cases[i][0]));
        if (!row || strcmp(row->tags, cases[i][1]) != 0)
            fail_msg("%s: %s", cases[i][0], row ? row->tags : "none");
    }
    static const char *const others[] = {"porto", "lisbon", "barcelona", "hotelier", ""};
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (place_tag_find(str_from(others[i])))
            fail_msg("%s is a tag", others[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all_fields, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_keywords, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_names_of_towns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_overload, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_faults, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrong_entries, set_up, tear_down),
        cmocka_unit_test(test_words_are_tags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
