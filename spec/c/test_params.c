/* The parameter table as a reader of requests: what is accepted, what is echoed, what is a fault, what becomes a note. */
#include "write/params.h"

#include "write/params_countries.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* --- one reading --- */

struct reading {
    struct arena *arena;
    json_t *body;
    struct params params;
    struct error err;
    enum status status;
};

static struct reading read_engine(const char *json, int engine)
{
    struct reading reading = {.arena = arena_new()};
    json_error_t where;
    reading.body = json_loads(json, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &where);
    if (!reading.body)
        fail_msg("the test's JSON is wrong: %s in %s", where.text, json);
    reading.status = params_read(reading.arena, reading.body, engine, &reading.params, &reading.err);
    return reading;
}

static void reading_free(struct reading *reading)
{
    json_decref(reading->body);
    json_decref(reading->params.config);
    json_decref(reading->params.notes);
    arena_free(reading->arena);
}

static const char *faults_text(const struct reading *reading)
{
    struct buf text = {0};
    for (size_t i = 0; i < reading->params.fault_count; i++)
        buf_printf(&text, "%s%s: %s", i ? "\n" : "", reading->params.faults[i].pointer,
                   reading->params.faults[i].detail);
    const char *copy = arena_copy(reading->arena, buf_text(&text));
    buf_free(&text);
    return copy;
}

/* "targetKeyword" and these members. */
static struct reading read_with(const char *members)
{
    char json[4096];
    snprintf(json, sizeof json, "{\"targetKeyword\":\"herbs\"%s%s}", *members ? "," : "", members);
    return read_engine(json, 2);
}

/* Accepted, and the config has `name` with this JSON value (NULL: has no such member). */
static void assert_echo(const char *members, const char *name, const char *expected)
{
    struct reading reading = read_with(members);
    if (reading.status != OK)
        fail_msg("%s: %s", members, faults_text(&reading));
    const json_t *value = json_object_get(reading.params.config, name);
    json_t *wanted = expected ? json_loads(expected, JSON_DECODE_ANY, NULL) : NULL;
    if (expected ? !json_equal(value, wanted) : value != NULL) {
        char *got = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
        fail_msg("%s: %s is %s, not %s", members, name, got ? got : "absent", expected ? expected : "absent");
    }
    json_decref(wanted);
    reading_free(&reading);
}

/* Refused, with exactly one fault, at this pointer, whose detail contains a text. */
static void assert_fault(const char *members, const char *pointer, const char *contains)
{
    struct reading reading = read_with(members);
    if (reading.status != E_INVALID || reading.params.fault_count != 1 ||
        strcmp(reading.params.faults[0].pointer, pointer) != 0 || !strstr(reading.params.faults[0].detail, contains))
        fail_msg("%s: wanted one fault at %s saying \"%s\", got: %s", members, pointer, contains,
                 reading.status == OK ? "none" : faults_text(&reading));
    assert_null(reading.params.config);
    assert_null(reading.params.notes);
    reading_free(&reading);
}

/* The notes, one per line. */
static void assert_notes(const char *members, const char *expected)
{
    struct reading reading = read_with(members);
    if (reading.status != OK)
        fail_msg("%s: %s", members, faults_text(&reading));
    struct buf text = {0};
    size_t i;
    json_t *note;
    json_array_foreach(reading.params.notes, i, note) buf_printf(&text, "%s%s", i ? "\n" : "", json_string_value(note));
    assert_string_equal(buf_text(&text), expected);
    buf_free(&text);
    reading_free(&reading);
}

/* --- the body --- */

static void the_body_must_be_an_object(void **state)
{
    (void)state;
    static const char *const bodies[] = {"[]", "\"text\"", "5", "null", "true"};
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        struct reading reading = read_engine(bodies[i], 2);
        assert_int_equal(reading.status, E_INVALID);
        assert_int_equal(reading.params.fault_count, 1);
        assert_string_equal(reading.params.faults[0].pointer, "");
        reading_free(&reading);
    }
}

