/* Documents in any encoding. */
#include "research/page/page.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

typedef bool decoder(struct buf *out, struct str text, const char *charset);

static void assert_decoded(decoder *decode, struct str document, const char *charset, const char *expected)
{
    struct buf out = {0};
    assert_true(decode(&out, document, charset));
    assert_string_equal(buf_text(&out), expected);
    buf_free(&out);
}

static void assert_html(struct str document, const char *charset, const char *expected)
{
    assert_decoded(html_to_utf8, document, charset, expected);
}

static void assert_text(struct str document, const char *charset, const char *expected)
{
    assert_decoded(text_to_utf8, document, charset, expected);
}

/* A byte order mark counts more than any declaration. */
static void test_marks(void **state)
{
    (void)state;
    assert_html(STR("\xEF\xBB\xBF\xC3\xBC"), "iso-8859-1", "ü");
    assert_html((struct str){"\xFF\xFE\xFC\0a\0", 6}, "", "üa");
    assert_html((struct str){"\xFE\xFF\0\xFC\x20\xAC", 6}, "utf-8", "ü€");
    assert_text((struct str){"\xFF\xFE\x3D\xD8\x00\xDE\n\0", 8}, "", "😀\n");
    assert_text((struct str){"\xFF\xFE\x3D\xD8", 4}, "", "\xEF\xBF\xBD\xEF\xBF\xBD"); /* half a character */
    assert_text(STR("\xEF\xBB\xBF"), "", "");
}

static void test_labels(void **state)
{
    (void)state;
    assert_text(STR("\x80\xFC"), "ISO-8859-1", "€ü"); /* which browsers read as windows-1252 */
    assert_text(STR("\x80\xFC"), " latin1 ", "€ü");
    assert_text(STR("\x80\xFC"), "us-ascii", "€ü");
    assert_text(STR("\xA4\xFC"), "iso-8859-15", "€ü");
    assert_text(STR("\xB3\xEC"), "iso-8859-2", "łě");
    assert_text(STR("\xD0\xFE"), "iso-8859-9", "Ğş");
    assert_text(STR("\xCF\xF0\xE8"), "windows-1251", "При");
    assert_text(STR("\xF0\xD2\xC9"), "koi8-r", "При");
    assert_text(STR("\xC4\xE3\xBA\xC3"), "gb2312", "你好");
    assert_text(STR("\xA7\x41\xA6\x6E"), "Big5", "你好");
    assert_text(STR("\x82\xB1\x82\xF1"), "Shift_JIS", "こん");
    assert_text(STR("\xA4\xB3\xA4\xF3"), "euc-jp", "こん");
    assert_text(STR("\x1B$B$3$s\x1B(B."), "iso-2022-jp", "こん.");
    assert_text(STR("\xBE\xC8"), "euc-kr", "안");
    assert_text((struct str){"\xFC\0", 2}, "utf-16", "ü");
    assert_text(STR("+AOk-"), "utf-7", "+AOk-"); /* no browser reads it */
    assert_text(STR("\xFC"), "no-such-charset", "ü");
}

static void test_declarations(void **state)
{
    (void)state;
    assert_html(STR("<meta charset='windows-1251'>\xCF"), "", "<meta charset='windows-1251'>П");
    assert_html(STR("<meta charset='windows-1251'>\xCF"), "koi8-r", "<meta charset='windows-1251'>о");
    assert_html(STR("<META content=\"text/html; charset=koi8-r\" http-equiv=x>\xCF"), "",
                "<META content=\"text/html; charset=koi8-r\" http-equiv=x>о");
    assert_html(STR("<!-- <meta charset=koi8-r> -->\xFC"), "", "<!-- <meta charset=koi8-r> -->ü");
    assert_html(STR("<script>'<meta charset=koi8-r>'</script>\xFC"), "", "<script>'<meta charset=koi8-r>'</script>ü");
    assert_html(STR("<p><body><meta charset=koi8-r>\xFC"), "", "<p><body><meta charset=koi8-r>ü");
    assert_html(STR("<?xml version=\"1.0\" encoding=\"koi8-r\"?>\xCF"), "",
                "<?xml version=\"1.0\" encoding=\"koi8-r\"?>о");
    assert_html(STR("<?xml encoding="), "", "<?xml encoding=");
    assert_text(STR("<meta charset=koi8-r>\xFC"), "", "<meta charset=koi8-r>ü"); /* text says nothing of itself */
}

/* What is declared wrongly is read as it must be meant. */
static void test_wrong_declarations(void **state)
{
    (void)state;
    assert_html(STR("<meta charset=utf-16>\xC3\xBC"), "", "<meta charset=utf-16>ü");
    assert_html(STR("<meta charset=utf-8>Gr\xFC\xDF\x65"), "", "<meta charset=utf-8>Grüße");
    assert_text(STR("na\xEFve \x93quoted\x94"), "utf-8", "naïve “quoted”");
    assert_html(STR("<meta charset=iso-8859-1>\xC3\xBC"), "", "<meta charset=iso-8859-1>ü");
    assert_text(STR("\xC3\xBC"), "iso-8859-1", "ü");
    assert_text(STR("\xC3\xBC\xC3\xA4\xFF"), "utf-8", "üä\xEF\xBF\xBD"); /* UTF-8 with one damaged byte */
    assert_text(STR("\xC3\xBC\xC3\xA4\xFF"), "", "üä\xEF\xBF\xBD");
    assert_text(STR("\x81\x8D"), "utf-8", "\xEF\xBF\xBD\xEF\xBF\xBD"); /* nothing in any */
}

static void test_nothing_declared(void **state)
{
    (void)state;
    assert_text(STR("\xC3\xBC"), "", "ü");
    assert_text(STR("caf\xE9 \x97 10 \x80"), "", "café — 10 €");
    assert_text((struct str){"a\0b", 3}, "", "a b");
    assert_text(STR(""), "", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_declarations),
        cmocka_unit_test(test_wrong_declarations),
        cmocka_unit_test(test_nothing_declared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
