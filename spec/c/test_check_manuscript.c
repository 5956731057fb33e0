/* An article read line by line, compared with its passages, changed by an editor's answer, and what may not stand taken
 * out. */
#include "model/check/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "arena_fixture.h"

static struct model_excerpt passages[4];
static struct check_material material;
static struct line_check check;
static struct manuscript manuscript;
static struct edit_report report;

static int begin(void **state)
{
    const struct model_excerpt all[] = {
        {STR("Bury the scraps under ten centimetres of damp bedding, so that flies do not find them."), STR("Feeding"),
         STR("Worms at home"), 0},
        {STR("A kilo of worms eats about 500 grams of scraps a day, says Maria Ortega of Back Step Gardens. \"Feed "
             "them "
             "less than you think\", she adds."),
         STR("Feeding > How much"), STR("Worms at home"), 0},
        {STR("Worms die above 30 degrees. Keep the bin between 15 and 25 degrees, in the cellar in summer."),
         STR("Warmth"), STR("Worms at home"), 0},
        {STR("Garden soil brings pests into the bin; use coconut fibre or torn cardboard as bedding."), STR("Bedding"),
         STR("City worms"), 1},
    };
    memcpy(passages, all, sizeof passages);
    material = (struct check_material){.excerpts = passages,
                                       .count = COUNT_OF(passages),
                                       .language = language_find(STR("en")),
                                       .allowed = STR("worm composting"),
                                       .has_person = true};
    int result = set_up(state);
    manuscript = (struct manuscript){.arena = arena, .language = material.language, .passages = COUNT_OF(passages)};
    report = (struct edit_report){0};
    assert_int_equal(line_check_open(&check, arena, &material, 8, NULL), OK);
    return result;
}

static void read(const char *answer)
{
    assert_int_equal(manuscript_read(&manuscript, PART_OPENING, str_from(answer), NULL), OK);
}

/* As the editor sees it. */
static const char *shown(void)
{
    struct buf out = {0};
    manuscript_number(&manuscript);
    manuscript_print(&manuscript, 0, manuscript.count, &out);
    const char *text = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return text;
}

/* What is found in a text, one a line: "figure 40". */
static const char *found(const char *answer)
{
    struct buf out = {0};
    read(answer);
    manuscript_number(&manuscript);
    assert_int_equal(line_check_all(&check, &manuscript, NULL), OK);
    for (size_t i = 0; i < manuscript.count; i++)
        for (size_t k = 0; k < manuscript.list[i].finding_count; k++) {
            const struct finding *finding = &manuscript.list[i].findings[k];
            buf_printf(&out, "%s%s %.*s", out.len ? "; " : "", finding_name(finding->kind), STR_ARG(finding->what));
            if (finding->near)
                buf_printf(&out, "(see [%zu])", finding->near);
        }
    const char *text = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return text;
}

static void an_answer_becomes_numbered_lines(void **state)
{
    (void)state;
    read("Sure! Here is the article:\n\nWorms want warmth [3]. They want food.\n\n## What they eat\nBury scraps [1]:\n"
         "- **Peels:** cut small [2].\n- Coffee.\n\n| Food | How much |\n|---|---|\n| Peels | half a kilo [2] |\n\n"
         "```\nlet x\n```\n== CLOSE\nBegin today.\n**== QUESTIONS**\n### How warm?\nUnder 30 degrees [3][9].\n");
    assert_string_equal(shown(), "\nS1 Worms want warmth [3].\nS2 They want food.\n\nH1 ## What they eat\n"
                                 "\nS3 Bury scraps [1]:\nS4 - **Peels:** cut small [2].\nS5 - Coffee.\n"
                                 "\nS6 | Food | How much |\nS7 | Peels | half a kilo [2] |\n"
                                 "\n```\nlet x\n```\n\n== CLOSE\nS8 Begin today.\n"
                                 "\n== QUESTIONS\nH2 ### How warm?\n\nS9 Under 30 degrees [3].\n"
                                 "  > there is no passage [9] here\n");
}

static void a_quotation_is_not_parted(void **state)
{
    (void)state;
    read("She said, \"Feed them. Not too much,\" and it read, \"Feed them! Too much\" [2]. \"Eat.\" They ate.");
    assert_string_equal(shown(),
                        "\nS1 She said, \"Feed them. Not too much,\" and it read, \"Feed them! Too much\" [2].\n"
                        "S2 \"Eat.\"\nS3 They ate.\n");
}