static void the_keyword_is_required(void **state)
{
    (void)state;
    static const char *const bodies[] = {"{}", "{\"targetKeyword\":null}", "{\"targetKeyword\":\"\"}",
                                         "{\"targetKeyword\":\" \\t\\u00a0\\n\"}", "{\"targetKeyword\":7}"};
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        struct reading reading = read_engine(bodies[i], 2);
        assert_int_equal(reading.status, E_INVALID);
        assert_int_equal(reading.params.fault_count, 1);
        assert_string_equal(reading.params.faults[0].pointer, "/targetKeyword");
        reading_free(&reading);
    }
}

static void the_keyword_has_300_characters_at_most(void **state)
{
    (void)state;
    char json[2000] = "{\"targetKeyword\":\"";
    for (int i = 0; i < 300; i++)
        strcat(json, "ü");
    char *end = json + strlen(json);
    strcpy(end, "\"}");
    struct reading reading = read_engine(json, 2);
    assert_int_equal(reading.status, OK);
    reading_free(&reading);
    strcpy(end, "ü\"}");
    reading = read_engine(json, 2);
    assert_int_equal(reading.status, E_INVALID);
    assert_non_null(strstr(reading.params.faults[0].detail, "300"));
    reading_free(&reading);
}

static void defaults_are_filled_in(void **state)
{
    (void)state;
    struct reading reading = read_with("");
    json_t *expected = json_loads(
        "{\"targetKeyword\":\"herbs\",\"articleType\":\"blog_post\",\"modelVersion\":\"alpha-6-luna\","
        "\"language\":\"English\",\"pointOfView\":\"third_person\",\"toneOfVoiceProfile\":\"seo_optimized\","
        "\"readabilityMode\":\"default\",\"brandMentionLevel\":\"subtle\",\"realTimeData\":false,"
        "\"shouldCiteSources\":true,\"includeFaq\":false,\"includeKeyTakeaways\":false,\"includeConclusion\":true,"
        "\"seoOptimizationLevel\":\"default\",\"multimediaOption\":\"none\",\"imageStyle\":\"illustration\","
        "\"imageModel\":\"alpha-image-2-fast\",\"imageSize\":\"1024x1024\",\"autoPolish\":false}",
        0, NULL);
    assert_int_equal(reading.status, OK);
    assert_true(json_equal(reading.params.config, expected));
    assert_int_equal(json_array_size(reading.params.notes), 0);
    json_decref(expected);
    reading_free(&reading);
}

static void every_fault_is_reported_in_the_table_s_order(void **state)
{
    (void)state;
    struct reading reading =
        read_engine("{\"includeFaq\":1,\"urls\":[\"x\",5,\"https://example.com\"],\"language\":\"Klingon\"}", 2);
    assert_string_equal(faults_text(&reading),
                        "/targetKeyword: targetKeyword is required and must not be blank.\n"
                        "/language: language is \"Klingon\", which is no known language; GET /api/languages lists the "
                        "English names and BCP 47 tags that are.\n"
                        "/urls/0: urls[0] must be an absolute http or https URL, which \"x\" is not.\n"
                        "/urls/1: urls[1] must be a string, not a number.\n"
                        "/includeFaq: includeFaq must be true or false, not a number.");
    assert_string_equal(reading.err.message, reading.params.faults[0].detail);
    reading_free(&reading);
}

static void unknown_keys_are_ignored(void **state)
{
    (void)state;
    assert_echo("\"somethingElse\":[1,2]", "somethingElse", NULL);
}

/* --- absent, empty, null --- */

static void null_and_blank_count_as_absent(void **state)
{
    (void)state;
    assert_echo("\"language\":null", "language", "\"English\"");
    assert_echo("\"language\":\"\"", "language", "\"English\"");
    assert_echo("\"includeFaq\":null", "includeFaq", "false");
    assert_echo("\"title\":\"\"", "title", NULL);
    assert_echo("\"title\":\" \\n\"", "title", NULL);
    assert_echo("\"webhookUrl\":\"\"", "webhookUrl", NULL);
    assert_echo("\"brandId\":\"\"", "brandId", NULL);
    assert_echo("\"maxImages\":null", "maxImages", NULL);
    assert_echo("\"articleLength\":\"\"", "articleLength", NULL);
}

