/* HTML as formats: what is escaped, what is not, and what no format may say. */
#include "service/web/frame/frame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_text(struct buf *out, const char *text)
{
    assert_false(out->failed);
    assert_string_equal(buf_text(out), text);
    buf_free(out);
}

static void texts_are_escaped(void **state)
{
    (void)state;
    struct buf out = {0};
    markup(&out, "<p title=\"%s\">%s</p>", "\"><script>", "a & b < c > d \"e\"");
    assert_null(strstr(buf_text(&out), "<script>"));
    assert_text(&out, "<p title=\"&quot;&gt;&lt;script&gt;\">a &amp; b &lt; c &gt; d &quot;e&quot;</p>");
    const char *volatile nothing = NULL;
    markup(&out, "[%s]", nothing);
    assert_text(&out, "[]");
}

static void numbers_are_written(void **state)
{
    (void)state;
    struct buf out = {0};
    markup(&out, "%d %ld %lld %zu %d%%", -1, -2L, 9007199254740993LL, (size_t)4, 50);
    assert_text(&out, "-1 -2 9007199254740993 4 50%");
    markup(&out, "plain");
    assert_text(&out, "plain");
}

/* So that no page is shown with half of what it should say. */
static void other_formats_fail(void **state)
{
    static const char *const formats[] = {"%5d", "%.3s", "%x", "%u", "%"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        struct buf out = {0};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
        markup(&out, formats[i], 1);
#pragma GCC diagnostic pop
        assert_true(out.failed);
        buf_free(&out);
    }
}

static void times_say_how_long_ago(void **state)
{
    static const struct {
        int64_t age; /* seconds */
        const char *text;
    } cases[] = {{0, "just now"},      {59, "just now"},        {60, "1 minute ago"}, {3599, "59 minutes ago"},
                 {3600, "1 hour ago"}, {86399, "23 hours ago"}, {86400, "1 day ago"}, {30 * 86400, "30 days ago"},
                 {-5, "in a moment"},  {-7200, "in 2 hours"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buf out = {0};
        markup_time(&out, 1000, 1000 + cases[i].age * 1000);
        assert_non_null(strstr(buf_text(&out), cases[i].text));
        assert_non_null(strstr(buf_text(&out), "datetime=\"1970-01-01T00:00:01Z\""));
        buf_free(&out);
    }
}

static void queries_are_encoded(void **state)
{
    (void)state;
    struct buf out = {0};
    markup_query(&out, "a b&c=d/\"<\xc3\xa9~-._9");
    assert_text(&out, "a%20b%26c%3Dd%2F%22%3C%C3%A9~-._9");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_escaped),   cmocka_unit_test(numbers_are_written),
        cmocka_unit_test(other_formats_fail),  cmocka_unit_test(times_say_how_long_ago),
        cmocka_unit_test(queries_are_encoded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
