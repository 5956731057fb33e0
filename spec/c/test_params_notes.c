/* Notes: what was asked for and is not done, in words for people. */
#include "test_params.h"

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
    assert_notes("\"multimediaOption\":\"auto\",\"imageStyle\":\"photo\",\"maxVideos\":2", "");
    assert_notes("\"multimediaOption\":\"videos\",\"imageStyle\":\"photo\",\"maxVideos\":2",
                 "imageStyle was accepted without effect: it needs multimediaOption \"images\" or \"auto\".");
    assert_notes("\"imageSize\":\"16:9\",\"maxImages\":0,\"maxVideos\":2",
                 "maxImages and imageSize were accepted without effect: they need multimediaOption \"images\" or "
                 "\"auto\".\n"
                 "maxVideos was accepted without effect: it needs multimediaOption \"videos\" or \"auto\".");
    assert_notes("\"outline\":[\"A\",{\"title\":\"B\",\"subsections\":[{\"title\":\"C\",\"instructions\":\"x\"}]}]",
                 "The instructions of outline sections were accepted without effect: they steer a language model, and "
                 "the built-in writer uses none.");
    assert_notes("\"readabilityMode\":\"8th_grade\",\"outline\":[{\"title\":\"A\"}]", "");
    assert_notes("\"seoOptimizationLevel\":\"ai_powered\"", "");
    assert_notes(
        "\"articleLength\":\"custom\"",
        "articleLength is \"custom\", but numberOfSections is missing: the number of sections follows from the "
        "outline.");
    assert_notes("\"realTimeData\":true,\"enableDeepResearch\":true,\"extendedResearch\":true,\"country\":\"Japan\"",
                 "");
    assert_notes("\"country\":\"Japan\"", "country was accepted without effect: it needs realTimeData true.");
    assert_notes("\"autoPolish\":true,\"includeCta\":true", "");
}

/* Nothing that was asked for is dropped in silence: each switch that is missing is named. */
static void what_does_not_apply_is_noted_with_what_it_needs(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"\"articleLength\":\"short\",\"numberOfSections\":3",
         "numberOfSections was accepted without effect: it needs articleLength \"custom\"."},
        {"\"numberOfSections\":3", "numberOfSections was accepted without effect: it needs articleLength \"custom\"."},
        {"\"articleLength\":\"custom\",\"numberOfSections\":3", ""},
        {"\"toneOfVoice\":\"dry\"", "toneOfVoice was accepted without effect: it needs toneOfVoiceProfile \"custom\"."},
        {"\"extraEntitiesPrompt\":\"soil\"",
         "extraEntitiesPrompt was accepted without effect: it needs seoOptimizationLevel \"manual\"."},
        {"\"ctaPrompt\":\"Buy\",\"includeCta\":false",
         "ctaPrompt was accepted without effect: it needs includeCta true."},
        {"\"polishSettings\":{\"humanize\":true},\"polishCustomInstructions\":\"x\"",
         "polishSettings and polishCustomInstructions were accepted without effect: they need autoPolish true."},
        {"\"enableDeepResearch\":true,\"realTimeDataSource\":\"news\"",
         "enableDeepResearch and realTimeDataSource were accepted without effect: they need realTimeData true."},
        {"\"extendedResearch\":true", "extendedResearch was accepted without effect: it needs enableDeepResearch true "
                                      "and realTimeData true."},
        {"\"enableDeepResearch\":true,\"extendedResearch\":true",
         "enableDeepResearch was accepted without effect: it needs realTimeData true.\n"
         "extendedResearch was accepted without effect: it needs realTimeData true."},
        {"\"realTimeDateRange\":\"past_day\"", "realTimeDateRange was accepted without effect: it needs "
                                               "realTimeDataSource \"news\" and realTimeData true."},
        {"\"brandMentionLevel\":\"prominent\"", "brandMentionLevel was accepted without effect: it needs brandId."},
        {"\"brandMentionLevel\":\"prominent\",\"brandId\":\"b\"", ""},
        {"\"asin\":\"nonsense\"",
         "asin was accepted without effect: it belongs to other article types than blog_post."},
        {"\"numberOfItems\":4,\"asin\":\"x\",\"extraListItemPrompt\":\"y\"",
         "numberOfItems, extraListItemPrompt and asin were accepted without effect: they belong to other article types "
         "than blog_post."},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_notes(cases[i][0], cases[i][1]);
}

static void assert_notes_on(const char *json, struct params_terms terms, const char *expected)
{
    struct params_reading reading = read_terms(json, terms);
    if (reading.status != OK)
        fail_msg("%s: %s", json, faults_text(&reading));
    assert_int_equal(json_array_size(reading.params.notes), *expected != 0);
    if (*expected)
        assert_string_equal(json_string_value(json_array_get(reading.params.notes, 0)), expected);
    reading_free(&reading);
}

static void items_of_a_list_need_their_switch(void **state)
{
    (void)state;
    const struct params_terms all = {.engine = 2, .writable = TYPE_ALL};
    assert_notes_on("{\"targetKeyword\":\"x\",\"articleType\":\"listicle\",\"numberOfItems\":4}", all,
                    "numberOfItems was accepted without effect: it needs enableAutomaticLength false.");
    assert_notes_on("{\"targetKeyword\":\"x\",\"articleType\":\"listicle\",\"numberOfItems\":4,"
                    "\"enableAutomaticLength\":false}",
                    all, "");
    assert_notes_on("{\"targetKeyword\":\"x\",\"articleType\":\"listicle\",\"disableConclusion\":true}", all,
                    "includeConclusion was accepted without effect: it belongs to other article types than listicle.");
}