static void an_empty_object_is_an_empty_array_and_the_reverse(void **state)
{
    (void)state;
    assert_echo("\"urls\":{}", "urls", NULL);
    assert_echo("\"urls\":[]", "urls", NULL);
    assert_echo("\"outline\":{}", "outline", NULL);
    assert_echo("\"outline\":[{\"title\":\"A\",\"subsections\":{}}]", "outline", "[{\"title\":\"A\"}]");
    assert_echo("\"autoPolish\":true,\"polishSettings\":[]", "polishSettings",
                "{\"split-up-long-paragraphs\":true,\"remove-mid-article-conclusions\":true,"
                "\"remove-repetitive-sentences\":true,\"convert-passive-voice\":false,"
                "\"simplify-complex-sentences\":false,\"humanize\":false}");
    assert_fault("\"urls\":{\"0\":\"https://example.com\"}", "/urls", "array");
}

static void whole_numbers_may_be_written_as_reals(void **state)
{
    (void)state;
    assert_echo("\"maxImages\":5.0", "maxImages", "5");
    assert_echo("\"maxImages\":1e1", "maxImages", "10");
    assert_echo("\"maxImages\":0", "maxImages", "0");
    assert_fault("\"maxImages\":5.5", "/maxImages", "whole number");
    assert_fault("\"maxImages\":21", "/maxImages", "from 0 to 20, not 21");
    assert_fault("\"maxImages\":-1", "/maxImages", "from 0 to 20");
    assert_fault("\"maxImages\":1e300", "/maxImages", "from 0 to 20");
    assert_fault("\"maxImages\":\"5\"", "/maxImages", "a string");
    assert_fault("\"maxImages\":9223372036854775807", "/maxImages", "from 0 to 20");
}

/* --- what applies --- */

static void what_does_not_apply_is_left_out(void **state)
{
    (void)state;
    assert_echo("\"asin\":\"nonsense value\"", "asin", NULL);
    assert_echo("\"numberOfItems\":99", "numberOfItems", NULL);
    assert_echo("\"numberOfSections\":99", "numberOfSections", NULL);
    assert_echo("\"articleLength\":\"long\",\"numberOfSections\":99", "numberOfSections", NULL);
    assert_echo("\"toneOfVoice\":\"dry\"", "toneOfVoice", NULL);
    assert_echo("\"enableDeepResearch\":true", "enableDeepResearch", NULL);
    assert_echo("\"realTimeData\":true,\"extendedResearch\":true", "extendedResearch", NULL);
    assert_echo("\"realTimeData\":true,\"realTimeDateRange\":\"tomorrow\"", "realTimeDateRange", NULL);
    assert_echo("\"polishSettings\":{\"humanize\":5}", "polishSettings", NULL);
    assert_echo("\"ctaPrompt\":\"Buy\",\"includeCta\":false", "ctaPrompt", NULL);
    assert_echo("\"extraEntitiesPrompt\":\"soil\"", "extraEntitiesPrompt", NULL);
}

static void what_applies_is_echoed(void **state)
{
    (void)state;
    assert_echo("\"articleLength\":\"custom\",\"numberOfSections\":48", "numberOfSections", "48");
    assert_echo("\"toneOfVoiceProfile\":\"custom\",\"toneOfVoice\":\"dry\"", "toneOfVoice", "\"dry\"");
    assert_echo("\"realTimeData\":true,\"enableDeepResearch\":true,\"extendedResearch\":true", "extendedResearch",
                "true");
    assert_echo("\"realTimeData\":true", "realTimeDataSource", "\"web\"");
    assert_echo("\"realTimeData\":true,\"realTimeDataSource\":\"news\"", "realTimeDateRange", "\"\"");
    assert_echo("\"includeCta\":true,\"ctaPrompt\":\"Buy\"", "ctaPrompt", "\"Buy\"");
    assert_echo("\"seoOptimizationLevel\":\"manual\",\"extraEntitiesPrompt\":\"soil\"", "extraEntitiesPrompt",
                "\"soil\"");
}

