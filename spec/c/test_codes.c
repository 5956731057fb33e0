/* The record's error codes: each has one word, and nothing else is one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"

#include <string.h>

static void every_code_has_its_own_word(void **state)
{
    (void)state;
    for (int code = 0; code < CODES; code++) {
        const char *name = code_name((enum code)code), *sentence = code_sentence((enum code)code);
        assert_non_null(name);
        assert_int_equal(code_find(name), code);
        assert_true(!sentence || sentence[strlen(sentence) - 1] == '.');
    }
}

static void other_words_are_internal(void **state)
{
    (void)state;
    assert_int_equal(code_find(NULL), CODE_INTERNAL);
    assert_int_equal(code_find("lease_lost"), CODE_INTERNAL);
    assert_int_equal(code_find(""), CODE_INTERNAL);
}

static void an_error_gets_the_word(void **state)
{
    (void)state;
    struct error err;
    assert_int_equal(code_error(&err, E_NOT_FOUND, CODE_NO_SOURCES, "nothing on \"%s\"", "herbs"), E_NOT_FOUND);
    assert_int_equal(err.status, E_NOT_FOUND);
    assert_string_equal(err.code, "no_sources");
    assert_string_equal(err.message, "nothing on \"herbs\"");
    assert_int_equal(code_error(NULL, E_NOT_FOUND, CODE_NO_SOURCES, "x"), E_NOT_FOUND);
}

static void a_long_message_is_cut_at_a_character(void **state)
{
    (void)state;
    struct error err;
    char text[3 * sizeof err.message];
    for (size_t shift = 0; shift < 3; shift++) {
        memset(text, 'x', shift);
        size_t end = shift;
        for (; end + 3 < sizeof text; end += 3)
            memcpy(text + end, "\xE2\x82\xAC", 3); /* the euro sign */
        text[end] = '\0';
        code_error(&err, E_INVALID, CODE_INTERNAL, "%s", text);
        assert_int_equal((strlen(err.message) - shift) % 3, 0);
        assert_true(strlen(err.message) + 3 >= sizeof err.message - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_has_its_own_word),
        cmocka_unit_test(other_words_are_internal),
        cmocka_unit_test(an_error_gets_the_word),
        cmocka_unit_test(a_long_message_is_cut_at_a_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
