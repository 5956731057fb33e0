/* Values of a request that have a form of their own: languages, countries, URLs, settings, outlines. */
#include "test_params.h"

#include "text/text.h"

/* --- formats --- */

static void languages_are_names_or_tags(void **state)
{
    (void)state;
    assert_echo("\"language\":\"german\"", "language", "\"German\"");
    assert_echo("\"language\":\"de\"", "language", "\"German\"");
    assert_echo("\"language\":\"DE-at\"", "language", "\"German\"");
    assert_fault("\"language\":\"Klingon\"", "/language", "GET /api/languages");
}

static void countries_are_names_or_codes(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"Germany", "Germany"},
        {"germany", "Germany"},
        {"DE", "Germany"},
        {"deu", "Germany"},
        {"USA", "United States"},
        {"us", "United States"},
        {"United States of America", "United States"},
        {"UK", "United Kingdom"},
        {"Türkiye", "Turkey"},
        {"CôTE D'IVOIRE", "Ivory Coast"},
        {"Åland islands", "Åland Islands"},
        {"Aland Islands", "Åland Islands"},
        {" France ", "France"},
    };
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        char sent[80], echoed[80];
        snprintf(sent, sizeof sent, "\"country\":\"%s\"", same[i][0]);
        snprintf(echoed, sizeof echoed, "\"%s\"", same[i][1]);
        assert_echo(sent, "country", echoed);
    }
    assert_fault("\"country\":\"Atlantis\"", "/country", "ISO 3166");
    assert_fault("\"country\":\"XX\"", "/country", "ISO 3166");
}

static void the_country_table_is_consistent(void **state)
{
    (void)state;
    const struct country *last = NULL;
    size_t count = 0;
    for (int i = 0; i < 26 * 26; i++) {
        const char code[] = {(char)('A' + i / 26), (char)('A' + i % 26), '\0'};
        const struct country *country = country_find(str_from(code));
        if (!country || strcmp(country->alpha2, code) != 0) /* "UK" is another name of a country */
            continue;
        assert_int_equal(strlen(country->alpha3), 3);
        assert_ptr_equal(country_find(str_from(country->alpha3)), country);
        assert_ptr_equal(country_find(str_from(country->name)), country);
        assert_true(!last || country == last + 1);
        last = country;
        count++;
    }
    assert_int_equal(count, 249);
}

static void urls_are_http_or_https(void **state)
{
    (void)state;
    assert_echo("\"urls\":[\"https://example.com/a\",\"http://example.com/b?c=d#e\"]", "urls",
                "[\"https://example.com/a\",\"http://example.com/b?c=d#e\"]");
    static const char *const wrong[] = {
        "example.com", "ftp://example.com/",   "javascript:alert(1)",    "https://", "//example.com/",
        "/page",       "mailto:a@example.com", "http://u:p@example.com/"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        char members[200];
        snprintf(members, sizeof members, "\"urls\":[\"https://example.com/\",\"%s\"]", wrong[i]);
        assert_fault(members, "/urls/1", "urls[1] must be");
        snprintf(members, sizeof members, "\"webhookUrl\":\"%s\"", wrong[i]);
        assert_fault(members, "/webhookUrl", "webhookUrl must be");
    }
    assert_fault("\"urls\":[\"\"]", "/urls/0", "http");
    assert_fault("\"urls\":\"https://example.com\"", "/urls", "array of strings");
}

static void at_most_twenty_urls(void **state)
{
    (void)state;
    struct buf members = {0};
    buf_str(&members, "\"urls\":[\"https://example.com/\"");
    for (int i = 1; i < 20; i++)
        buf_printf(&members, ",\"https://example.com/%d\"", i);
    size_t twenty = members.len;
    buf_char(&members, ']');
    struct params_reading reading = read_with(buf_text(&members));
    assert_int_equal(reading.status, OK);
    assert_int_equal(json_array_size(json_object_get(reading.params.config, "urls")), 20);
    reading_free(&reading);
    members.len = twenty;
    buf_str(&members, ",\"https://example.com/\"]");
    assert_fault(buf_text(&members), "/urls", "20 entries at most, not 21");
    buf_free(&members);
}

static void long_values_are_cut_in_messages_at_a_character(void **state)
{
    (void)state;
    struct buf members = {0};
    buf_str(&members, "\"pointOfView\":\"x");
    for (int i = 0; i < 100; i++)
        buf_str(&members, "ü");
    buf_char(&members, '"');
    struct params_reading reading = read_with(buf_text(&members));
    json_t *detail = json_string(reading.params.faults[0].detail); /* NULL unless valid UTF-8 */
    assert_non_null(detail);
    assert_non_null(strstr(reading.params.faults[0].detail, "ü…\""));
    json_decref(detail);
    reading_free(&reading);
    buf_free(&members);
}

