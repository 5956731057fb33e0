/* Places of a file, found by the words of a keyword; opening hours as lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "media_files.h"

#define EXAMPLE "examples/data/places.json"

/* --- places --- */

static struct places *open_places(const char *path)
{
    struct places *places = NULL;
    json_t *entry = entry_for("file", path);
    enum status status = places_open(entry, &places, &err);
    json_decref(entry);
    if (status)
        fail_msg("%s", err.message);
    return places;
}

static struct places *open_text(const char *text)
{
    write_file("places.json", text);
    return open_places(path_of("places.json"));
}

static struct places_found found; /* by the last search */

/* The names that a search gives, with "|" between them. */
static const char *search_in(const struct places *places, const char *keyword, const char *city, const char *country)
{
    const char *names = "";
    struct lookup call = call_here();
    struct places_query query = {.keyword = str_from(keyword), .city = city, .country = country, .most = 20};
    assert_int_equal(places_search(places, &query, &call, &found), OK);
    for (size_t i = 0; i < found.count; i++)
        names = arena_printf(arena, "%s%s%s", names, i ? "|" : "", found.list[i].name);
    return names;
}

static const char *search(const struct places *places, const char *keyword)
{
    return search_in(places, keyword, NULL, NULL);
}

static void test_all_fields(void **state)
{
    (void)state;
    struct places *places = open_places(EXAMPLE);
    assert_string_equal(search(places, "roasteries in Port Almere"), "Harbour Bean Roastery");
    const struct place *place = &found.list[0];
    assert_string_equal(place->address, "4 Ropewalk Quay");
    assert_string_equal(place->city, "Port Almere");
    assert_string_equal(place->country, "Veland");
    assert_string_equal(place->phone, "+00 555 0101");
    assert_string_equal(place->website, "https://harbourbean.example/");
    assert_string_equal(place->opening_hours, "Mo-Fr 07:30-18:00; Sa,Su 09:00-17:00; PH off");
    assert_int_equal(place->category_count, 2);
    assert_string_equal(place->categories[1], "roastery");
    assert_true(place->has_rating && place->rating == 4.7);
    assert_true(place->has_position && place->latitude == 52.37121 && place->longitude == 4.90143);
    assert_string_equal(place->map_url,
                        "https://www.openstreetmap.org/?mlat=52.371210&mlon=4.901430#map=17/52.371210/4.901430");
    assert_non_null(strstr(place->description, "Tuesday"));
    places_close(places);
}

static void test_map_urls(void **state)
{
    (void)state;
    struct places *places = open_places(EXAMPLE);
    search(places, "kiosk");
    assert_int_equal(found.count, 1);
    assert_null(found.list[0].map_url); /* no position */
    assert_false(found.list[0].has_position || found.list[0].has_rating);
    assert_null(found.list[0].phone);
    search(places, "library coffee");
    assert_string_equal(found.list[0].map_url, "https://maps.example/library-coffee");
    places_close(places);
    assert_string_equal(place_map_url(arena, -33.5, -0.0000001),
                        "https://www.openstreetmap.org/?mlat=-33.500000&mlon=0.000000#map=17/-33.500000/0.000000");
}

static void test_keyword_names_the_city(void **state)
{
    (void)state;
    struct places *places = open_text(
        "[{\"name\": \"Alpha\", \"city\": \"New Haven\", \"country\": \"Veland\", \"categories\": [\"Coffee shop\"]},"
        " {\"name\": \"Beta\", \"city\": \"Haven\", \"country\": \"Veland\", \"categories\": [\"coffee shop\"], "
        "\"rating\": 4},"
        " {\"name\": \"Gamma\", \"city\": \"Haven\", \"country\": \"Veland\", \"categories\": [\"museum\"]},"
        " {\"name\": \"Delta\", \"city\": \"HAVEN\", \"country\": \"Veland\", \"categories\": [\"coffee shop\"], "
        "\"rating\": 5},"
        " {\"name\": \"Epsilon\", \"country\": \"Norrland\", \"categories\": [\"coffee shop\"]}]");
    assert_string_equal(search(places, "best coffee shops in Haven"), "Delta|Beta");
    assert_string_equal(found.city, "Haven");
    assert_int_equal(found.city_words.len, 5);
    assert_memory_equal(found.city_words.data, "Haven", 5);
    assert_string_equal(found.unknown_words, "best");
    assert_string_equal(search(places, "coffee shops new haven"), "Alpha"); /* the longer name */
    assert_string_equal(found.city, "New Haven");
    assert_string_equal(search(places, "10 best places in Haven"), "Delta|Beta|Gamma");
    assert_string_equal(search(places, "the best cinemas in Haven"), "");
    assert_string_equal(found.unknown_words, "best cinemas");
    assert_string_equal(search(places, "museums"), "Gamma");
    assert_null(found.city);
    assert_int_equal(found.city_words.len, 0);
    assert_string_equal(search(places, "coffee in Norrland"), "Epsilon");
    assert_string_equal(found.country, "Norrland");
    assert_string_equal(search(places, "Haven, Veland"), "Delta|Beta|Gamma");
    assert_string_equal(search(places, "coffee shops in Otherville"), "Delta|Beta|Alpha|Epsilon");
    assert_string_equal(found.unknown_words, "otherville"); /* that is how a writer knows */
    places_close(places);
}

