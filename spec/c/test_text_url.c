#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arena_fixture.h"

static void assert_str(struct str text, const char *expected)
{
    assert_true(str_eq(text, str_from(expected)));
    assert_int_equal(text.data == NULL, expected == NULL);
}

static void test_parse(void **state)
{
    (void)state;
    struct url url;
    assert_int_equal(url_parse(STR("https://user:pw@Example.org:8443/a/b?c=d#e"), &url, NULL), OK);
    assert_str(url.scheme, "https");
    assert_str(url.userinfo, "user:pw");
    assert_str(url.host, "Example.org");
    assert_str(url.port, "8443");
    assert_str(url.path, "/a/b");
    assert_str(url.query, "c=d");
    assert_str(url.fragment, "e");
    assert_int_equal(url_parse(STR("http://[::1]:80"), &url, NULL), OK);
    assert_str(url.host, "[::1]");
    assert_str(url.port, "80");
    assert_str(url.path, "");
    assert_str(url.query, NULL);
    assert_str(url.userinfo, NULL);
    assert_int_equal(url_parse(STR("http://@a:/"), &url, NULL), OK);
    assert_str(url.userinfo, "");
    assert_str(url.port, "");
}

static void test_parse_refuses(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "example.org",
        "/path",
        "//example.org/",
        "ftp://example.org/",
        "javascript:alert(1)",
        "http:",
        "http:/a",
        "http://",
        "http:///path",
        "http://:80/",
        "http://exa mple.org/",
        "http://a:b/",
        "http://a:65536/",
        "http://a:99999999999999999999/",
        "http://good.org\\@evil.org/",
        "http://a%2eb/",
        "http://[::1",
        "http://[g]/",
        "http://a\tb/",
        "1http://a/",
        "mailto:a@b.org",
        "http://a@b@c/",
        "http://a b@c/",
    };
    struct url url;
    struct error err;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        if (url_parse(str_from(bad[i]), &url, &err) == OK)
            fail_msg("accepted %s", bad[i]);
        assert_true(err.message[0] != '\0');
        assert_null(url_normalise(arena, str_from(bad[i])));
    }
    assert_int_equal(url_parse((struct str){NULL, 0}, &url, NULL), E_INVALID);
    assert_int_equal(url_parse((struct str){"http://a\0b/", 11}, &url, NULL), E_INVALID);
}

static void test_normalise(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"HTTP://Example.ORG", "http://example.org/"},
        {"http://example.org:80/", "http://example.org/"},
        {"https://example.org:443/", "https://example.org/"},
        {"https://example.org:80/", "https://example.org:80/"},
        {"http://example.org:0080/", "http://example.org/"},
        {"http://example.org:/", "http://example.org/"},
        {"http://example.org/#top", "http://example.org/"},
        {"http://example.org/a/./b/../c", "http://example.org/a/c"},
        {"http://example.org/../../a", "http://example.org/a"},
        {"http://example.org/a/..", "http://example.org/"},
        {"http://example.org/%7euser/%c3%bc%2f", "http://example.org/~user/%C3%BC%2F"},
        {"http://example.org/%2e%2e/a", "http://example.org/a"},
        {"http://example.org/\xC3\xBC ber", "http://example.org/%C3%BC%20ber"},
        {"http://example.org/100%", "http://example.org/100%25"},
        {"http://example.org/a%zz", "http://example.org/a%25zz"},
        {"http://example.org?q=a b", "http://example.org/?q=a%20b"},
        {"http://example.org/?a/../b", "http://example.org/?a/../b"},
        {"  http://example.org/ \n", "http://example.org/"},
        {"http://[2001:DB8::1]/", "http://[2001:db8::1]/"},
        {"http://example.org/a//b/", "http://example.org/a//b/"},
        {"http://example.org/\"<>", "http://example.org/%22%3C%3E"},
    };
    for (size_t i = 0; i < COUNT_OF(pairs); i++)
        assert_string_equal(url_normalise(arena, str_from(pairs[i][0])), pairs[i][1]);
}

