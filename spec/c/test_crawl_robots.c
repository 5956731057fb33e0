#include "research/crawl/robots.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct {
    const char *robots, *path;
    bool allowed;
} cases[] = {
    {"", "/", true},
    {"User-agent: *\nDisallow:", "/a", true},
    {"User-agent: *\nDisallow: /", "/a", false},
    {"User-agent: *\nDisallow: /", "/robots.txt", true},
    {"User-agent: *\nDisallow: /private", "/private/x", false},
    {"User-agent: *\nDisallow: /private", "/privateer", false},
    {"User-agent: *\nDisallow: /private/", "/private", true},
    {"user-AGENT : *\r\ndisALLOW: /a # not b\r\n", "/a", false},
    /* the longest rule wins, allow on a tie */
    {"User-agent: *\nDisallow: /\nAllow: /a", "/a/b", true},
    {"User-agent: *\nAllow: /a\nDisallow: /a/b", "/a/b", false},
    {"User-agent: *\nDisallow: /a\nAllow: /a", "/a", true},
    {"User-agent: *\nAllow: /a\nDisallow: /a", "/a", true},
    {"User-agent: *\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif", "/example/page/disallowed.gif",
     false},
    /* the group for the agent, not the one for all; groups of one agent are one */
    {"User-agent: *\nDisallow: /\n\nUser-agent: copydesk\nDisallow: /x", "/a", true},
    {"User-agent: copydesk\nDisallow: /x\n\nUser-agent: *\nDisallow: /", "/x", false},
    {"User-agent: copydesk\nDisallow: /a\n\nUser-agent: b\nDisallow: /c\n\nUser-agent: CopyDesk/2.0\nDisallow: /b",
     "/b", false},
    {"User-agent: other\nUser-agent: copydesk\nDisallow: /a", "/a", false},
    {"User-agent: other\n\n# between\nSitemap: http://x/\nUser-agent: copydesk\nDisallow: /a", "/a", false},
    {"User-agent: copydesk\nAllow: /\nUser-agent: other\nDisallow: /", "/a", true},
    {"User-agent: copydesks\nDisallow: /", "/a", true},
    {"User-agent: other\nDisallow: /", "/a", true},
    {"Disallow: /", "/a", true}, /* belongs to no group */
    /* wildcards and the end */
    {"User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf", false},
    {"User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf?x", true},
    {"User-agent: *\nDisallow: /*.pdf", "/a/b.pdf?x", false},
    {"User-agent: *\nDisallow: /a$", "/a", false},
    {"User-agent: *\nDisallow: /a$", "/ab", true},
    {"User-agent: *\nDisallow: /*/c/*d$", "/a/b/c/xdyd", false},
    {"User-agent: *\nDisallow: *", "/a", false},
    {"User-agent: *\nDisallow: /*?*id=", "/a?b&id=3", false},
    {"User-agent: *\nDisallow: /a**b", "/axb", false},
    /* percent-encoding, section 2.2.2 */
    {"User-agent: *\nDisallow: /foo/bar?baz=http://foo.bar", "/foo/bar?baz=http://foo.bar", false},
    {"User-agent: *\nDisallow: /foo/bar/\xE3\x83\x84", "/foo/bar/%E3%83%84", false},
    {"User-agent: *\nDisallow: /foo/bar/%e3%83%84", "/foo/bar/%E3%83%84", false},
    {"User-agent: *\nDisallow: /foo/bar/%62%61%7A", "/foo/bar/baz", false},
    {"User-agent: *\nDisallow: /a%2Ab", "/axb", true},
    {"User-agent: *\nDisallow: /a%2Fb", "/a/b", true},
    {"\xEF\xBB\xBFUser-agent: *\nDisallow: /a", "/a", false},
    {"User-agent: *\rDisallow: /a\rDisallow: /b", "/b", false},
    {"<html>User-agent: *</html>", "/a", true},
};

static void test_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        if (robots_allows(str_from(cases[i].robots), "copydesk", cases[i].path, NULL) != cases[i].allowed)
            fail_msg("%s for %s", cases[i].robots, cases[i].path);
}

static int delay_of(const char *robots)
{
    int delay = 0;
    robots_allows(str_from(robots), "copydesk", "/", &delay);
    return delay;
}

static void test_delay(void **state)
{
    (void)state;
    assert_int_equal(delay_of(""), -1);
    assert_int_equal(delay_of("User-agent: *\nCrawl-delay: 2"), 2000);
    assert_int_equal(delay_of("User-agent: *\nCrawl-delay: 0.25"), 250);
    assert_int_equal(delay_of("User-agent: *\nCrawl-delay: soon"), -1);
    assert_int_equal(delay_of("User-agent: *\nCrawl-delay: -1"), -1);
    assert_int_equal(delay_of("User-agent: *\nCrawl-delay: 99999999999999999999"), 86400000);
    assert_int_equal(delay_of("User-agent: *\nCrawl-delay: 9\nUser-agent: copydesk\nCrawl-delay: 1"), 1000);
}

static void test_sitemaps(void **state)
{
    (void)state;
    struct str rest = STR("Sitemap: http://a/1.xml\nUser-agent: *\nSITEMAP:http://a/2.xml # x\nSitemap:\n"), url;
    assert_true(robots_next_sitemap(&rest, &url));
    assert_true(str_eq(url, STR("http://a/1.xml")));
    assert_true(robots_next_sitemap(&rest, &url));
    assert_true(str_eq(url, STR("http://a/2.xml")));
    assert_false(robots_next_sitemap(&rest, &url));
}

/* What stands behind the first 500 KiB is not read; stars without end are no endless search. */
static void test_hostile(void **state)
{
    (void)state;
    struct buf text = {0}, path = {0};
    buf_str(&text, "User-agent: *\n");
    while (text.len < 600 * 1024)
        buf_str(&text, "Disallow: /nothing-of-ours\n");
    buf_str(&text, "Disallow: /a\n");
    assert_true(robots_allows((struct str){text.data, text.len}, "copydesk", "/a", NULL));
    buf_clear(&text);
    buf_str(&text, "User-agent: *\nDisallow: /");
    for (int i = 0; i < 1000; i++)
        buf_str(&text, "*a");
    buf_str(&text, "b$");
    buf_str(&path, "/");
    for (int i = 0; i < 2000; i++)
        buf_str(&path, "a");
    assert_true(robots_allows((struct str){text.data, text.len}, "copydesk", path.data, NULL));
    buf_free(&text);
    buf_free(&path);
}

/* Thousands of patterns, each of which almost matches at every place of a long path: they are not compared to the end,
 * and then the page is not read. */
static void test_slow_patterns(void **state)
{
    (void)state;
    struct buf text = {0}, path = {0};
    buf_str(&text, "User-agent: *\n");
    while (text.len < 490 * 1024) {
        buf_str(&text, "Disallow: /*");
        for (int i = 0; i < 2000; i++)
            buf_char(&text, 'a');
        buf_str(&text, "b\n");
    }
    buf_char(&path, '/');
    for (int i = 0; i < 8000; i++)
        buf_char(&path, 'a');
    struct str robots = {buf_text(&text), text.len};
    assert_false(robots_allows(robots, "copydesk", buf_text(&path), NULL));
    assert_true(robots_allows(robots, "copydesk", "/aaa", NULL));
    buf_free(&text);
    buf_free(&path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),   cmocka_unit_test(test_delay),         cmocka_unit_test(test_sitemaps),
        cmocka_unit_test(test_hostile), cmocka_unit_test(test_slow_patterns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
