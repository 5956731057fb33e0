#include "research/crawl/sitemap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

#include <cmocka.h>

#include "arena_fixture.h"

static struct sitemap read_sitemap(struct str body)
{
    struct sitemap sitemap;
    struct error err;
    if (sitemap_read(arena, body, "https://example.org/sitemap.xml", &sitemap, &err) != OK)
        fail_msg("%s", err.message);
    return sitemap;
}

/* Compressed with gzip; the caller frees. */
static struct buf gzip(struct str text)
{
    struct buf out = {0};
    unsigned char piece[4096];
    z_stream stream = {.next_in = (unsigned char *)text.data, .avail_in = (uInt)text.len};
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    int result = Z_OK;
    while (result == Z_OK) {
        stream.next_out = piece;
        stream.avail_out = sizeof piece;
        result = deflate(&stream, Z_FINISH);
        buf_add(&out, piece, sizeof piece - stream.avail_out);
    }
    assert_int_equal(result, Z_STREAM_END);
    deflateEnd(&stream);
    return out;
}

static const char urlset[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- c -->"
    "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:image=\"http://www.google.com/schemas/x\">\n"
    "<url><loc>https://example.org/a?x=1&amp;y=2</loc><lastmod>2020-01-01</lastmod></url>\n"
    "<url>\n  <loc>\n HTTPS://Example.org/b#c "
    "</loc><image:image><image:loc>https://example.org/i.png</image:loc></image:image>"
    "</url><url><loc><![CDATA[https://example.org/c]]></loc></url><url><loc>ftp://example.org/d</loc></url>"
    "<url><loc></loc></url><url><loc>/e</loc></url></urlset>";

static void assert_urlset(const struct sitemap *sitemap)
{
    assert_int_equal(sitemap->count, 4);
    assert_false(sitemap->is_index);
    assert_string_equal(sitemap->urls[0], "https://example.org/a?x=1&y=2");
    assert_string_equal(sitemap->urls[1], "https://example.org/b");
    assert_string_equal(sitemap->urls[2], "https://example.org/c");
    assert_string_equal(sitemap->urls[3], "https://example.org/e");
}

static void test_urlset(void **state)
{
    (void)state;
    struct sitemap sitemap = read_sitemap(str_from(urlset));
    assert_urlset(&sitemap);
}

static void test_gzip(void **state)
{
    (void)state;
    struct buf body = gzip(str_from(urlset));
    struct sitemap sitemap = read_sitemap((struct str){body.data, body.len});
    assert_urlset(&sitemap);
    for (size_t cut = 2; cut < body.len; cut += 7)
        assert_int_equal(sitemap_read(arena, (struct str){body.data, cut}, "https://example.org/", &sitemap, NULL),
                         E_CORRUPT);
    struct buf twice = {0}; /* two members one after the other are one text */
    buf_add(&twice, body.data, body.len);
    buf_add(&twice, body.data, body.len);
    assert_int_equal(read_sitemap((struct str){twice.data, twice.len}).count, 8);
    buf_free(&twice);
    buf_free(&body);
}

static void test_index(void **state)
{
    (void)state;
    struct sitemap sitemap = read_sitemap(STR(
        "<sitemapindex><sitemap><loc>https://example.org/1.xml.gz</loc></sitemap><sitemap><loc>2.xml</loc></sitemap>"));
    assert_true(sitemap.is_index);
    assert_int_equal(sitemap.count, 2);
    assert_string_equal(sitemap.urls[1], "https://example.org/2.xml");
}

static void test_text(void **state)
{
    (void)state;
    struct sitemap sitemap =
        read_sitemap(STR("\xEF\xBB\xBFhttps://example.org/1\r\n\r\n  https://example.org/2 \nhttps://x y/"));
    assert_int_equal(sitemap.count, 2);
    assert_string_equal(sitemap.urls[0], "https://example.org/1");
    assert_string_equal(sitemap.urls[1], "https://example.org/2");
    assert_int_equal(read_sitemap(STR("")).count, 0);
}

/* Entities are never looked up, neither from files nor from the document itself. */
static void test_entities(void **state)
{
    (void)state;
    struct sitemap sitemap = read_sitemap(
        STR("<?xml version='1.0'?><!DOCTYPE u [<!ENTITY x SYSTEM 'file:///etc/passwd'>"
            "<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>]>"
            "<urlset><url><loc>https://example.org/&x;</loc></url><url><loc>https://example.org/&b;</loc></url>"));
    assert_int_equal(sitemap.count, 2);
    assert_string_equal(sitemap.urls[0], "https://example.org/&x;");
    assert_string_equal(sitemap.urls[1], "https://example.org/&b;");
}

static void test_limits(void **state)
{
    (void)state;
    struct buf text = {0};
    for (int i = 0; i < SITEMAP_MOST_URLS + 10; i++)
        buf_printf(&text, "https://example.org/%d\n", i);
    assert_int_equal(read_sitemap((struct str){text.data, text.len}).count, SITEMAP_MOST_URLS);
    buf_free(&text);
    struct str zeros = {calloc(1, SITEMAP_LARGEST + 100000), SITEMAP_LARGEST + 100000};
    assert_non_null(zeros.data);
    struct buf bomb = gzip(zeros);
    struct sitemap sitemap;
    assert_int_equal(sitemap_read(arena, (struct str){bomb.data, bomb.len}, "https://example.org/", &sitemap, NULL),
                     E_LIMIT);
    buf_free(&bomb);
    free((char *)zeros.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_urlset), cmocka_unit_test(test_gzip),     cmocka_unit_test(test_index),
        cmocka_unit_test(test_text),   cmocka_unit_test(test_entities), cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
