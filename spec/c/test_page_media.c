/* Links and pictures of a page: kept beside its blocks, whoever wrote them. */
#include "research/page/page.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "arena_fixture.h"

/* The links as "words -> address", the pictures as "block: address (shows) caption", a line each. */
static const char *describe(const struct page *page)
{
    struct buf out = {0};
    for (size_t i = 0; i < page->link_count; i++) {
        const struct block_link *link = &page->links[i];
        size_t block = page_block_of(page, link);
        if (block == page->count)
            continue;
        assert_true(link->start < link->end && link->end <= page->blocks[block].text.len);
        buf_printf(&out, "%.*s -> %s\n", (int)(link->end - link->start), page->blocks[block].text.data + link->start,
                   link->url);
    }
    for (size_t i = 0; i < page->picture_count; i++) {
        const struct page_picture *picture = &page->pictures[i];
        buf_printf(&out, "%zu: %s (%s) %s\n", page_block_at(page, picture->place), picture->url, picture->alternative,
                   picture->caption);
    }
    const char *text = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return text;
}

static struct page read_page(const char *document, enum page_format format)
{
    struct page page;
    assert_int_equal(page_read(arena, str_from(document), format, "", "https://example.org/a/b.html", &page, NULL), OK);
    return page;
}

static void check(const char *document, enum page_format format, const char *expected)
{
    struct page page = read_page(document, format);
    assert_string_equal(describe(&page), expected);
}

#define PROSE "<p>Mint grows in shade and wants a wet soil, and it spreads far in a single year.</p>"

static void html_keeps_links_and_pictures(void **state)
{
    (void)state;
    check("<body><article><h1>Herbs</h1>" PROSE "<p>See <a href='../seeds?x=1#top'>the seeds</a> and "
          "<a href='http://other.example'><b>another</b> page</a> for it, which say more.</p>"
          "<figure><a href='/big.jpg'><img src='/mint.jpg' alt='Mint &amp; pot'></a>"
          "<figcaption>Mint in <em>May</em></figcaption></figure>" PROSE
          "<p>Here <img src='data:image/gif;base64,R0' data-src='late.png' alt='Late'> it stands.</p></article></body>",
          PAGE_HTML,
          "the seeds -> https://example.org/seeds?x=1#top\n"
          "another page -> http://other.example/\n"
          "3: https://example.org/mint.jpg (Mint & pot) Mint in May\n"
          "5: https://example.org/a/late.png (Late) \n");
}

static void html_leaves_out_what_is_no_address_or_no_content(void **state)
{
    (void)state;
    check("<body><nav><a href='/'>Home</a><img src='/logo.png'></nav><article><h1>Herbs</h1>" PROSE
          "<p>It <a href='javascript:alert(1)'>runs</a>, <a href='  JaVaScRiPt:alert(1)'>runs</a>, "
          "<a href='data:text/html,x'>holds</a>, <a href='mailto:a@b.c'>writes</a>, <a href='#down'>jumps</a> "
          "and <a>does</a> nothing of the kind.</p><img src='javascript:alert(1)' alt='x'>"
          "<img src='data:image/png;base64,AA'><img src='/dot.gif' width='1' height='1'><img alt='none'>"
          "<img src='file:///etc/passwd'></article><aside><img src='/advert.png'></aside></body>",
          PAGE_HTML, "");
}

static void html_resolves_against_base(void **state)
{
    (void)state;
    check("<head><base href='https://cdn.example/x/'></head><body><article>" PROSE
          "<p>It is <a href='y'>there</a> for all to read.</p><img src='z.png'></article></body>",
          PAGE_HTML, "there -> https://cdn.example/x/y\n2: https://cdn.example/x/z.png () \n");
}

static void html_keeps_headings_that_are_links(void **state)
{
    (void)state;
    struct page page = read_page("<body><article><h1>Herbs</h1>" PROSE "<h4><a href='/mint'>Mint</a></h4>" PROSE
                                 "<p><a href='/balm'><strong>Lemon balm</strong></a></p>" PROSE
                                 "<p><strong><a href='/parsley'>Parsley</a></strong></p>" PROSE
                                 "<p><a href='/more'>Read more</a></p></article></body>",
                                 PAGE_HTML);
    assert_string_equal(describe(&page), "Mint -> https://example.org/mint\n"
                                         "Lemon balm -> https://example.org/balm\n"
                                         "Parsley -> https://example.org/parsley\n");
}

static void markdown_keeps_links_and_pictures(void **state)
{
    (void)state;
    check("# Herbs\n\nSee [the *seeds*](../seeds \"Title\") and <https://other.example/>, for they say a good deal "
          "more of it.\n\n"
          "![Mint &amp; pot](mint.jpg \"In May\")\n\n- [x](javascript:alert(1)) and [y](<data:text/html,x>) here\n\n"
          "[![Shown](inner.png)](https://example.net/)\n",
          PAGE_MARKDOWN,
          "the seeds -> https://example.org/seeds\n"
          "https://other.example/ -> https://other.example/\n"
          "2: https://example.org/a/mint.jpg (Mint & pot) In May\n"
          "3: https://example.org/a/inner.png (Shown) \n");
}

/* What a site says of itself goes behind the reading, and takes its links along. */
static void links_stay_with_their_blocks(void **state)
{
    (void)state;
    struct buf html = {0};
    for (int i = 0; i < 9; i++)
        buf_printf(&html, "<ul><li><a href=/%d>Home and everything around it %d</a></ul>", i, i);
    buf_str(&html,
            "<h2>Empty</h2><h1>Herbs</h1>" PROSE "<p>Mint is <a href='/mint'>known</a> to spread.</p><h2>End</h2>");
    struct page page = read_page(buf_text(&html), PAGE_HTML);
    buf_free(&html);
    const char *text = describe(&page);
    assert_non_null(strstr(text, "known -> https://example.org/mint\n"));
}

/* What is beyond the limits is left out, and nothing is kept that is not of whole letters. */
static void counts_and_lengths_are_bounded(void **state)
{
    (void)state;
    struct buf html = {0};
    buf_str(&html, "<body><article>" PROSE);
    for (int i = 0; i < 1000; i++)
        buf_printf(&html, "<p>This is what <a href='/%d'>number %d</a> has to say of it.</p><img src='/%d.png' alt='",
                   i, i, i);
    for (int i = 0; i < 2000; i++)
        buf_str(&html, "\xC3\xA4");
    buf_str(&html, "'><p>Here <a href='/");
    for (int i = 0; i < 3000; i++)
        buf_char(&html, 'x');
    buf_str(&html, "'>it</a> ends at last.</p></article></body>");
    struct page page = read_page(buf_text(&html), PAGE_HTML);
    buf_free(&html);
    assert_true(page.link_count <= BLOCK_LINKS_MAX);
    assert_true(page.picture_count <= PAGE_PICTURES_MAX);
    for (size_t i = 0; i < page.picture_count; i++)
        assert_true(utf8_length(str_from(page.pictures[i].alternative)) <= PAGE_CAPTION_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(html_keeps_links_and_pictures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(html_leaves_out_what_is_no_address_or_no_content, set_up, tear_down),
        cmocka_unit_test_setup_teardown(html_resolves_against_base, set_up, tear_down),
        cmocka_unit_test_setup_teardown(html_keeps_headings_that_are_links, set_up, tear_down),
        cmocka_unit_test_setup_teardown(markdown_keeps_links_and_pictures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(links_stay_with_their_blocks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(counts_and_lengths_are_bounded, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
