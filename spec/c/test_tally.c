/* Counts by labels, and how they are shown. */
#include "service/api/metrics.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static void test_rows(void **state)
{
    struct tally_row rows[TALLY_ROWS];
    struct tally *tally = tally_new();
    (void)state;
    tally_add(tally, "a", "x", 1.5);
    tally_add(tally, "a", "y", 2);
    tally_add(tally, "a", "x", 1);
    assert_int_equal(tally_read(tally, rows), 2);
    assert_string_equal(rows[0].second, "x");
    assert_int_equal(rows[0].count, 2);
    assert_true(rows[0].sum == 2.5);
    tally_free(tally);
}

static void test_full(void **state)
{
    enum { MORE = 200 };
    char label[2 * TALLY_LABEL_SIZE];
    struct tally_row rows[TALLY_ROWS];
    struct tally *tally = tally_new();
    uint64_t count = 0;
    (void)state;
    for (int i = 0; i < MORE; i++) {
        snprintf(label, sizeof label, "%d-%0*d", i, i % TALLY_LABEL_SIZE, 0);
        tally_add(tally, label, NULL, 1);
    }
    assert_int_equal(tally_read(tally, rows), TALLY_ROWS);
    for (int i = 0; i < TALLY_ROWS; i++)
        count += rows[i].count;
    assert_int_equal(count, MORE);
    assert_string_equal(rows[TALLY_ROWS - 1].first, "other");
    assert_int_equal(rows[TALLY_ROWS - 1].count, MORE - (TALLY_ROWS - 1));
    tally_free(tally);
}

static void test_nothing(void **state)
{
    struct tally_row rows[TALLY_ROWS];
    (void)state;
    tally_add(NULL, "a", "b", 1);
    assert_int_equal(tally_read(NULL, rows), 0);
    tally_free(NULL);
}

static void *add_many(void *tally)
{
    for (int i = 0; i < 10000; i++)
        tally_add(tally, "a", NULL, 2);
    return NULL;
}

static void test_threads(void **state)
{
    pthread_t threads[4];
    struct tally_row rows[TALLY_ROWS];
    struct tally *tally = tally_new();
    (void)state;
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, add_many, tally), 0);
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(tally_read(tally, rows), 1);
    assert_int_equal(rows[0].count, 40000);
    assert_true(rows[0].sum == 80000);
    tally_free(tally);
}

static void test_text(void **state)
{
    static const struct exposition_tally family = {"things", "Things.", "of", "how", SHOWS_SUMMARY};
    struct buf out = {0};
    struct tally *tally = tally_new();
    (void)state;
    tally_add(tally, "a\"b\\c\nd", "x", 0.25);
    exposition_tally(&out, &family, tally);
    assert_string_equal(buf_text(&out), "# HELP copydesk_things Things.\n# TYPE copydesk_things summary\n"
                                        "copydesk_things_sum{of=\"a\\\"b\\\\c\\nd\",how=\"x\"} 0.25\n"
                                        "copydesk_things_count{of=\"a\\\"b\\\\c\\nd\",how=\"x\"} 1\n");
    buf_free(&out);
    tally_free(tally);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),    cmocka_unit_test(test_full), cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_threads), cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
