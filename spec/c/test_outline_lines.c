/* Outlines as lines of text: the levels, empty lines, and what is no UTF-8. */
#include "service/web/articles/param_form.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

static void assert_read(json_t *list, const char *expected)
{
    char *text = json_dumps(list, JSON_COMPACT | JSON_SORT_KEYS);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
    json_decref(list);
}

static void indented_lines_stand_below(void **state)
{
    (void)state;
    assert_read(outline_read_lines("A\r\n  b\n\tc\n\n   \nD\n"),
                "[{\"subsections\":[{\"title\":\"b\"},{\"title\":\"c\"}],\"title\":\"A\"},{\"title\":\"D\"}]");
    assert_read(outline_read_lines("  first\n  second"),
                "[{\"subsections\":[{\"title\":\"second\"}],\"title\":\"first\"}]");
    assert_read(outline_read_lines(""), "[]");
}

static void what_is_not_utf8_is_refused(void **state)
{
    (void)state;
    assert_null(outline_read_lines("A\n \xff"));
    assert_null(outline_read_lines("\xc3"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indented_lines_stand_below),
        cmocka_unit_test(what_is_not_utf8_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
