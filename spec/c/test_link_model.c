/* The trees in C score rows of real candidates as the trainer does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"
#include "link/match/match.h"

struct scored_row {
    float features[FEATURE_COUNT];
    float score;
};

#include "model_rows.inc"

static void test_scores_are_those_of_the_trainer(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct model_score score;
        model_scores(rows[i].features, 1, rows[i].features[FEATURE_SITE_LINKING] > 0 ? UINT32_MAX : 0, &score);
        assert_float_equal(score.link, rows[i].score, 2e-3F);
    }
}

/* However many rows there are, and wherever among them one stands; on sites that one set of trees judges, and on those
 * that both do. */
static void test_a_row_scores_the_same_alone_and_among_others(void **state)
{
    (void)state;
    enum { MOST = 70 };
    static float many[MOST][FEATURE_COUNT];
    static const uint64_t linking_pages[] = {0, MODEL_FEW_LINKING, MODEL_MANY_LINKING};
    struct model_score scores[MOST], alone;
    for (size_t i = 0; i < MOST; i++)
        memcpy(many[i], rows[i % COUNT_OF(rows)].features, sizeof many[i]);
    for (size_t site = 0; site < COUNT_OF(linking_pages); site++)
        for (size_t count = 1; count <= MOST; count += 3) {
            model_scores(*many, count, linking_pages[site], scores);
            model_scores(many[count - 1], 1, linking_pages[site], &alone);
            assert_float_equal(scores[count - 1].link, alone.link, 0);
            assert_float_equal(scores[count - 1].text, alone.text, 0);
        }
}

/* Else the tests above would show little. */
static void test_rows_are_of_both_kinds_of_sites(void **state)
{
    (void)state;
    size_t linking = 0;
    float low = 0, high = 0;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        linking += rows[i].features[FEATURE_SITE_LINKING] > 0;
        low = rows[i].score < low ? rows[i].score : low;
        high = rows[i].score > high ? rows[i].score : high;
    }
    assert_true(linking > 0 && linking < COUNT_OF(rows));
    assert_true(low < -4 && high > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scores_are_those_of_the_trainer),
        cmocka_unit_test(test_a_row_scores_the_same_alone_and_among_others),
        cmocka_unit_test(test_rows_are_of_both_kinds_of_sites),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