/* RFC 3986 section 5.4, normal and abnormal examples; fragments are dropped by us, other schemes refused. */
static void test_resolve_rfc_examples(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"g:h", NULL},
        {"g", "http://a/b/c/g"},
        {"./g", "http://a/b/c/g"},
        {"g/", "http://a/b/c/g/"},
        {"/g", "http://a/g"},
        {"//g", "http://g/"},
        {"?y", "http://a/b/c/d;p?y"},
        {"g?y", "http://a/b/c/g?y"},
        {"#s", "http://a/b/c/d;p?q"},
        {"g#s", "http://a/b/c/g"},
        {"g?y#s", "http://a/b/c/g?y"},
        {";x", "http://a/b/c/;x"},
        {"g;x", "http://a/b/c/g;x"},
        {"g;x?y#s", "http://a/b/c/g;x?y"},
        {"", "http://a/b/c/d;p?q"},
        {".", "http://a/b/c/"},
        {"./", "http://a/b/c/"},
        {"..", "http://a/b/"},
        {"../", "http://a/b/"},
        {"../g", "http://a/b/g"},
        {"../..", "http://a/"},
        {"../../", "http://a/"},
        {"../../g", "http://a/g"},
        {"../../../g", "http://a/g"},
        {"../../../../g", "http://a/g"},
        {"/./g", "http://a/g"},
        {"/../g", "http://a/g"},
        {"g.", "http://a/b/c/g."},
        {".g", "http://a/b/c/.g"},
        {"g..", "http://a/b/c/g.."},
        {"..g", "http://a/b/c/..g"},
        {"./../g", "http://a/b/g"},
        {"./g/.", "http://a/b/c/g/"},
        {"g/./h", "http://a/b/c/g/h"},
        {"g/../h", "http://a/b/c/h"},
        {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
        {"g;x=1/../y", "http://a/b/c/y"},
        {"g?y/./x", "http://a/b/c/g?y/./x"},
        {"g?y/../x", "http://a/b/c/g?y/../x"},
        {"g#s/./x", "http://a/b/c/g"},
        {"http:g", NULL},
    };
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        const char *resolved = url_resolve(arena, "http://a/b/c/d;p?q", str_from(pairs[i][0]));
        if (!pairs[i][1])
            assert_null(resolved);
        else
            assert_string_equal(resolved, pairs[i][1]);
    }
}

static void test_resolve_others(void **state)
{
    (void)state;
    const char *base = "https://example.org";
    assert_string_equal(url_resolve(arena, base, STR("a")), "https://example.org/a");
    assert_string_equal(url_resolve(arena, base, STR(" /a\n/b ")), "https://example.org/a/b");
    assert_string_equal(url_resolve(arena, base, STR("HTTP://Other.org")), "http://other.org/");
    assert_string_equal(url_resolve(arena, "https://example.org/x", STR("/a_b/c-d.html")),
                        "https://example.org/a_b/c-d.html");
    assert_string_equal(url_resolve(arena, "http://a.b/", STR("/a/./b//c/../%7Ed")), "http://a.b/a/b//~d");
    assert_string_equal(url_resolve(arena, base, STR("http://other.org/a.b/")), "http://other.org/a.b/");
    assert_string_equal(url_resolve(arena, base, STR("//other.org/a")), "https://other.org/a");
    assert_null(url_resolve(arena, base, STR("mailto:me@example.org")));
    assert_null(url_resolve(arena, base, STR("javascript:void(0)")));
    assert_null(url_resolve(arena, base, STR("java\nscript:void(0)")));
    assert_null(url_resolve(arena, base, STR("data:text/html,x")));
    assert_null(url_resolve(arena, "not a url", STR("a")));
}

static void test_origin(void **state)
{
    (void)state;
    assert_true(url_same_origin("http://a/x", "http://a/y?z"));
    assert_true(url_same_origin("http://a/", "http://a"));
    assert_false(url_same_origin("http://a/", "https://a/"));
    assert_false(url_same_origin("http://a/", "http://a:81/"));
    assert_false(url_same_origin("http://a/", "http://ab/"));
    assert_false(url_same_origin("nothing", "nothing"));
}

static void test_hostile_lengths(void **state)
{
    (void)state;
    struct buf text = {0};
    buf_str(&text, "http://a");
    for (int i = 0; i < 300000; i++)
        buf_str(&text, "/../x");
    assert_string_equal(url_normalise(arena, (struct str){text.data, text.len}), "http://a/x");
    buf_free(&text);
}

static void test_octets(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int octet;
    } cases[] = {{"%41", 'A'}, {"%c3%A9", 0xC3}, {"%00", 0}, {"%4", -1}, {"%", -1}, {"", -1}, {"A41", -1}, {"%4g", -1}};
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(url_decode_octet(str_from(cases[i].text), 0), cases[i].octet);
    for (int octet = 0; octet < 256; octet++) {
        struct buf out = {0};
        url_encode_octet(&out, (unsigned char)octet);
        assert_int_equal(out.len, 3);
        assert_int_equal(url_decode_octet((struct str){out.data, out.len}, 0), octet);
        buf_free(&out);
    }
    assert_true(url_is_unreserved('~') && url_is_unreserved('9') && url_is_unreserved('z'));
    assert_false(url_is_unreserved('\0') || url_is_unreserved('%') || url_is_unreserved('/') ||
                 url_is_unreserved('\xE4'));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),           cmocka_unit_test(test_parse_refuses),
        cmocka_unit_test(test_normalise),       cmocka_unit_test(test_resolve_rfc_examples),
        cmocka_unit_test(test_resolve_others),  cmocka_unit_test(test_origin),
        cmocka_unit_test(test_hostile_lengths), cmocka_unit_test(test_octets),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
