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
    assert_notes("\"articleLength\":\"short\",\"numberOfSections\":3",
                 "numberOfSections was accepted without effect: it needs articleLength \"custom\".");
    assert_notes("\"numberOfSections\":3",
                 "numberOfSections was accepted without effect: it needs articleLength \"custom\".");
    assert_notes("\"articleLength\":\"custom\",\"numberOfSections\":3", "");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_tell_what_was_asked_for_and_is_not_done),
        cmocka_unit_test(defaults_spelled_out_make_no_notes),
        cmocka_unit_test(unspoken_defaults_of_the_polish_settings_make_no_note),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