static void figures_keep_their_signs(void **state)
{
    (void)state;
    read("It has *about* 320*380 or 240*240 dots [1].");
    assert_string_equal(shown(), "\nS1 It has about 320*380 or 240*240 dots [1].\n");
}

static void facts_come_from_what_is_cited_and_stands_beside_it(void **state)
{
    (void)state;
    assert_string_equal(found("A kilo of worms eats about 500 grams a day, far fewer than you think [2]. Ortega calls "
                              "that plenty. Above 30 degrees they die [2]."),
                        "");
    assert_string_equal(found("They eat 700 grams of scraps a day [2]."), "figure 700");
}

static void invented_names_and_quotations_are_found(void **state)
{
    (void)state;
    assert_string_equal(
        found("Scraps belong under the bedding, says Peter Novak [1]. \"Feed them twice a day\", Ortega "
              "adds [2]."),
        "name Peter; name Novak; quotation Feed them twice a day");
}

static void a_wrong_citation_is_found(void **state)
{
    (void)state;
    assert_string_equal(found("Coconut fibre and torn cardboard make good bedding [3]."), "support (see [4])");
}

static void copied_runs_are_found_all(void **state)
{
    (void)state;
    assert_string_equal(
        found("Bury the scraps under ten centimetres of damp bedding, so that nothing flies [1]. Do use "
              "coconut fibre or torn cardboard as bedding in it [4]."),
        "copied use coconut fibre or torn cardboard as bedding"); /* what holds a number is free */
}

static void buyers_are_counted_and_named(void **state)
{
    (void)state;
    material.is_data = true;
    passages[0].voices = passages[1].voices = 1;
    assert_string_equal(found("Flies do not find the scraps under damp bedding, says one reviewer [1]."), "");
    assert_string_equal(found("\n\nOne reviewer buries the scraps; another feeds less [1][2]."), "");
    manuscript.count = 0;
    assert_string_equal(found("Nine buyers bury the scraps under damp bedding [1]."),
                        "number word nine; reviewers Nine buyers");
    manuscript.count = 0;
    assert_string_equal(found("One reviewer buries the scraps; another feeds less [1]."), "reviewers One reviewer");
    manuscript.count = 0;
    assert_string_equal(found("Flies do not find the scraps under damp bedding [1]."), "theirs ");
    manuscript.count = 0;
    assert_string_equal(found("Keep 500 grams for 3 reviewers, says one buyer of worms [2]."),
                        "figure 3; limit 500; reviewers 3 reviewers");
    manuscript.count = 0;
    assert_string_equal(found("- No flies under damp bedding [1]\n- Two bins need bedding [4]\n"), "");
}

static void values_are_compared_by_number_and_unit(void **state)
{
    const struct model_excerpt fields[] = {
        {.text = STR("400 lm"), .heading = STR("Brightness"), .name = STR("Ridge 400")},
        {.text = STR("3 x AAA or battery pack"), .heading = STR("Battery"), .name = STR("Ridge 400")},
    };
    (void)state;
    material.is_data = true;
    memcpy(passages, fields, sizeof fields);
    material.count = manuscript.passages = COUNT_OF(fields);
    assert_int_equal(line_check_open(&check, arena, &material, 8, NULL), OK);
    assert_string_equal(
        found("The Ridge 400 gives 400 lm of brightness, or 400 lumens [1]. Its battery takes 3 AAA cells "
              "or a battery pack [2]."),
        "");
    manuscript.count = 0;
    assert_string_equal(found("Its brightness is 400 g [1]."), "elsewhere 400 g");
}

static void a_quoted_stop_is_stop_enough(void **state)
{
    (void)state;
    read("He asked, \"Why?\" [3]. She said \"no\" [1].");
    assert_string_equal(shown(), "\nS1 He asked, \"Why?\" [3]\nS2 She said \"no\" [1].\n");
}

static void nobody_claims_a_test(void **state)
{
    (void)state;
    material.is_data = true;
    material.has_person = false;
    assert_string_equal(found("We tested it above 30 degrees [3]. \"We tested\", says the box."),
                        "person We; tried We; tried tested");
    material.has_person = true;
    manuscript.count = 0;
    assert_string_equal(found("We would keep the bin in the cellar in summer [3]."), "");
}

