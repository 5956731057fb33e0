/* The parameter table as a reader of requests: what is accepted, what is echoed, what applies, what is a fault. */
#include "test_params.h"

/* --- the body --- */

static void the_body_must_be_an_object(void **state)
{
    (void)state;
    static const char *const bodies[] = {"[]", "\"text\"", "5", "null", "true"};
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        struct params_reading reading = read_engine(bodies[i], 2);
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
        struct params_reading reading = read_engine(bodies[i], 2);
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
    struct params_reading reading = read_engine(json, 2);
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
    struct params_reading reading = read_with("");
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
    struct params_reading reading =
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
    struct params_reading reading =
        read_engine("{\"targetKeyword\":\"herbs\",\"articleInstructions\":5,\"brandId\":\"x\","
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
        char echoed[60];
        snprintf(echoed, sizeof echoed, "\"%s\"", types[i].name);
        if (types[i].bit & article_types_writable())
            assert_echo(buf_text(&members), "articleType", echoed);
        else
            assert_fault(buf_text(&members), "/articleType",
                         "not available yet; what can be written today is \"blog_post\"");
        buf_free(&members);
    }
    assert_fault("\"articleType\":\"poem\"", "/articleType", "\"local_places_roundup\"");
}

/* What a type's row says of itself is what the parameter table calls it. */
static void writable_types_are_types_of_the_table(void **state)
{
    (void)state;
    size_t count;
    const struct param_article_type *types = params_article_types(&count);
    unsigned found = 0;
    for (size_t i = 0; i < count; i++) {
        const struct article_type *type = article_type_find(types[i].name);
        assert_int_equal(type != NULL, (types[i].bit & article_types_writable()) != 0);
        assert_true(!type || (type->bit == types[i].bit && (type->part_count > 0 || type->make)));
        found |= type ? type->bit : 0;
    }
    assert_int_equal(found, article_types_writable());
    assert_null(article_type_find("poem"));
    assert_null(article_type_find(NULL));
}

/* Each named length is a documented value, and the text names its bounds. */
static void lengths_are_said_once(void **state)
{
    (void)state;
    size_t count, named = 0;
    const struct param *table = params_table(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(table[i].name, "articleLength") != 0)
            continue;
        assert_string_equal(table[i].summary, "Number of sections: shorter 2-3, short 3-5, medium 5-7, long 7-10, "
                                              "longer 10-12, custom: numberOfSections.");
        for (const char *const *value = table[i].allowed; *value; value++)
            named += params_length(*value) != NULL;
    }
    assert_int_equal(named, 5);
    assert_int_equal(params_length("short")->max, 4);
    assert_null(params_length("custom"));
    assert_null(params_length(NULL));
}

static void requirements_of_other_types_are_reported_too(void **state)
{
    (void)state;
    const struct params_terms only_posts = {.engine = 2, .writable = TYPE_BLOG_POST};
    struct params_reading reading = read_terms(
        "{\"targetKeyword\":\"x\",\"articleType\":\"market_single_product_review\",\"asin\":\"B00\"}", only_posts);
    assert_int_equal(reading.params.fault_count, 2);
    assert_string_equal(reading.params.faults[1].pointer, "/asin");
    reading_free(&reading);
    reading = read_terms("{\"targetKeyword\":\"x\",\"articleType\":\"rewrite_blog_post\"}", only_posts);
    assert_int_equal(reading.params.fault_count, 2);
    assert_string_equal(reading.params.faults[1].pointer, "/articleUrl");
    reading_free(&reading);
}

