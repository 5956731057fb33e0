#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Ill-formed sequences of each kind: Unicode 15, section 3.9. */
static const char *const invalid[] = {
    "\x80",             /* continuation byte alone */
    "\xC0\x80",         /* overlong NUL */
    "\xC1\xBF",         /* overlong two bytes */
    "\xE0\x80\x80",     /* overlong three bytes */
    "\xF0\x80\x80\x80", /* overlong four bytes */
    "\xED\xA0\x80",     /* surrogate */
    "\xF4\x90\x80\x80", /* over U+10FFFF */
    "\xF5\x80\x80\x80", /* lead byte that never occurs */
    "\xFF",
    "\xC3", /* cut short */
    "\xE2\x82",
    "\xF0\x9F", /* cut short */
    "\xC3(",    /* lead byte without continuation */
};

static void test_valid(void **state)
{
    (void)state;
    assert_true(utf8_is_valid(STR("")));
    assert_true(utf8_is_valid(STR("plain")));
    assert_true(utf8_is_valid(STR("\xC3\xBC \xE2\x82\xAC \xF0\x9F\x8C\xBF")));
    assert_true(utf8_is_valid((struct str){"a\0b", 3}));
    assert_true(utf8_is_valid(STR("\xF4\x8F\xBF\xBF")));
    for (size_t i = 0; i < COUNT_OF(invalid); i++)
        assert_false(utf8_is_valid(str_from(invalid[i])));
}

static void test_decode(void **state)
{
    (void)state;
    uint32_t codepoint;
    assert_int_equal(utf8_decode(STR("\xE2\x82\xAC"), 0, &codepoint), 3);
    assert_int_equal(codepoint, 0x20AC);
    assert_int_equal(utf8_decode(STR("\xF0\x9F\x8C\xBF"), 0, &codepoint), 4);
    assert_int_equal(codepoint, 0x1F33F);
    for (size_t i = 0; i < COUNT_OF(invalid); i++) {
        assert_int_equal(utf8_decode(str_from(invalid[i]), 0, &codepoint), 1);
        assert_int_equal(codepoint, 0xFFFD);
    }
}

static void test_append(void **state)
{
    (void)state;
    struct buf out = {0};
    utf8_append(&out, 'a');
    utf8_append(&out, 0xFC);
    utf8_append(&out, 0x20AC);
    utf8_append(&out, 0x1F33F);
    utf8_append(&out, 0xD800);
    utf8_append(&out, 0x110000);
    assert_string_equal(out.data, "a\xC3\xBC\xE2\x82\xAC\xF0\x9F\x8C\xBF\xEF\xBF\xBD\xEF\xBF\xBD");
    assert_int_equal(utf8_length((struct str){out.data, out.len}), 6);
    buf_free(&out);
}

static void assert_folds(const char *text, const char *expected)
{
    struct buf out = {0};
    text_fold(&out, str_from(text));
    assert_false(out.failed);
    assert_string_equal(buf_text(&out), expected);
    buf_free(&out);
}

static void test_fold(void **state)
{
    (void)state;
    assert_folds("", "");
    assert_folds("WAL Archiving", "wal archiving");
    assert_folds("STRASSE Stra\xC3\x9F\x65", "strasse strasse");
    assert_folds("\xC3\x9C", "\xC3\xBC");
    assert_folds("U\xCC\x88", "\xC3\xBC");                /* U and a combining diaeresis compose */
    assert_folds("\xEF\xAC\x81le", "file");               /* the fi ligature */
    assert_folds("\xEF\xBC\xA1", "a");                    /* full-width A */
    assert_folds("\xCE\xA3\xCF\x82", "\xCF\x83\xCF\x83"); /* final sigma */
    assert_folds("A\xFFZ", "a\xEF\xBF\xBDz");
}

static void test_fold_long_text(void **state)
{
    (void)state;
    struct buf text = {0}, out = {0};
    for (int i = 0; i < 100000; i++)
        buf_str(&text, "ABC");
    text_fold(&out, (struct str){text.data, text.len});
    assert_int_equal(out.len, text.len);
    assert_memory_equal(out.data + 299997, "abc", 3);
    buf_free(&text);
    buf_free(&out);
}

static void test_repair(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    size_t length;
    assert_string_equal(utf8_repair(arena, STR("fine \xC3\xBC"), &length), "fine \xC3\xBC");
    assert_int_equal(length, 7);
    assert_string_equal(utf8_repair(arena, STR("a\x80\xC3z"), &length), "a\xEF\xBF\xBD\xEF\xBF\xBDz");
    assert_int_equal(length, 8);
    for (size_t i = 0; i < COUNT_OF(invalid); i++) {
        char *repaired = utf8_repair(arena, str_from(invalid[i]), &length);
        assert_true(utf8_is_valid((struct str){repaired, length}));
    }
    arena_free(arena);
}

static void test_classes(void **state)
{
    (void)state;
    assert_true(unicode_is_space(' ') && unicode_is_space(0xA0) && unicode_is_space(0x3000) && unicode_is_space('\n'));
    assert_false(unicode_is_space('a') || unicode_is_space(0x200B));
    assert_true(unicode_is_hidden(0x200B) && unicode_is_hidden(0x202E) && unicode_is_hidden(0x2066) &&
                unicode_is_hidden(0xFEFF) && unicode_is_hidden(0xE0041));
    assert_false(unicode_is_hidden('a') || unicode_is_hidden(0x200D) || unicode_is_hidden(0x200F) ||
                 unicode_is_hidden(0x1F600));
    assert_true(unicode_is_letter('z') && unicode_is_letter(0xFC) && unicode_is_letter(0x416) &&
                unicode_is_letter(0x301));
    assert_false(unicode_is_letter('1') || unicode_is_letter('_') || unicode_is_letter(0x20AC));
    assert_true(unicode_is_digit('7') && unicode_is_digit(0x663));
    assert_true(unicode_is_upper('A') && unicode_is_upper(0xC4) && unicode_is_upper(0x1C5));
    assert_false(unicode_is_upper('a') || unicode_is_upper(0xE4));
    assert_true(unicode_is_lower('a') && unicode_is_lower(0xE4));
    assert_int_equal(unicode_to_upper(0xE4), 0xC4);
    assert_int_equal(unicode_to_lower('A'), 'a');
    assert_int_equal(unicode_to_upper(0x65E5), 0x65E5);
    assert_true(unicode_is_cjk(0x65E5) && unicode_is_cjk(0x3042) && unicode_is_cjk(0x30AB) && unicode_is_cjk(0x20000));
    assert_false(unicode_is_cjk('a') || unicode_is_cjk(0x3002) || unicode_is_cjk(0xAC00));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid),          cmocka_unit_test(test_decode), cmocka_unit_test(test_append),
        cmocka_unit_test(test_fold),           cmocka_unit_test(test_repair), cmocka_unit_test(test_classes),
        cmocka_unit_test(test_fold_long_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