static void a_url_given_twice_is_one(void **state)
{
    (void)state;
    assert_echo("\"urls\":[\"https://a.example/x\",\"HTTPS://A.example:443/x#part\",\"https://a.example/x?y\","
                "\"https://a.example/./%78\",\"https://a.example/x\"]",
                "urls", "[\"https://a.example/x\",\"https://a.example/x?y\"]");
    assert_fault("\"urls\":[\"https://a.example/\",\"https://a.example/\",\"b\"]", "/urls/2", "urls[2]");
}

static void polish_settings_are_booleans(void **state)
{
    (void)state;
    assert_echo("\"autoPolish\":true,\"polishSettings\":{\"humanize\":true,\"split-up-long-paragraphs\":null}",
                "polishSettings",
                "{\"split-up-long-paragraphs\":true,\"remove-mid-article-conclusions\":true,"
                "\"remove-repetitive-sentences\":true,\"convert-passive-voice\":false,"
                "\"simplify-complex-sentences\":false,\"humanize\":true}");
    assert_fault("\"autoPolish\":true,\"polishSettings\":{\"humanize\":\"yes\"}", "/polishSettings/humanize",
                 "true or false");
}

static void unknown_polish_settings_are_refused(void **state)
{
    (void)state;
    assert_fault("\"autoPolish\":true,\"polishSettings\":{\"bogus\":true}", "/polishSettings/bogus",
                 "has no switch \"bogus\"; those that there are: \"split-up-long-paragraphs\", \"remove-mid-article-"
                 "conclusions\", \"remove-repetitive-sentences\", \"convert-passive-voice\", "
                 "\"simplify-complex-sentences\", \"humanize\".");
    assert_fault("\"autoPolish\":true,\"polishSettings\":{\"a/b~c\":null}", "/polishSettings/a~1b~0c", "a/b~c");
}

/* --- polishing an article that is there --- */

static struct params_reading read_polish_body(const char *json)
{
    struct params_reading reading = {.arena = arena_new()};
    const struct params_terms terms = {.engine = 2};
    reading.body = json ? json_loads(json, JSON_DECODE_ANY, NULL) : NULL;
    reading.status =
        params_read_polish(reading.arena, reading.body, &terms, "alpha-6-luna", &reading.params, &reading.err);
    return reading;
}

static void assert_polish(const char *json, const char *expected, const char *note)
{
    struct params_reading reading = read_polish_body(json);
    if (reading.status != OK)
        fail_msg("%s", faults_text(&reading));
    json_t *wanted = json_loads(expected, 0, NULL);
    assert_true(json_equal(reading.params.config, wanted));
    assert_int_equal(json_array_size(reading.params.notes), note != NULL);
    if (note)
        assert_string_equal(json_string_value(json_array_get(reading.params.notes, 0)), note);
    json_decref(wanted);
    reading_free(&reading);
}

#define SETTINGS(humanize)                                                                                             \
    "\"polishSettings\":{\"split-up-long-paragraphs\":true,\"remove-mid-article-conclusions\":true,"                   \
    "\"remove-repetitive-sentences\":true,\"convert-passive-voice\":false,\"simplify-complex-sentences\":false,"       \
    "\"humanize\":" humanize "}"

static void a_request_to_polish_is_read_by_the_same_rows(void **state)
{
    (void)state;
    assert_polish(NULL, "{" SETTINGS("false") "}", NULL);
    assert_polish("{}", "{" SETTINGS("false") "}", NULL);
    assert_polish("{\"polishSettings\":{\"humanize\":true},\"autoPolish\":false,\"title\":5}", "{" SETTINGS("true") "}",
                  "polishSettings.humanize is left to a language model: the built-in writer takes no phrase out of a "
                  "sentence.");
    assert_polish("{\"polishCustomInstructions\":\"be brief\"}",
                  "{" SETTINGS("false") ",\"polishCustomInstructions\":\"be brief\"}",
                  "polishCustomInstructions was accepted without effect: it steers a language model, and the built-in "
                  "writer uses none.");
    struct params_reading reading =
        read_polish_body("{\"polishSettings\":{\"humanise\":true},\"polishCustomInstructions\":5}");
    assert_int_equal(reading.status, E_INVALID);
    assert_int_equal(reading.params.fault_count, 2);
    assert_string_equal(reading.params.faults[0].pointer, "/polishSettings/humanise");
    assert_string_equal(reading.params.faults[1].pointer, "/polishCustomInstructions");
    assert_null(reading.params.config);
    reading_free(&reading);
    reading = read_polish_body("[]");
    assert_int_equal(reading.status, E_INVALID);
    assert_string_equal(reading.params.faults[0].pointer, "");
    reading_free(&reading);
}