static void an_editor_changes_lines_by_their_numbers(void **state)
{
    (void)state;
    read("Worms want warmth [3]. They want food. They want peace.\n\nThey hate soil [4]. It is so.\n\n## Food\nBury "
         "scraps [1].");
    manuscript_number(&manuscript);
    assert_int_equal(edit_apply(&manuscript, &check,
                                STR("Here are the changes:\nS2: They want food under damp bedding [1].\nS3: -\n"
                                    "S4-S5: Garden soil brings them pests [4].\nS1+: A cellar is warm enough.\n"
                                    "H1: ## What to feed\n\xC2\xB6 S2\nS6 ok\nS99: no\nS6: Bury 900 scraps [1]."),
                                0.5, &report, NULL),
                     OK);
    assert_string_equal(shown(),
                        "\nS1 Worms want warmth [3].\nS2 A cellar is warm enough.\n"
                        "\nS3 They want food under damp bedding [1].\n\nS4 Garden soil brings them pests [4].\n"
                        "\nH1 ## What to feed\n\nS5 Bury scraps [1].\n");
    assert_int_equal(report.changes, 9);
    assert_int_equal(report.refusal_count, 2);
}

/* In whatever order they come; where the new line may not stand, the one that it was to stand for too stays. */
static void a_line_may_say_what_one_beside_it_said(void **state)
{
    (void)state;
    static const char *const answers[][2] = {
        {"S1: -\nS2: Food belongs under bedding, and warmth keeps them lively.", "\nS1 Food belongs under bedding, and "
                                                                                 "warmth keeps them lively.\n"},
        {"S2: Food belongs under bedding, and warmth keeps them lively.\nS1: -", "\nS1 Food belongs under bedding, and "
                                                                                 "warmth keeps them lively.\n"},
        {"S1: -\nS2: Food belongs under bedding in 900 cellars [1].",
         "\nS1 Bury food under damp bedding.\nS2 Warm worms are lively.\n"}};
    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        report = (struct edit_report){0};
        manuscript.list = NULL;
        manuscript.count = manuscript.cap = 0;
        read("Bury food under damp bedding. Warm worms are lively.");
        manuscript_number(&manuscript);
        assert_int_equal(edit_apply(&manuscript, &check, str_from(answers[i][0]), 0.9, &report, NULL), OK);
        assert_string_equal(shown(), answers[i][1]);
    }
}

static void a_heading_of_the_editors_is_plain_text(void **state)
{
    (void)state;
    read("They want food.\n\n## Food\nBury scraps [1].\n\n## Warmth\nKeep them warm [3].");
    manuscript_number(&manuscript);
    assert_int_equal(edit_apply(&manuscript, &check,
                                STR("H1: **What to <b>feed</b>** [1]\nH2: See https://warm.example/ for it"), 0.5,
                                &report, NULL),
                     OK);
    assert_string_equal(shown(), "\nS1 They want food.\n\nH1 ## What to feed\n\nS2 Bury scraps [1].\n"
                                 "\nH2 ## Warmth\n\nS3 Keep them warm [3].\n");
    assert_int_equal(report.refusal_count, 1);
}

