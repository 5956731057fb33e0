#include "text/text.h"

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

static const char *slug(const char *title, const char *language)
{
    return slug_from(arena, str_from(title), language ? language_find(str_from(language)) : NULL);
}

static void test_slug_of_language(void **state)
{
    (void)state;
    assert_string_equal(slug("Wärmepumpe im Altbau", "de"), "waermepumpe-im-altbau");
    assert_string_equal(slug("A\xCC\x88rger über Größe, Öl & Café", "de"), "aerger-ueber-groesse-oel-cafe");
    assert_string_equal(slug("Blåbær på øen", "da"), "blaabaer-paa-oeen");
    assert_string_equal(slug("Blåbær på øya", "no"), "blaabaer-paa-oeya");
    assert_string_equal(slug("Blåbär på ön", "sv"), "blabar-pa-on");
    assert_string_equal(slug("L'œuvre d'été déjà", "fr"), "loeuvre-dete-deja");
    assert_string_equal(slug("Łódź i źródło", "pl"), "lodz-i-zrodlo");
    assert_string_equal(slug("Işık ve çay", "tr"), "isik-ve-cay");
}

static void test_slug(void **state)
{
    (void)state;
    assert_string_equal(slug("Indoor Herb Garden: Über uns", NULL), "indoor-herb-garden-uber-uns");
    assert_string_equal(slug("  What's new -- in C11? ", NULL), "whats-new-in-c11");
    assert_string_equal(slug("Straße, Ångström & Café", NULL), "strasse-angstrom-cafe");
    assert_string_equal(slug("Привет, мой дом", NULL), "привет-мой-дом");
    assert_string_equal(slug("日本語 ガイド", NULL), "日本語-ガイド");
    assert_string_equal(slug("हिन्दी", NULL), "हिन्दी");
    assert_string_equal(slug("!!!", NULL), "");
    assert_string_equal(slug("", NULL), "");
    assert_string_equal(slug("a\xFF"
                             "b",
                             NULL),
                        "a-b");
    assert_string_equal(
        slug("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen", NULL),
        "one-two-three-four-five-six-seven-eight-nine-ten-eleven-twelve-thirteen-fourteen");
    struct buf text = {0};
    for (int i = 0; i < 1000; i++)
        buf_str(&text, "ä語");
    assert_true(strlen(slug_from(arena, (struct str){text.data, text.len}, NULL)) <= 80);
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
        cmocka_unit_test(test_html), cmocka_unit_test(test_slug_of_language),
        cmocka_unit_test(test_slug), cmocka_unit_test(test_squeeze),
        cmocka_unit_test(test_cut),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