static void the_json_type_is_checked_even_where_nothing_applies(void **state)
{
    (void)state;
    assert_fault("\"asin\":5", "/asin", "must be a string, not a number");
    assert_fault("\"numberOfItems\":\"ten\"", "/numberOfItems", "whole number");
    assert_fault("\"enableDeepResearch\":\"yes\"", "/enableDeepResearch", "true or false");
    assert_fault("\"polishSettings\":true", "/polishSettings", "an object");
}

static void children_of_a_refused_parent_are_left_alone(void **state)
{
    (void)state;
    assert_fault("\"articleLength\":\"huge\",\"numberOfSections\":99", "/articleLength", "\"custom\"");
}

static void a_custom_tone_needs_its_text(void **state)
{
    (void)state;
    assert_fault("\"toneOfVoiceProfile\":\"custom\"", "/toneOfVoice", "required");
    assert_fault("\"toneOfVoiceProfile\":\"custom\",\"toneOfVoice\":\" \"", "/toneOfVoice", "required");
    assert_echo("\"toneOfVoiceProfile\":\"like a pirate\"", "toneOfVoiceProfile", "\"like a pirate\"");
}

static void the_older_conclusion_key_is_mapped(void **state)
{
    (void)state;
    assert_echo("\"disableConclusion\":true", "includeConclusion", "false");
    assert_echo("\"disableConclusion\":false", "includeConclusion", "true");
    assert_echo("\"disableConclusion\":true", "disableConclusion", NULL);
    assert_echo("\"disableConclusion\":true,\"includeConclusion\":true", "includeConclusion", "true");
    assert_echo("\"disableConclusion\":null", "includeConclusion", "true");
    assert_fault("\"disableConclusion\":\"yes\"", "/disableConclusion", "true or false");
}

/* --- engines and types --- */

static void the_v1_engine_does_not_know_the_newer_keys(void **state)
{
    (void)state;
    struct reading reading = read_engine("{\"targetKeyword\":\"herbs\",\"articleInstructions\":5,\"brandId\":\"x\","
                                         "\"brandMentionLevel\":\"loud\",\"modelVersion\":\"alpha-5.4-mini\"}",
                                         1);
    if (reading.status != OK)
        fail_msg("%s", faults_text(&reading));
    assert_null(json_object_get(reading.params.config, "articleInstructions"));
    assert_null(json_object_get(reading.params.config, "brandId"));
    assert_null(json_object_get(reading.params.config, "brandMentionLevel"));
    assert_string_equal(config_string(reading.params.config, "modelVersion"), "alpha-6-luna");
    reading_free(&reading);
}

static void older_models_are_upgraded(void **state)
{
    (void)state;
    static const char *const upgrades[][2] = {
        {"beta-opus-5", "beta-opus-5-5"},   {"alpha-5.6-luna", "alpha-6-luna"}, {"alpha-5.6-terra", "alpha-6-sol"},
        {"alpha-5.6-sol", "alpha-6-sol"},   {"alpha-5.4-mini", "alpha-6-luna"}, {"beta-sonnet-4-6", "beta-sonnet-5"},
        {"beta-opus-4-7", "beta-opus-5-5"}, {"alpha-6-luna", "alpha-6-luna"},   {"beta-sonnet-5", "beta-sonnet-5"},
        {"alpha-6-sol", "alpha-6-sol"},     {"beta-opus-5-5", "beta-opus-5-5"},
    };
    for (size_t i = 0; i < COUNT_OF(upgrades); i++) {
        char sent[80], echoed[80];
        snprintf(sent, sizeof sent, "\"modelVersion\":\"%s\"", upgrades[i][0]);
        snprintf(echoed, sizeof echoed, "\"%s\"", upgrades[i][1]);
        assert_echo(sent, "modelVersion", echoed);
    }
    assert_fault("\"modelVersion\":\"gamma-1\"", "/modelVersion", "\"alpha-6-luna\", \"beta-sonnet-5\"");
}

