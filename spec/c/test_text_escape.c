#include "text/escape.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arena_fixture.h"

static const char *escaped(void (*escape)(struct buf *, struct str), struct str text)
{
    struct buf out = {0};
    escape(&out, text);
    char *copy = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return copy;
}

static void test_html(void **state)
{
    (void)state;
    assert_string_equal(escaped(escape_html, STR("")), "");
    assert_string_equal(escaped(escape_html, (struct str){NULL, 0}), "");
    assert_string_equal(escaped(escape_html, STR("a <b> & \"c\" 'd'")), "a &lt;b&gt; &amp; \"c\" 'd'");
    assert_string_equal(escaped(escape_attribute, STR("\"><script>&amp;")), "&quot;&gt;&lt;script&gt;&amp;amp;");
}

static void test_slug(void **state)
{
    (void)state;
    assert_string_equal(slug_from(arena, STR("Indoor Herb Garden: Über uns")), "indoor-herb-garden-uber-uns");
    assert_string_equal(slug_from(arena, STR("  What's new -- in C11? ")), "whats-new-in-c11");
    assert_string_equal(slug_from(arena, STR("Straße, Ångström & Café")), "strasse-angstrom-cafe");
    assert_string_equal(slug_from(arena, STR("Привет, мой дом")), "привет-мой-дом");
    assert_string_equal(slug_from(arena, STR("日本語 ガイド")), "日本語-ガイド");
    assert_string_equal(slug_from(arena, STR("हिन्दी")), "हिन्दी");
    assert_string_equal(slug_from(arena, STR("!!!")), "");
    assert_string_equal(slug_from(arena, STR("")), "");
    assert_string_equal(slug_from(arena, STR("a\xFF"
                                             "b")),
                        "a-b");
    assert_string_equal(
        slug_from(arena, STR("one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
                             "fifteen")),
        "one-two-three-four-five-six-seven-eight-nine-ten-eleven-twelve-thirteen-fourteen");
    struct buf text = {0};
    for (int i = 0; i < 1000; i++)
        buf_str(&text, "ä語");
    assert_true(strlen(slug_from(arena, (struct str){text.data, text.len})) <= 80);
    buf_free(&text);
}

static void test_squeeze(void **state)
{
    (void)state;
    assert_string_equal(text_squeeze(arena, STR(" \n a \t b\xC2\xA0\xC2\xA0"
                                                "c\r\n")),
                        "a b c");
    assert_string_equal(text_squeeze(arena, STR("")), "");
    assert_string_equal(text_squeeze(arena, STR(" ")), "");
    assert_string_equal(text_squeeze(arena, STR("\xFF x")), "\xFF x");
    /* an override of the direction, an isolate, a zero-width space and two tags; a joiner stays */
    assert_string_equal(text_squeeze(arena, STR("a\xE2\x80\xAE"
                                                "b\xE2\x81\xA6"
                                                "c \xE2\x80\x8B d\xF3\xA0\x81\x81\xF3\xA0\x81\x82\xE2\x80\x8C")),
                        "abc d\xE2\x80\x8C");
}

static void test_cut(void **state)
{
    (void)state;
    assert_string_equal(text_cut(arena, STR("Herbs indoors"), 13), "Herbs indoors");
    assert_string_equal(text_cut(arena, STR("Herbs, indoors and out"), 13), "Herbs…");
    assert_string_equal(text_cut(arena, STR("Herbs indoors"), 6), "Herbs…");
    assert_string_equal(text_cut(arena, STR("Kräutertöpfe"), 8), "Kräuter…"); /* no blank: within the word */
    assert_string_equal(text_cut(arena, STR(""), 5), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_html),
        cmocka_unit_test(test_slug),
        cmocka_unit_test(test_squeeze),
        cmocka_unit_test(test_cut),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