static void test_city_asked_for(void **state)
{
    (void)state;
    struct places *places = open_places(EXAMPLE);
    assert_string_equal(search_in(places, "tea", "port almere", NULL), "Grandmother Kettle");
    assert_string_equal(search_in(places, "tea", "Elsewhere", NULL), "");
    assert_string_equal(search_in(places, "tea", NULL, "VELAND"), "Grandmother Kettle");
    assert_string_equal(search_in(places, "tea", NULL, "Norrland"), "");
    search_in(places, "", " Port Almere ", NULL);
    assert_int_equal(found.count, 9);
    assert_string_equal(found.list[0].name, "Grandmother Kettle"); /* the best rated */
    search(places, "best coffee shops in port almere");
    assert_int_equal(found.count, 9);
    assert_string_equal(found.city, "Port Almere");
    places_close(places);
}

static void test_wrong_files(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"{}", "must be an array of places"},
        {"[{}]", "entry 1: name must be a text"},
        {"[[]]", "entry 1: it must be an object"},
        {"[{\"name\": \"A\"}, {\"name\": \"B\", \"latitude\": 91, \"longitude\": 0}]",
         "entry 2 (\"B\"): latitude must be a number from -90 to 90"},
        {"[{\"name\": \"A\", \"latitude\": 1}]", "longitude is missing"},
        {"[{\"name\": \"A\", \"longitude\": 1}]", "latitude is missing"},
        {"[{\"name\": \"A\", \"categories\": [1]}]", "categories must be an array of texts"},
        {"[{\"name\": \"A\", \"opening_hours\": {}}]", "opening_hours must be a text"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct places *places;
        write_file("places.json", cases[i].text);
        json_t *entry = entry_for("file", path_of("places.json"));
        assert_int_equal(places_open(entry, &places, &err), E_CORRUPT);
        assert_says(cases[i].says);
        json_decref(entry);
    }
    struct places *places;
    json_t *entry = entry_for("overpas", "x");
    assert_int_equal(places_open(entry, &places, &err), E_INVALID);
    assert_says("places.api must be one of: \"file\"");
    json_decref(entry);
}

static void test_file_changes(void **state)
{
    (void)state;
    struct places *places = open_text("[{\"name\": \"One\", \"categories\": [\"bar\"]}]");
    assert_string_equal(search(places, "bars"), "One");
    write_file("places.json", "[{\"name\": \"Two\", \"categories\": [\"bar\"], \"website\": \"mailto:a@b.example\"}]");
    assert_string_equal(search(places, "bars"), "Two");
    assert_null(found.list[0].website);
    write_file("places.json", "[{\"name\": 7}]");
    assert_string_equal(search(places, "bars"), "Two");
    places_close(places);
    places_close(NULL);
}

/* --- opening hours --- */

static void add_days(struct buf *out, const struct hours_line *line)
{
    static const char *const names[] = {"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su", "PH", "SH"};
    if (!line->days)
        return;
    buf_str(out, names[line->first]);
    if (line->last != line->first)
        buf_printf(out, "-%s", names[line->last]);
    buf_char(out, ' ');
}

/* The lines of a value in a short form: "Mo-Fr 08:00–18:00 | Su closed | as given: x". */
static const char *lines_of(const char *value)
{
    static const char *const kinds[] = {"", "all day", "closed", "as given: "};
    struct hours_line *lines;
    size_t count;
    struct buf out = {0};
    assert_int_equal(hours_read(arena, str_from(value), &lines, &count, &err), OK);
    for (size_t i = 0; i < count; i++) {
        buf_str(&out, i ? " | " : "");
        if (lines[i].kind != HOURS_AS_GIVEN && lines[i].months != HOURS_YEAR)
            buf_printf(&out, "%03x ", lines[i].months);
        add_days(&out, &lines[i]);
        buf_printf(&out, "%s%s", kinds[lines[i].kind], lines[i].text);
        if (lines[i].comment)
            buf_printf(&out, " (%s)", lines[i].comment);
    }
    const char *text = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return text;
}