static void other_article_types_are_not_available_yet(void **state)
{
    (void)state;
    size_t count;
    const struct param_article_type *types = params_article_types(&count);
    for (size_t i = 0; i < count; i++) {
        struct buf members = {0};
        buf_printf(&members,
                   "\"articleType\":\"%s\",\"asin\":\"b000000000\",\"articleUrl\":\"https://example.com/\","
                   "\"videoSiteVideoUrl\":\"https://example.com/v\"",
                   types[i].name);
        if (types[i].available)
            assert_echo(buf_text(&members), "articleType", "\"blog_post\"");
        else
            assert_fault(buf_text(&members), "/articleType",
                         "not available yet; what can be written today is \"blog_post\"");
        buf_free(&members);
    }
    assert_fault("\"articleType\":\"poem\"", "/articleType", "\"local_places_roundup\"");
}

static void requirements_of_other_types_are_reported_too(void **state)
{
    (void)state;
    struct reading reading = read_with("\"articleType\":\"market_single_product_review\",\"asin\":\"B00\"");
    assert_int_equal(reading.params.fault_count, 2);
    assert_string_equal(reading.params.faults[1].pointer, "/asin");
    reading_free(&reading);
    reading = read_with("\"articleType\":\"rewrite_blog_post\"");
    assert_int_equal(reading.params.fault_count, 2);
    assert_string_equal(reading.params.faults[1].pointer, "/articleUrl");
    reading_free(&reading);
}

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
    size_t count;
    const struct country *countries = country_list(&count);
    assert_int_equal(count, 249);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(strlen(countries[i].alpha2), 2);
        assert_int_equal(strlen(countries[i].alpha3), 3);
        if (i > 0)
            assert_true(strcmp(countries[i - 1].alpha2, countries[i].alpha2) < 0);
        assert_ptr_equal(country_find(str_from(countries[i].alpha2)), &countries[i]);
        assert_ptr_equal(country_find(str_from(countries[i].alpha3)), &countries[i]);
        assert_ptr_equal(country_find(str_from(countries[i].name)), &countries[i]);
    }
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
        buf_str(&members, ",\"https://example.com/\"");
    size_t twenty = members.len;
    buf_char(&members, ']');
    struct reading reading = read_with(buf_text(&members));
    assert_int_equal(reading.status, OK);
    assert_int_equal(json_array_size(json_object_get(reading.params.config, "urls")), 20);
    reading_free(&reading);
    members.len = twenty;
    buf_str(&members, ",\"https://example.com/\"]");
    assert_fault(buf_text(&members), "/urls", "20 entries at most, not 21");
    buf_free(&members);
}

static void unknown_brands_and_integrations_are_faults(void **state)
{
    (void)state;
    assert_fault("\"brandId\":\"0190a0a0-0000-7000-8000-000000000000\"", "/brandId", "does not have");
    assert_fault("\"integrationId\":\"abc\"", "/integrationId", "does not have");
}

static void long_values_are_cut_in_messages_at_a_character(void **state)
{
    (void)state;
    struct buf members = {0};
    buf_str(&members, "\"pointOfView\":\"x");
    for (int i = 0; i < 100; i++)
        buf_str(&members, "ü");
    buf_char(&members, '"');
    struct reading reading = read_with(buf_text(&members));
    json_t *detail = json_string(reading.params.faults[0].detail); /* NULL unless valid UTF-8 */
    assert_non_null(detail);
    assert_non_null(strstr(reading.params.faults[0].detail, "ü…\""));
    json_decref(detail);
    reading_free(&reading);
    buf_free(&members);
}

static void polish_settings_are_booleans(void **state)
{
    (void)state;
    assert_echo(
        "\"autoPolish\":true,\"polishSettings\":{\"humanize\":true,\"other\":3,\"split-up-long-paragraphs\":null}",
        "polishSettings",
        "{\"split-up-long-paragraphs\":true,\"remove-mid-article-conclusions\":true,"
        "\"remove-repetitive-sentences\":true,\"convert-passive-voice\":false,"
        "\"simplify-complex-sentences\":false,\"humanize\":true}");
    assert_fault("\"autoPolish\":true,\"polishSettings\":{\"humanize\":\"yes\"}", "/polishSettings/humanize",
                 "true or false");
}