/* Which parameters each type has in its config when they are all sent. */
static void parameters_reach_the_types_that_have_them(void **state)
{
    (void)state;
    static const struct {
        const char *type, *has, *lacks;
    } cases[] = {
        {"blog_post", "articleInstructions extraSectionPrompt urls shouldCiteSources includeFaq includeCta brandId",
         "enableAutomaticLength rewriteAllSourceData enableCondensedMode"},
        {"listicle", "articleInstructions urls shouldCiteSources includeCta enableAutomaticLength brandId imageStyle",
         "includeFaq rewriteAllSourceData"},
        {"service_page", "articleInstructions urls includeCta brandId country", "imageStyle enableAutomaticLength"},
        {"rewrite_blog_post", "articleUrl rewriteAllSourceData includeConclusion autoPolish extraTitlePrompt",
         "urls includeCta brandId"},
        {"video_site_video", "videoSiteVideoUrl rewriteAllSourceData", "articleUrl includeConclusion brandId"},
        {"market_product_roundup", "numMarketProducts enableFirstHandExperience", "asin urls brandId"},
        {"market_single_product_review", "asin enableCondensedMode", "numMarketProducts urls brandId"},
        {"local_places_roundup", "enableAutomaticLength extraListItemPrompt", "numMarketProducts urls includeCta"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char json[1500], names[200], *rest;
        snprintf(json, sizeof json,
                 "{\"targetKeyword\":\"x\",\"articleType\":\"%s\",\"articleInstructions\":\"x\",\"extraTitlePrompt\":"
                 "\"x\",\"extraSectionPrompt\":\"x\",\"urls\":[\"https://a.example/\"],\"shouldCiteSources\":true,"
                 "\"includeFaq\":true,\"includeCta\":true,\"enableAutomaticLength\":true,\"rewriteAllSourceData\":true,"
                 "\"enableCondensedMode\":true,\"imageStyle\":\"photo\",\"country\":\"Japan\",\"articleUrl\":"
                 "\"https://a.example/\",\"videoSiteVideoUrl\":\"https://a.example/\",\"includeConclusion\":false,"
                 "\"numMarketProducts\":3,\"enableFirstHandExperience\":false,\"asin\":\"B000000000\","
                 "\"extraListItemPrompt\":\"x\",\"autoPolish\":true%s}",
                 cases[i].type, strstr(cases[i].has, "brandId") ? ",\"brandId\":\"b\"" : "");
        struct params_reading reading = read_terms(json, (struct params_terms){.engine = 2, .writable = TYPE_ALL});
        if (reading.status != OK)
            fail_msg("%s: %s", cases[i].type, faults_text(&reading));
        for (int lacks = 0; lacks < 2; lacks++) {
            snprintf(names, sizeof names, "%s", lacks ? cases[i].lacks : cases[i].has);
            for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
                if ((json_object_get(reading.params.config, name) == NULL) != lacks)
                    fail_msg("%s: %s is %s", cases[i].type, name, lacks ? "there" : "missing");
        }
        reading_free(&reading);
    }
}

/* Of the parameters that a type does not have, a brand alone is a fault: its voice would be missed. */
static void a_brand_is_refused_where_it_has_no_effect(void **state)
{
    (void)state;
    const struct params_terms all = {.engine = 2, .writable = TYPE_ALL};
    struct params_reading reading =
        read_terms("{\"targetKeyword\":\"x\",\"articleType\":\"rewrite_blog_post\",\"articleUrl\":"
                   "\"https://a.example/\",\"brandId\":\"b\",\"asin\":\"x\"}",
                   all);
    assert_string_equal(faults_text(&reading),
                        "/brandId: brandId must be left out of an article of this type; those that have it are "
                        "\"blog_post\", \"listicle\", \"service_page\".");
    reading_free(&reading);
    reading = read_terms("{\"targetKeyword\":\"x\",\"articleType\":\"local_places_roundup\",\"brandId\":\" \"}", all);
    assert_int_equal(reading.status, OK);
    reading_free(&reading);
    reading = read_terms("{\"targetKeyword\":\"x\",\"articleType\":\"local_places_roundup\",\"brandId\":\"b\"}",
                         (struct params_terms){.engine = 1, .writable = TYPE_ALL});
    assert_int_equal(reading.status, OK);
    reading_free(&reading);
    assert_echo("\"brandId\":\"0190a0a0-0000-7000-8000-000000000000\"", "brandId",
                "\"0190a0a0-0000-7000-8000-000000000000\"");
}

/* --- the table --- */

/* A parent must have been read before its children, and every reference must lead somewhere. */
static void the_table_is_consistent(void **state)
{
    (void)state;
    size_t count;
    const struct param *table = params_table(&count);
    for (size_t i = 0; i < count; i++) {
        bool found = table[i].parent == NULL, has_other = table[i].beside == NULL;
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(table[i].name, table[j].name);
            found = found || strcmp(table[i].parent, table[j].name) == 0;
            has_other = has_other || strcmp(table[i].beside, table[j].name) == 0;
            if (table[i].parent && table[j].parent && strcmp(table[i].parent, table[j].parent) == 0)
                assert_string_equal(table[i].parent_value, table[j].parent_value); /* one note says it of both */
        }
        assert_true(has_other);
        if (!found)
            fail_msg("%s stands before its parent", table[i].name);
        assert_int_equal(table[i].parent == NULL, table[i].parent_value == NULL);
        assert_true(table[i].types != 0 && (table[i].types & ~(unsigned)TYPE_ALL) == 0);
        size_t length = strlen(table[i].summary);
        assert_true(length > 0 && table[i].summary[length - 1] == '.');
    }
}

static void the_table_can_be_published(void **state)
{
    (void)state;
    size_t count;
    params_table(&count);
    json_t *list = params_describe(article_types_writable());
    assert_int_equal(json_array_size(list), count);
    json_t *expected = json_loads("{\"name\":\"numberOfSections\",\"group\":\"Content structure\",\"type\":\"integer\","
                                  "\"articleTypes\":[\"blog_post\"],\"minimum\":1,\"maximum\":48,"
                                  "\"parent\":\"articleLength\",\"parentValue\":\"custom\","
                                  "\"summary\":\"Number of sections with articleLength custom.\"}",
                                  0, NULL);
    size_t i, found = 0;
    json_t *entry;
    json_array_foreach (list, i, entry)
        found += (size_t)json_equal(entry, expected);
    assert_int_equal(found, 1);
    json_decref(expected);
    json_decref(list);
}

static void values_of_a_config(void **state)
{
    (void)state;
    struct params_reading reading = read_with("\"maxImages\":3,\"includeFaq\":true");
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
        cmocka_unit_test(writable_types_are_types_of_the_table),
        cmocka_unit_test(lengths_are_said_once),
        cmocka_unit_test(requirements_of_other_types_are_reported_too),
        cmocka_unit_test(parameters_reach_the_types_that_have_them),
        cmocka_unit_test(a_brand_is_refused_where_it_has_no_effect),
        cmocka_unit_test(the_table_is_consistent),
        cmocka_unit_test(the_table_can_be_published),
        cmocka_unit_test(values_of_a_config),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