static void test_hours(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"Mo-Fr 08:00-18:00; Sa 09:00-13:00", "Mo-Fr 08:00–18:00 | Sa 09:00–13:00"},
        {"24/7", "Mo-Su all day"},
        {"Mo-Su 00:00-24:00", "Mo-Su all day"},
        {"08:00-18:00", "Mo-Su 08:00–18:00"},
        {"Mo-Fr 8:00-12:00,13:00-18:00", "Mo-Fr 08:00–12:00, 13:00–18:00"},
        {"Mo-Fr 08:00-12:00, 13:00-18:00", "Mo-Fr 08:00–12:00, 13:00–18:00"},
        {"Mo-Fr 08:00-12:00, Sa 10:00-11:00", "Mo-Fr 08:00–12:00 | Sa 10:00–11:00"},
        {"Mo 08:00-12:00, Mo 14:00-16:00", "Mo 08:00–12:00, 14:00–16:00"},
        {"Mo,We,Fr 10:00-12:00", "Mo 10:00–12:00 | We 10:00–12:00 | Fr 10:00–12:00"},
        {"Mo-Fr 08:00-18:00; We off", "Mo-Tu 08:00–18:00 | We closed | Th-Fr 08:00–18:00"},
        {"Mo-Fr 08:00-18:00; Su off; PH off", "Mo-Fr 08:00–18:00 | Su closed | PH closed"},
        {"Mo-Sa,PH 10:00-11:00; SH closed", "Mo-Sa 10:00–11:00 | PH 10:00–11:00 | SH closed"},
        {"PH,Su 10:00-11:00", "Su 10:00–11:00 | PH 10:00–11:00"},
        {"Tu-Fr 10:00-18:00; Sa-Mo off", "Tu-Fr 10:00–18:00 | Sa-Mo closed"},
        {"Fr-Mo 20:00-02:00", "Fr-Mo 20:00–02:00"},
        {"Fr 20:00-26:30", "Fr 20:00–02:30"},
        {"Mo 17:00+", "Mo 17:00+"},
        {"Mo 17:00-22:00+", "Mo 17:00–22:00+"},
        {"Mo-Fr 08:00-18:00 \"by appointment\"", "Mo-Fr 08:00–18:00 (by appointment)"},
        {"\"call us; we may be in\"", "Mo-Su  (call us; we may be in)"},
        {"Mo off \"day of rest\"", "Mo closed (day of rest)"},
        {"Mo open", "Mo all day"},
        {"Mo-Fr", "Mo-Fr all day"},
        {"off", "Mo-Su closed"},
        {"mo-FR 08:00\xE2\x80\x93"
         "18:00",
         "Mo-Fr 08:00–18:00"},
        {"Mo-Fr: 08:00-18:00", "Mo-Fr 08:00–18:00"},
        {"  Mo-Fr  08:00 - 18:00 ;", "Mo-Fr 08:00–18:00"},
        {"Apr-Oct 08:00-20:00; Nov-Mar Sa,Su 10:00-16:00", "3f8 Mo-Su 08:00–20:00 | c07 Sa-Su 10:00–16:00"},
        {"Mo-Fr 08:00-18:00; Jul off", "Mo-Fr 08:00–18:00 | 040 Mo-Su closed"},
        {"Jan,Mar Mo 08:00-09:00", "005 Mo 08:00–09:00"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(lines_of(cases[i][0]), cases[i][1]);
}

static void test_hours_not_understood(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"Mo-Su 11:00-18:00; Dec 25 off", "Mo-Su 11:00–18:00 | as given: Dec 25 off"},
        {"sunrise-sunset", "as given: sunrise-sunset"},
        {"Th[1] 10:00-12:00; Mo 08:00-09:00", "Mo 08:00–09:00 | as given: Th[1] 10:00-12:00"},
        {"Mo-Fr 25:99-30:00", "as given: Mo-Fr 25:99-30:00"},
        {"Mo-Fr 08:00", "as given: Mo-Fr 08:00"},
        {"Mo-Fr 08:00-18:00 off", "as given: Mo-Fr 08:00-18:00 off"},
        {"Mo-Fr 08:00-12:00 || \"by appointment\"", "as given: Mo-Fr 08:00-12:00 || \"by appointment\""},
        {"Mar-Mo 08:00-12:00", "as given: Mar-Mo 08:00-12:00"},
        {"PH-Fr off", "as given: PH-Fr off"},
        {"on   request", "as given: on request"},
        {"Mo 08:00-10:00 \"unfinished", "as given: Mo 08:00-10:00 \"unfinished"},
        {"", ""},
        {" ; ,, ;", ""},
        {"Mo off \"\xC2\xA0\"; \xE2\x80\x85", "Mo closed"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(lines_of(cases[i][0]), cases[i][1]);
}

static void test_hours_have_bounds(void **state)
{
    (void)state;
    struct buf value = {0};
    struct hours_line *lines;
    size_t count;
    while (value.len < 10 * HOURS_LONGEST)
        buf_str(&value, "x;");
    assert_int_equal(hours_read(arena, (struct str){value.data, value.len}, &lines, &count, &err), OK);
    assert_int_equal(count, HOURS_LONGEST / 2);
    assert_int_equal(hours_read(arena, (struct str){"off;\0off", 8}, &lines, &count, &err), OK);
    assert_int_equal(count, 1);
    buf_free(&value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all_fields, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_map_urls, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_keyword_names_the_city, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_city_asked_for, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrong_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_file_changes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_hours, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_hours_not_understood, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_hours_have_bounds, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