static void polish_instructions_have_1024_characters_at_most(void **state)
{
    (void)state;
    char members[1200];
    snprintf(members, sizeof members, "\"autoPolish\":true,\"polishCustomInstructions\":\"%01024d\"", 7);
    struct reading reading = read_with(members);
    assert_int_equal(reading.status, OK);
    reading_free(&reading);
    snprintf(members, sizeof members, "\"autoPolish\":true,\"polishCustomInstructions\":\"%01025d\"", 7);
    assert_fault(members, "/polishCustomInstructions", "1024 characters at most, not 1025");
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

/* --- notes --- */

static void notes_tell_what_was_asked_for_and_is_not_done(void **state)
{
    (void)state;
    assert_notes("\"toneOfVoiceProfile\":\"automatic\"",
                 "toneOfVoiceProfile was accepted without effect: it steers a language model, and the built-in writer "
                 "uses none.");
    assert_notes(
        "\"extraTitlePrompt\":\"short\",\"articleInstructions\":\"be kind\",\"extraSectionPrompt\":\"x\"",
        "articleInstructions, extraTitlePrompt and extraSectionPrompt were accepted without effect: they steer "
        "a language model, and the built-in writer uses none.");
    assert_notes("\"multimediaOption\":\"images\",\"imageStyle\":\"photo\"",
                 "multimediaOption and imageStyle were accepted without effect: images and videos are not made yet.");
    assert_notes("\"outline\":[\"A\",{\"title\":\"B\",\"subsections\":[{\"title\":\"C\",\"instructions\":\"x\"}]}]",
                 "The instructions of outline sections were accepted without effect: they steer a language model, and "
                 "the built-in writer uses none.");
    assert_notes("\"readabilityMode\":\"8th_grade\",\"outline\":[{\"title\":\"A\"}]", "");
    assert_notes("\"seoOptimizationLevel\":\"ai_powered\"",
                 "seoOptimizationLevel was accepted without effect: terms are not drawn from other pages yet.");
    assert_notes(
        "\"articleLength\":\"custom\"",
        "articleLength is \"custom\", but numberOfSections is missing: the number of sections follows from the "
        "outline.");
    assert_notes("\"autoPolish\":true,\"includeCta\":true",
                 "autoPolish was accepted without effect: articles are not polished yet.\n"
                 "includeCta was accepted without effect: calls to action are not written yet.");
}

static void defaults_spelled_out_make_no_notes(void **state)
{
    (void)state;
    assert_notes(
        "\"toneOfVoiceProfile\":\"seo_optimized\",\"multimediaOption\":\"none\",\"autoPolish\":false,"
        "\"includeCta\":false,\"realTimeData\":false,\"imageSize\":\"1024x1024\","
        "\"polishSettings\":{\"humanize\":true},\"seoOptimizationLevel\":\"manual\",\"disableConclusion\":true",
        "");
}

static void unspoken_defaults_of_the_polish_settings_make_no_note(void **state)
{
    (void)state;
    assert_notes("\"autoPolish\":true,\"polishSettings\":{\"humanize\":false}",
                 "autoPolish was accepted without effect: articles are not polished yet.");
}

/* --- the table --- */

/* A parent must have been read before its children, and every reference must lead somewhere. */
static void the_table_is_consistent(void **state)
{
    (void)state;
    size_t count;
    const struct param *table = params_table(&count);
    for (size_t i = 0; i < count; i++) {
        bool found = table[i].parent == NULL;
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(table[i].name, table[j].name);
            found = found || strcmp(table[i].parent, table[j].name) == 0;
        }
        if (!found)
            fail_msg("%s stands before its parent", table[i].name);
        assert_int_equal(table[i].parent == NULL, table[i].parent_value == NULL);
        assert_true(table[i].types != 0 && (table[i].types & ~(unsigned)TYPE_ALL) == 0);
        if (table[i].effect == EFFECT_LATER || table[i].later)
            assert_non_null(params_group(table[i].group)->later);
        size_t length = strlen(table[i].summary);
        assert_true(length > 0 && table[i].summary[length - 1] == '.');
    }
}

