/* How much of a sentence a text says, and how much of a text is copied. */
#include "model/check/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_share(void **state)
{
    (void)state;
    const struct language *en = language_find(STR("en"));
    assert_true(check_support(en, STR("The disks failed"), STR("A disk fails")) > 0.99);
    assert_true(check_support(en, STR("The disks of the cats"), STR("A disk fails")) == 0.5);
    assert_true(check_support(en, STR(""), STR("A disk fails")) == 0);
    assert_true(check_support(language_find(STR("ja")), STR("\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E"),
                              STR("\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E\xE3\x81\xAE")) > 0.99);
}

static void test_copied(void **state)
{
    (void)state;
    struct str source = STR("the quick brown fox jumps over the lazy dog");
    assert_true(check_copied(STR("the quick brown fox jumps"), source) == 1);
    assert_true(check_copied(STR("a quick brown fox jumps over"), source) == 0.5);
    assert_true(check_copied(STR("\"the quick brown fox jumps over\""), source) == 0);
    assert_true(check_copied(STR("`the quick brown fox jumps over`"), source) == 0);
    assert_true(check_copied(STR("short"), source) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_share),
        cmocka_unit_test(test_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