/* A finished text is its own material: each line cites what it said itself. */
static void a_bound_text_neither_loses_nor_gains(void **state)
{
    (void)state;
#define M(n) "\xE2\x9F\xA6" n "\xE2\x9F\xA7"
    static const char *const good[] = {
        "S2: In summer a cool cellar " M("1") " keeps 15 worms well. It is dark.",
        "S1-S2: 4 beds are in the bin, and 15 worms live in a cool cellar " M("1") " in summer.", "S3: -"};
    static const char *const bad[] = {"S2: In summer a cool cellar keeps 15 worms well.",
                                      "S2: In summer a cool cellar " M("1") " keeps 4 worms well.",
                                      "S2: In summer a cool cellar " M("1") " keeps worms well.",
                                      "S1: The 4 beds of Ortega are in the bin.",
                                      "S1: -",
                                      "S2+: It is dark.",
                                      "S2: The 15 worms " M("1") " take the best cool cellar in summer."};
    struct model_excerpt lines[] = {{.text = STR("The bin has 4 beds.")},
                                    {.text = STR("15 worms live in a cool dark cellar in summer."), .source = 1},
                                    {.text = STR("Worms like it in the dark cellar."), .source = 2}};
    material.excerpts = lines;
    material.count = COUNT_OF(lines);
    assert_int_equal(line_check_open(&check, arena, &material, 0, NULL), OK);
    check.is_bound = true;
    for (size_t i = 0; i < COUNT_OF(good) + COUNT_OF(bad); i++) {
        const char *change = i < COUNT_OF(good) ? good[i] : bad[i - COUNT_OF(good)];
        report = (struct edit_report){0};
        manuscript.list = NULL;
        manuscript.count = manuscript.cap = 0;
        read("The bin has 4 beds. 15 worms live in a cool dark cellar " M(
            "1") " in summer. Worms like it in the dark cellar.");
        manuscript_number(&manuscript);
        for (size_t k = 0; k < manuscript.count; k++)
            manuscript.list[k].cites[0] = (int)k + 1;
        assert_int_equal(edit_apply(&manuscript, &check, str_from(change), 0.5, &report, NULL), OK);
        if (report.applied != (i < COUNT_OF(good)))
            fail_msg("%s: %s", change, report.refusal_count ? report.refusals[0].reason : "made");
    }
}

static enum status note(void *context, const struct line *line, const struct finding *why)
{
    (void)line;
    (void)why;
    ++*(size_t *)context;
    return OK;
}

static void what_may_not_stand_goes_with_what_leans_on_it(void **state)
{
    size_t count = 0;
    (void)state;
    read("Worms want warmth [3]. They eat 700 grams a day [2]. This is a lot.\n\nUse these [4]:\n- 40 stones [4]\n");
    assert_int_equal(line_check_all(&check, &manuscript, NULL), OK);
    assert_int_equal(edit_take_out(&manuscript, note, &count), OK);
    assert_string_equal(shown(), "\nS1 Worms want warmth [3].\n");
    assert_int_equal(count, 3);
}

