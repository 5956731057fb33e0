/* Dates as pages, feeds and services write them. */
#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define DAY ((int64_t)DATE_DAY_MS)

static void test_dates(void **state)
{
    (void)state;
    const int64_t noon = 1769860800000, midnight = 1769817600000, now = noon; /* of 31 January 2026 */
    static const struct {
        const char *text;
        int64_t ms;
    } cases[] = {
        {"2026-01-31T12:00:00Z", noon},
        {"2026-01-31T12:00:00.123456Z", noon},
        {"2026-01-31t13:00:00+01:00", noon},
        {"2026-01-31 06:30:00-0530", noon},
        {" 2026-01-31T12:00 ", noon},
        {"20260131T120000Z", noon},
        {"20260131120000", noon},
        {"2026-01-31", midnight},
        {"2026/01/31", midnight},
        {"2026-01-31 5 comments", midnight},
        {"2026-01-311", 0},
        {"202601311", 0},
        {"2026-01", midnight - 30 * DAY},
        {"2026-00-00", midnight - 30 * DAY},
        {"2026", midnight - 30 * DAY},
        {"Sat, 31 Jan 2026 12:00:00 GMT", noon},
        {"Sat, 31 Jan 2026 12:00:00 +0000", noon},
        {"31 Jan 26 07:00 EST", noon},
        {"Saturday, 31 January 2026 12:00:00 Z", noon},
        {"Jan 31, 2026", midnight},
        {"Jan. 31, 2026", midnight},
        {"31 January 2026", midnight},
        {"3 hours ago", noon - 3 * 60 * 60 * 1000},
        {"1 day ago", noon - DAY},
        {"2 WEEKS ago", noon - 14 * DAY},
        {"5 mins ago", noon - 5 * 60 * 1000},
        {"1970-01-01T00:00:00Z", 0},
        {"1971-01-01", 365 * DAY},
        {"2024-02-29", 1709164800000},
        {"", 0},
        {"yesterday", 0},
        {"2026-13-01", 0},
        {"2025-02-29", 0},
        {"1969-12-31", 0},
        {"99999 years ago", 0},
        {"31 Foo 2026", 0},
        {"Jan", 0},
        {"3 apples ago", 0},
        {"0", 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        if (date_read(str_from(cases[i].text), now) != cases[i].ms)
            fail_msg("\"%s\" is %lld, not %lld", cases[i].text, (long long)date_read(str_from(cases[i].text), now),
                     (long long)cases[i].ms);
}

static void test_days(void **state)
{
    (void)state;
    char text[11];
    assert_string_equal(date_day_text(1769860800000, text), "2026-01-31");
    assert_string_equal(date_day_text(date_day(2000, 2, 29), text), "2000-02-29");
    assert_string_equal(date_day_text(-5, text), "1970-01-01");
    assert_true(date_day(1900, 2, 29) == 0 && date_day(2026, 0, 1) == 0 && date_day(2026, 4, 31) == 0);
}

static void test_ages_need_a_time(void **state)
{
    (void)state;
    assert_int_equal(date_read(STR("3 hours ago"), 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dates),
        cmocka_unit_test(test_days),
        cmocka_unit_test(test_ages_need_a_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