static void polish_instructions_have_1024_characters_at_most(void **state)
{
    (void)state;
    char members[1200];
    snprintf(members, sizeof members, "\"autoPolish\":true,\"polishCustomInstructions\":\"%01024d\"", 7);
    struct params_reading reading = read_with(members);
    assert_int_equal(reading.status, OK);
    reading_free(&reading);
    snprintf(members, sizeof members, "\"autoPolish\":true,\"polishCustomInstructions\":\"%01025d\"", 7);
    assert_fault(members, "/polishCustomInstructions", "1024 characters at most, not 1025");
}

/* --- control characters --- */

static void control_characters_become_spaces(void **state)
{
    (void)state;
    assert_echo("\"title\":\"a\\u001b]0;b\\u0007c\\r\\n\\td\\u007f\\u009be\"", "title", "\"a ]0;b c d e\"");
    assert_echo("\"title\":\"\\u001b\"", "title", NULL);
    assert_echo("\"title\":\"\\u00a0\\u00e9\\u0100\"", "title", "\"\\u00a0\\u00e9\\u0100\"");
    assert_echo("\"articleInstructions\":\"a\\n\\tb\\u001bc\\r\\n\"", "articleInstructions", "\"a\\n\\tb c\\r\\n\"");
    assert_echo("\"outline\":[{\"title\":\"a\\nb\\u0001\",\"instructions\":\"a\\nb\\u0001\"}]", "outline",
                "[{\"title\":\"a b \",\"instructions\":\"a\\nb \"}]");
}

/* --- the outline --- */

static void sections_are_brought_into_one_form(void **state)
{
    (void)state;
    assert_echo(
        "\"outline\":[\"Soil\",{\"heading\":\"Light\",\"children\":[\"Sun\",{\"title\":\"Lamps\"}]},"
        "{\"title\":\"Water\",\"heading\":\"ignored\",\"instructions\":\"brief\",\"other\":1,\"subsections\":[]},"
        "{\"title\":\"Air\",\"instructions\":\"\",\"subsections\":null}]",
        "outline",
        "[{\"title\":\"Soil\"},{\"title\":\"Light\",\"subsections\":[{\"title\":\"Sun\"},{\"title\":\"Lamps\"}]},"
        "{\"title\":\"Water\",\"instructions\":\"brief\"},{\"title\":\"Air\"}]");
}

static void wrong_sections_are_faults_where_they_stand(void **state)
{
    (void)state;
    assert_fault("\"outline\":\"Soil\"", "/outline", "array of sections");
    assert_fault("\"outline\":[\"Soil\",5]", "/outline/1", "a number");
    assert_fault("\"outline\":[{}]", "/outline/0/title", "not blank");
    assert_fault("\"outline\":[\" \"]", "/outline/0", "not blank");
    assert_fault("\"outline\":[{\"heading\":\" \"}]", "/outline/0/heading", "not blank");
    assert_fault("\"outline\":[{\"title\":7}]", "/outline/0/title", "a string, not a number");
    assert_fault("\"outline\":[{\"title\":\"A\",\"instructions\":[]}]", "/outline/0/instructions", "a string");
    assert_fault("\"outline\":[{\"title\":\"A\",\"children\":\"B\"}]", "/outline/0/children", "array of sections");
    assert_fault("\"outline\":[{\"title\":\"A\",\"subsections\":[{\"title\":\"B\",\"subsections\":[\"C\"]}]}]",
                 "/outline/0/subsections/0/subsections", "2 levels");
}

static void an_outline_has_48_sections_at_most(void **state)
{
    (void)state;
    struct buf members = {0};
    buf_str(&members, "\"outline\":[\"A\"");
    for (int i = 0; i < 48; i++)
        buf_str(&members, ",\"A\"");
    buf_char(&members, ']');
    assert_fault(buf_text(&members), "/outline", "48 sections at most");
    buf_free(&members);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(languages_are_names_or_tags),
        cmocka_unit_test(countries_are_names_or_codes),
        cmocka_unit_test(the_country_table_is_consistent),
        cmocka_unit_test(urls_are_http_or_https),
        cmocka_unit_test(at_most_twenty_urls),
        cmocka_unit_test(long_values_are_cut_in_messages_at_a_character),
        cmocka_unit_test(polish_settings_are_booleans),
        cmocka_unit_test(unknown_polish_settings_are_refused),
        cmocka_unit_test(a_request_to_polish_is_read_by_the_same_rows),
        cmocka_unit_test(a_url_given_twice_is_one),
        cmocka_unit_test(polish_instructions_have_1024_characters_at_most),
        cmocka_unit_test(control_characters_become_spaces),
        cmocka_unit_test(sections_are_brought_into_one_form),
        cmocka_unit_test(wrong_sections_are_faults_where_they_stand),
        cmocka_unit_test(an_outline_has_48_sections_at_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
