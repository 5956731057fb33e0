/* The model's calibration, and what a site teaches: corrections, thresholds, the sample of pages. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "link/match/match.h"
#include "link/site/site.h"

static void test_probability_rises_and_inverts(void **state)
{
    (void)state;
    float before = 0;
    for (float score = -8; score <= 6; score += 0.25F) {
        float probability = model_probability(score);
        assert_true(probability >= before && probability <= 1);
        before = probability;
    }
    for (float probability = 0.1F; probability < 0.9F; probability += 0.05F)
        assert_float_equal(model_probability(model_score_of(probability)), probability, 1e-4F);
    assert_true(model_threshold > 0 && model_threshold < 1);
}

static void test_a_name_that_is_always_linked_scores_more(void **state)
{
    (void)state;
    float rows[2][FEATURE_COUNT] = {{[FEATURE_SITE_LINKING] = 0.5F}, {[FEATURE_SITE_LINKING] = 0.5F}};
    float *always = rows[1];
    always[FEATURE_PRIOR] = always[FEATURE_LINK_RATE] = always[FEATURE_COLINK_RATE] = 0.9F;
    always[FEATURE_TARGET_SHARE] = 1;
    struct model_score scores[2];
    model_scores(*rows, 2, 1000, scores);
    assert_true(scores[1].link > scores[0].link);
}

/* By the first input alone. */
static float corrected(const struct lessons *lessons, float score, const float *inputs)
{
    lessons_correct(lessons, inputs, 1, 1, &score);
    return score;
}

static void test_nothing_learned_changes_nothing(void **state)
{
    (void)state;
    struct lessons lessons;
    float inputs[LESSON_INPUTS] = {3, -1};
    lessons_init(&lessons, 0.5F);
    assert_float_equal(corrected(&lessons, 1.25F, inputs), 1.25F, 0);
    assert_float_equal(lessons.threshold, 0.5F, 0);
}

enum { PAGES = 200, ROWS = 10 };

/* On this site what has the value 1 is linked, and what has 0 is not, whatever the score says. */
static void make_site(struct lesson_row *rows, float *inputs)
{
    for (uint32_t i = 0; i < PAGES * ROWS; i++) {
        inputs[i] = (float)(i % 2);
        rows[i] = (struct lesson_row){.page = i / ROWS,
                                      .first = i % ROWS * 2,
                                      .last = i % ROWS * 2 + 1,
                                      .target = i % ROWS + 1000,
                                      .score = -0.5F + 0.1F * (float)(i % 3),
                                      .is_target = i % 2,
                                      .is_span = i % 2,
                                      .is_linking = 1};
    }
}

static void test_learns_what_the_site_links(void **state)
{
    (void)state;
    static struct lesson_row rows[PAGES * ROWS];
    static float inputs[PAGES * ROWS];
    make_site(rows, inputs);
    struct lesson_rows site = {rows, inputs, PAGES * ROWS, 1, PAGES * ROWS / 2, PAGES, 50};
    struct lessons lessons;
    lessons_init(&lessons, 0);
    assert_true(lessons_fit_trees(&lessons, &site) && lessons_fit_threshold(&lessons, &site));
    float linked = 1, other = 0;
    assert_true(corrected(&lessons, -0.4F, &linked) >= lessons.threshold);
    assert_true(corrected(&lessons, -0.4F, &other) < lessons.threshold);
}

static void test_few_links_teach_little(void **state)
{
    (void)state;
    static struct lesson_row rows[PAGES * ROWS];
    static float inputs[PAGES * ROWS];
    make_site(rows, inputs);
    struct lesson_rows site = {rows, inputs, 4, 1, 2, 1, 50};
    struct lessons lessons;
    lessons_init(&lessons, 0);
    assert_true(lessons_fit_trees(&lessons, &site) && lessons_fit_threshold(&lessons, &site));
    float linked = 1;
    assert_float_equal(corrected(&lessons, -0.4F, &linked), -0.4F, 0.3F);
    assert_true(fabsf(lessons.threshold) < 1);
}

static void test_counts_links_where_there_are_none(void **state)
{
    (void)state;
    static struct lesson_row rows[PAGES * ROWS];
    static float inputs[PAGES * ROWS];
    make_site(rows, inputs);
    for (size_t i = 0; i < PAGES * ROWS; i++)
        rows[i].score = (float)i;
    struct lesson_rows site = {rows, inputs, PAGES * ROWS, 1, 0, 0, 50};
    struct lessons lessons;
    lessons_init(&lessons, 0);
    assert_true(lessons_fit_count(&lessons, &site, 100));
    assert_float_equal(lessons.threshold, PAGES * ROWS - 100, 0);
}

/* The same pages whatever their order; a page that comes again takes the place of the first. */
static void test_sample_knows_no_order(void **state)
{
    (void)state;
    enum { OFFERED = SAMPLE_PAGES * 3 };
    struct sample up = {.limit = UINT64_MAX}, down = up;
    for (uint32_t i = 0; i < OFFERED; i++) {
        uint32_t back = OFFERED - 1 - i;
        assert_true(sample_add(&up, i, (uint64_t)i * 0x9e3779b97f4a7c15u, STR("http://a/"), STR("<p>text")));
        assert_true(sample_add(&down, back, (uint64_t)back * 0x9e3779b97f4a7c15u, STR("http://a/"), STR("<p>text")));
    }
    assert_true(sample_add(&up, up.pages[0].page, up.pages[0].order, STR("http://a/"), STR("new")));
    sample_finish(&up);
    sample_finish(&down);
    assert_true(up.count == down.count && up.count <= SAMPLE_PAGES && up.count > SAMPLE_PAGES / 4);
    for (size_t i = 0; i < up.count; i++)
        assert_int_equal(up.pages[i].page, down.pages[i].page);
    sample_free(&up);
    sample_free(&down);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_probability_rises_and_inverts),
        cmocka_unit_test(test_a_name_that_is_always_linked_scores_more),
        cmocka_unit_test(test_nothing_learned_changes_nothing),
        cmocka_unit_test(test_learns_what_the_site_links),
        cmocka_unit_test(test_few_links_teach_little),
        cmocka_unit_test(test_counts_links_where_there_are_none),
        cmocka_unit_test(test_sample_knows_no_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