static void the_table_can_be_published(void **state)
{
    (void)state;
    size_t count;
    params_table(&count);
    json_t *list = params_describe();
    assert_int_equal(json_array_size(list), count);
    json_t *expected = json_loads("{\"name\":\"numberOfSections\",\"group\":\"Content structure\",\"type\":\"integer\","
                                  "\"articleTypes\":[\"blog_post\"],\"minimum\":1,\"maximum\":48,"
                                  "\"parent\":\"articleLength\",\"parentValue\":\"custom\","
                                  "\"summary\":\"Number of sections with articleLength custom.\"}",
                                  0, NULL);
    size_t i, found = 0;
    json_t *entry;
    json_array_foreach(list, i, entry) found += (size_t)json_equal(entry, expected);
    assert_int_equal(found, 1);
    json_decref(expected);
    json_decref(list);
}

static void values_of_a_config(void **state)
{
    (void)state;
    struct reading reading = read_with("\"maxImages\":3,\"includeFaq\":true");
    const json_t *config = reading.params.config;
    assert_string_equal(config_string(config, "targetKeyword"), "herbs");
    assert_null(config_string(config, "title"));
    assert_null(config_string(config, "includeFaq"));
    assert_true(config_bool(config, "includeFaq"));
    assert_false(config_bool(config, "disableIntroduction"));
    assert_int_equal(config_integer(config, "maxImages", 7), 3);
    assert_int_equal(config_integer(config, "numberOfSections", 7), 7);
    reading_free(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_body_must_be_an_object),
        cmocka_unit_test(the_keyword_is_required),
        cmocka_unit_test(the_keyword_has_300_characters_at_most),
        cmocka_unit_test(defaults_are_filled_in),
        cmocka_unit_test(every_fault_is_reported_in_the_table_s_order),
        cmocka_unit_test(unknown_keys_are_ignored),
        cmocka_unit_test(null_and_blank_count_as_absent),
        cmocka_unit_test(an_empty_object_is_an_empty_array_and_the_reverse),
        cmocka_unit_test(whole_numbers_may_be_written_as_reals),
        cmocka_unit_test(what_does_not_apply_is_left_out),
        cmocka_unit_test(what_applies_is_echoed),
        cmocka_unit_test(the_json_type_is_checked_even_where_nothing_applies),
        cmocka_unit_test(children_of_a_refused_parent_are_left_alone),
        cmocka_unit_test(a_custom_tone_needs_its_text),
        cmocka_unit_test(the_older_conclusion_key_is_mapped),
        cmocka_unit_test(the_v1_engine_does_not_know_the_newer_keys),
        cmocka_unit_test(older_models_are_upgraded),
        cmocka_unit_test(other_article_types_are_not_available_yet),
        cmocka_unit_test(requirements_of_other_types_are_reported_too),
        cmocka_unit_test(languages_are_names_or_tags),
        cmocka_unit_test(countries_are_names_or_codes),
        cmocka_unit_test(the_country_table_is_consistent),
        cmocka_unit_test(urls_are_http_or_https),
        cmocka_unit_test(at_most_twenty_urls),
        cmocka_unit_test(unknown_brands_and_integrations_are_faults),
        cmocka_unit_test(long_values_are_cut_in_messages_at_a_character),
        cmocka_unit_test(polish_settings_are_booleans),
        cmocka_unit_test(polish_instructions_have_1024_characters_at_most),
        cmocka_unit_test(sections_are_brought_into_one_form),
        cmocka_unit_test(wrong_sections_are_faults_where_they_stand),
        cmocka_unit_test(an_outline_has_48_sections_at_most),
        cmocka_unit_test(notes_tell_what_was_asked_for_and_is_not_done),
        cmocka_unit_test(defaults_spelled_out_make_no_notes),
        cmocka_unit_test(unspoken_defaults_of_the_polish_settings_make_no_note),
        cmocka_unit_test(the_table_is_consistent),
        cmocka_unit_test(the_table_can_be_published),
        cmocka_unit_test(values_of_a_config),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