static void lines_become_the_text_of_an_article(void **state)
{
    struct model_text text;
    (void)state;
    read("Use these [4][3]:\n- fibre\n- cardboard [4]\n\n| Food | Mass |\n|---|---|\n| Peels | little [2] |\n");
    assert_int_equal(manuscript_text(&manuscript, 0, manuscript.count, passages, &text, NULL), OK);
    assert_int_equal(text.count, 2);
    assert_int_equal(text.blocks[0].count, 3);
    assert_int_equal(text.blocks[0].sentences[0].source, 1);
    assert_int_equal(text.blocks[0].sentences[0].also[0], 1);
    assert_int_equal(text.blocks[0].sentences[2].item, 2);
    assert_int_equal(text.blocks[1].columns, 2);
    assert_int_equal(text.blocks[1].count, 4);
    assert_int_equal(text.blocks[1].sentences[3].source, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, tear_down)
static void marks_stand_for_what_nobody_writes_anew(void **state)
{
    (void)state;
    manuscript.has_marks = true;
    read("The \xE2\x9F\xA6L1:cellar\xE2\x9F\xA7 is cool [3]. \xE2\x9F\xA6P1\xE2\x9F\xA7\n\n1. Tear "
         "cardboard [4].\n\n\xE2\x9F\xA6P2\xE2\x9F\xA7\n\n2. Bury \xE2\x9F\xA6L2:scraps\xE2\x9F\xA7 "
         "and \xE2\x9F\xA6L3:more\xE2\x9F\xA7 [1].");
    assert_string_equal(shown(), "\nS1 The \xE2\x9F\xA6L1:cellar\xE2\x9F\xA7 is cool [3].\n"
                                 "\xE2\x9F\xA6P1\xE2\x9F\xA7\n\nS2 1. Tear cardboard [4].\n"
                                 "\xE2\x9F\xA6P2\xE2\x9F\xA7\nS3 2. Bury \xE2\x9F\xA6L2:scraps\xE2\x9F\xA7 "
                                 "and \xE2\x9F\xA6L3:more\xE2\x9F\xA7 [1].\n");
    assert_string_equal(manuscript.list[0].text.data, "The cellar is cool.");
    assert_int_equal(edit_apply(&manuscript, &check,
                                STR("S1: In summer the \xE2\x9F\xA6L1:cool cellar\xE2\x9F\xA7 is best [3]. "
                                    "\xE2\x9F\xA6P1\xE2\x9F\xA7"),
                                0.5, &report, NULL),
                     OK);
    assert_int_equal(report.applied, 1);
    assert_int_equal(manuscript.list[0].link_count, 1);
    assert_int_equal(manuscript.list[0].links[0].start, strlen("In summer the "));
    assert_int_equal(manuscript.list[1].kind, LINE_MARK);
    assert_int_equal(manuscript.list[2].kind, LINE_SENTENCE);
    struct model_text text;
    assert_int_equal(manuscript_text(&manuscript, 0, manuscript.count, passages, &text, NULL), OK);
    assert_int_equal(text.count, 5);
    assert_int_equal(text.blocks[1].kind, TEXT_PICTURE);
    assert_int_equal(text.blocks[4].first_item, 2);
    assert_int_equal(text.blocks[4].sentences[0].more_count, 1);
}

/* So does emphasis, and how lists stand within each other and what they begin with. */
static void emphasis_and_the_order_of_lists_are_read_with_marks(void **state)
{
    (void)state;
    struct model_text text;
    static const char answer[] = "**\xE2\x9F\xA6L1:Too warm? Read this\xE2\x9F\xA7** and *stay* in the cellar [3].\n\n"
                                 "3. Tear cardboard [4].\n  - **Wet** it [4].\n  - Bury it [1].\n4. Bury scraps [1].";
    manuscript.has_marks = true;
    read(answer);
    assert_string_equal(shown(),
                        "\nS1 **\xE2\x9F\xA6L1:Too warm? Read this\xE2\x9F\xA7** and *stay* in the cellar [3].\n"
                        "\nS2 3. Tear cardboard [4].\nS3   - **Wet** it [4].\nS4   - Bury it [1].\n"
                        "S5 4. Bury scraps [1].\n");
    assert_int_equal(manuscript_text(&manuscript, 0, manuscript.count, passages, &text, NULL), OK);
    assert_int_equal(text.blocks[0].sentences[0].spans.count, 2);
    assert_int_equal(text.blocks[0].sentences[0].spans.list[1].kind, SPAN_EMPHASIS);
    assert_int_equal(text.blocks[1].first_item, 3);
    assert_int_equal(text.blocks[1].sentences[1].level, 2);
    assert_int_equal(text.blocks[1].sentences[3].level, 1);
    manuscript.has_marks = false;
    manuscript.count = 0;
    read("**Worms** want *warmth* [3].");
    assert_int_equal(manuscript.list[0].spans.count, 0);
}

/* Those who are not asked for marks write text. */
static void marks_mean_nothing_where_none_are_asked_for(void **state)
{
    (void)state;
    read("The \xE2\x9F\xA6L1\xE2\x9F\xA7 is cool [3].");
    assert_int_equal(manuscript.count, 1);
    assert_string_equal(manuscript.list[0].text.data, "The \xE2\x9F\xA6L1\xE2\x9F\xA7 is cool.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_answer_becomes_numbered_lines),
        TEST(a_quotation_is_not_parted),
        TEST(figures_keep_their_signs),
        TEST(facts_come_from_what_is_cited_and_stands_beside_it),
        TEST(invented_names_and_quotations_are_found),
        TEST(a_wrong_citation_is_found),
        TEST(copied_runs_are_found_all),
        TEST(buyers_are_counted_and_named),
        TEST(values_are_compared_by_number_and_unit),
        TEST(a_quoted_stop_is_stop_enough),
        TEST(nobody_claims_a_test),
        TEST(an_editor_changes_lines_by_their_numbers),
        TEST(a_line_may_say_what_one_beside_it_said),
        TEST(a_heading_of_the_editors_is_plain_text),
        TEST(a_bound_text_neither_loses_nor_gains),
        TEST(what_may_not_stand_goes_with_what_leans_on_it),
        TEST(lines_become_the_text_of_an_article),
        TEST(marks_stand_for_what_nobody_writes_anew),
        TEST(emphasis_and_the_order_of_lists_are_read_with_marks),
        TEST(marks_mean_nothing_where_none_are_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