static void the_v1_engine_says_what_it_does_not_have(void **state)
{
    (void)state;
    assert_notes_on("{\"targetKeyword\":\"x\",\"articleInstructions\":\"x\",\"brandId\":\"b\",\"brandMentionLevel\":5}",
                    (struct params_terms){.engine = 1, .writable = TYPE_ALL},
                    "articleInstructions, brandId and brandMentionLevel were accepted without effect: the v1 engine "
                    "does not have them, and POST /api/articles/v2/ does.");
    assert_notes_on("{\"targetKeyword\":\"x\",\"brandMentionLevel\":\"subtle\",\"brandId\":null}",
                    (struct params_terms){.engine = 1, .writable = TYPE_ALL}, "");
}

static void what_the_plan_lacks_is_noted_and_left_out(void **state)
{
    (void)state;
    static const char asked[] = "{\"targetKeyword\":\"x\",\"realTimeData\":true,\"enableDeepResearch\":true,"
                                "\"extendedResearch\":true}";
    const struct params_terms terms = {.engine = 2, .writable = TYPE_ALL, .lacks_plan = true};
    assert_notes_on(asked, terms, "extendedResearch was accepted without effect: the account's plan does not have it.");
    assert_notes_on("{\"targetKeyword\":\"x\",\"extendedResearch\":true}", terms,
                    "extendedResearch was accepted without effect: it needs enableDeepResearch true and realTimeData "
                    "true.");
    struct params_reading reading = read_terms(asked, terms);
    assert_true(config_bool(reading.params.config, "enableDeepResearch"));
    assert_null(json_object_get(reading.params.config, "extendedResearch"));
    reading_free(&reading);
}

static bool is_beta(const void *context, const char *model)
{
    return strncmp(model, context, strlen(context)) == 0;
}

/* Whether a parameter has an effect depends on who writes this very article. */
static void a_language_model_takes_what_steers_it(void **state)
{
    (void)state;
    const struct params_terms terms = {.engine = 2, .writable = TYPE_ALL, .is_language = is_beta, .context = "beta-"};
    assert_notes_on("{\"targetKeyword\":\"x\",\"extraTitlePrompt\":\"x\",\"modelVersion\":\"beta-opus-5\","
                    "\"toneOfVoiceProfile\":\"dry\",\"outline\":[{\"title\":\"A\",\"instructions\":\"x\"}]}",
                    terms, "");
    assert_notes_on("{\"targetKeyword\":\"x\",\"extraTitlePrompt\":\"x\"}", terms,
                    "extraTitlePrompt was accepted without effect: it steers a language model, and the built-in writer "
                    "uses none.");
    assert_notes_on("{\"targetKeyword\":\"x\",\"modelVersion\":\"alpha-6-sol\"}", terms,
                    "modelVersion was accepted without effect: it steers a language model, and the built-in writer "
                    "uses none.");
}

static void defaults_spelled_out_make_no_notes(void **state)
{
    (void)state;
    assert_notes(
        "\"toneOfVoiceProfile\":\"seo_optimized\",\"multimediaOption\":\"none\",\"autoPolish\":false,"
        "\"includeCta\":false,\"realTimeData\":false,\"imageSize\":\"1024x1024\",\"enableDeepResearch\":false,"
        "\"realTimeDataSource\":\"web\",\"polishSettings\":{},\"polishCustomInstructions\":\" \",\"ctaPrompt\":null,"
        "\"enableSupplementalInformation\":true,\"numberOfItems\":10,\"asin\":\"\",\"brandMentionLevel\":\"subtle\","
        "\"seoOptimizationLevel\":\"manual\",\"disableConclusion\":true",
        "");
}

static void unspoken_defaults_of_the_polish_settings_make_no_note(void **state)
{
    (void)state;
    assert_notes("\"autoPolish\":true,\"polishSettings\":{\"humanize\":false}", "");
}

static void what_of_polishing_needs_a_language_model_is_noted(void **state)
{
    (void)state;
    assert_notes("\"autoPolish\":true,\"polishSettings\":{\"humanize\":true,\"convert-passive-voice\":true,"
                 "\"simplify-complex-sentences\":true}",
                 "polishSettings.convert-passive-voice is left to a language model: the built-in writer rewords no "
                 "sentence.\n"
                 "polishSettings.simplify-complex-sentences is left to a language model: the built-in writer only cuts "
                 "long sentences where both halves stand by themselves.\n"
                 "polishSettings.humanize is left to a language model: the built-in writer takes no phrase out of a "
                 "sentence.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_tell_what_was_asked_for_and_is_not_done),
        cmocka_unit_test(what_does_not_apply_is_noted_with_what_it_needs),
        cmocka_unit_test(items_of_a_list_need_their_switch),
        cmocka_unit_test(the_v1_engine_says_what_it_does_not_have),
        cmocka_unit_test(a_language_model_takes_what_steers_it),
        cmocka_unit_test(what_the_plan_lacks_is_noted_and_left_out),
        cmocka_unit_test(defaults_spelled_out_make_no_notes),
        cmocka_unit_test(unspoken_defaults_of_the_polish_settings_make_no_note),
        cmocka_unit_test(what_of_polishing_needs_a_language_model_is_noted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
