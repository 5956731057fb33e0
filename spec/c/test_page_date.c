/* When a page was published, by what it says of itself. */
#include "research/page/page.h"
#include "research/page/page_date.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "arena_fixture.h"

static const char *written(int64_t ms)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm tm;
    char text[32];
    if (!ms)
        return "none";
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", gmtime_r(&seconds, &tm));
    return arena_copy(arena, text);
}

static const char *date_in(const char *text)
{
    int64_t ms;
    return date_text_read(str_from(text), &ms) ? written(ms) : "none";
}

static const char *date_of(const char *html, const char *url)
{
    struct page page;
    assert_int_equal(page_read(arena, str_from(html), PAGE_HTML, "", url, &page, NULL), OK);
    return written(page.published_ms);
}

static void test_texts(void **state)
{
    (void)state;
    static const struct {
        const char *text, *date;
    } texts[] = {
        {"2024-05-17", "2024-05-17 00:00:00"},
        {" 2024-05-17T10:30:05Z ", "2024-05-17 10:30:05"},
        {"2024-05-17T10:30:05.123456+02:00", "2024-05-17 08:30:05"},
        {"2024-05-17T22:30-0530", "2024-05-18 04:00:00"},
        {"2024-05-17 10:30", "2024-05-17 10:30:00"},
        {"2024/05/17 by somebody", "2024-05-17 00:00:00"},
        {"2024.05.17", "2024-05-17 00:00:00"},
        {"20240517", "2024-05-17 00:00:00"},
        {"20240229T0930", "2024-02-29 09:30:00"},
        {"Fri, 17 May 2024 10:30:05 GMT", "2024-05-17 10:30:05"},
        {"2023-02-29", "none"},
        {"2024-13-01", "none"},
        {"2024-00-10", "none"},
        {"2024-05-32", "none"},
        {"1899-05-17", "none"},
        {"2240-05-17", "none"},
        {"2024-05", "none"},
        {"2024-05-171", "none"},
        {"202405171", "none"},
        {"Thu, 01 Jan 1970 00:00:00 GMT", "none"},
        {"{{date}}", "none"},
        {"", "none"},
        {"2024-05-17T25:00", "2024-05-17 00:00:00"},
        {"2024-05-17T10:61", "2024-05-17 00:00:00"},
        {"2024-05-17T10:30:99+01:00", "2024-05-17 00:00:00"},
        {"May 17, 2024", "2024-05-17 00:00:00"},
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        assert_string_equal(date_in(texts[i].text), texts[i].date);
}

static void test_addresses(void **state)
{
    (void)state;
    static const struct {
        const char *address, *date;
    } addresses[] = {
        {"https://example.org/2024/05/17/tea", "2024-05-17 00:00:00"},
        {"https://example.org/news/2024-05-17-tea.html", "2024-05-17 00:00:00"},
        {"https://example.org/20240517/tea", "none"},
        {"https://example.org/12024/05/17/tea", "none"},
        {"https://example.org/2024/05/tea", "none"},
        {"https://example.org/2024/05/171/tea", "none"},
        {"https://example.org/tea?day=/2024/05/17/", "none"},
        {"notes/a.html", "none"},
    };
    for (size_t i = 0; i < COUNT_OF(addresses); i++)
        assert_string_equal(date_of("<p>Tea is drunk.", addresses[i].address), addresses[i].date);
}

#define LINKED(json) "<script type='application/ld+json'>" json "</script>"

static void test_linked_data(void **state)
{
    (void)state;
    static const struct {
        const char *html, *date;
    } pages[] = {
        {LINKED("{\"@type\":\"NewsArticle\",\"datePublished\":\"2024-05-17\",\"dateModified\":\"2024-06-01\"}"),
         "2024-05-17 00:00:00"},
        {LINKED("[{\"@type\":\"Organization\"},{\"@type\":[\"x\",\"BlogPosting\"],\"datePublished\":\"2024-05-17\"}]"),
         "2024-05-17 00:00:00"},
        {LINKED("{\"@graph\":[{\"@type\":\"WebPage\",\"datePublished\":\"2001-01-01\"},"
                "{\"@type\":\"http://schema.org/Article\",\"datePublished\":\"2024-05-17\"}]}"),
         "2024-05-17 00:00:00"},
        {LINKED("{\"@type\":\"WebPage\",\"mainEntity\":{\"@type\":\"Article\",\"datePublished\":\"2024-05-17\"}}"),
         "2024-05-17 00:00:00"},
        /* of others */
        {LINKED("{\"@type\":\"Person\",\"datePublished\":\"2024-05-17\"}"), "none"},
        {LINKED("{\"@type\":\"Article\",\"comment\":{\"@type\":\"Article\",\"datePublished\":\"2024-05-17\"}}"),
         "none"},
        /* as people write it */
        {LINKED("//<![CDATA[\n{\"@type\":\"Article\",\"headline\":\"a\nb\",\"datePublished\":\"2024-05-17\",}\n//]]>"),
         "2024-05-17 00:00:00"},
        {LINKED("{\"@type\":\"Article\"") LINKED("{\"@type\":\"Article\",\"datePublished\":\"2024-05-17\"}"),
         "2024-05-17 00:00:00"},
        {LINKED("") LINKED("no") LINKED("[1,\"datePublished\",null]"), "none"},
        {LINKED("{\"@type\":{},\"datePublished\":7}"), "none"},
        {"<script>{\"@type\":\"Article\",\"datePublished\":\"2024-05-17\"}</script>", "none"},
        {LINKED("{\"@type\":\"Article\",\"datePublished\":\"2024-05-17\"}") "<meta name=date content=2001-01-01>",
         "2024-05-17 00:00:00"},
    };
    for (size_t i = 0; i < COUNT_OF(pages); i++)
        assert_string_equal(date_of(arena_printf(arena, "%s<p>Tea.", pages[i].html), "https://example.org/2000/01/01/"),
                            strcmp(pages[i].date, "none") ? pages[i].date : "2000-01-01 00:00:00");
}

static void test_elements(void **state)
{
    (void)state;
    static const struct {
        const char *html, *date;
    } pages[] = {
        {"<meta property='article:published_time' content='2024-05-17T10:00:00+00:00'><p>Tea.", "2024-05-17 10:00:00"},
        {"<meta name='DC.date.issued' content='2024-05-17'><p>Tea.", "2024-05-17 00:00:00"},
        {"<meta property='article:modified_time' content='2024-06-01'>"
         "<meta property='article:published_time' content='2024-05-17'><p>Tea.",
         "2024-05-17 00:00:00"},
        {"<meta property='article:modified_time' content='2024-06-01'><p>Tea.", "2024-06-01 00:00:00"},
        {"<meta name=date content=soon><meta name=pubdate content=2024-05-17><p>Tea.", "2024-05-17 00:00:00"},
        {"<article><h1>Tea</h1><time datetime='2024-05-17'>17 May</time><p>It is drunk.", "2024-05-17 00:00:00"},
        {"<time class='entry-date updated' datetime='2024-06-01'></time>", "2024-06-01 00:00:00"},
        {"<time datetime='2024-06-01'></time><time class='entry-date' datetime='2024-05-17'></time>",
         "2024-05-17 00:00:00"},
        {"<time itemprop=dateModified datetime='2024-06-01'></time><time itemprop=datePublished "
         "datetime='2024-05-17'></time>",
         "2024-05-17 00:00:00"},
        {"<div><meta itemprop=datePublished content=2024-05-17></div><p>Tea.", "2024-05-17 00:00:00"},
        {"<nav><time datetime='2024-05-17'></time></nav><aside><time datetime='2024-05-18'></time></aside><p>Drunk "
         "since "
         "<time datetime='1999-01-01'>then</time>.",
         "none"},
        {"<p>Tea.", "none"},
    };
    for (size_t i = 0; i < COUNT_OF(pages); i++)
        assert_string_equal(date_of(pages[i].html, "https://example.org/tea"), pages[i].date);
    assert_string_equal(date_of(LINKED("{\"@type\":\"Article\",\"dateModified\":\"2024-06-01\"}") "<p>Tea.", "a.html"),
                        "2024-06-01 00:00:00");
    assert_string_equal(date_of("<meta name=lastmod content=2024-06-01><p>Tea.", "https://example.org/2024/05/17/tea"),
                        "2024-05-17 00:00:00");
}

static void test_markdown(void **state)
{
    (void)state;
    struct page page;
    assert_int_equal(page_read(arena, STR("---\ntitle: Tea\ndate: 2024-05-17\n---\nIt is drunk.\n"), PAGE_MARKDOWN, "",
                               "a.md", &page, NULL),
                     OK);
    assert_string_equal(written(page.published_ms), "2024-05-17 00:00:00");
    assert_int_equal(page_read(arena, STR("It is drunk.\n"), PAGE_MARKDOWN, "", "a.md", &page, NULL), OK);
    assert_int_equal(page.published_ms, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),    cmocka_unit_test(test_addresses), cmocka_unit_test(test_linked_data),
        cmocka_unit_test(test_elements), cmocka_unit_test(test_markdown),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
