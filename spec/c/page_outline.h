/* Reads documents for the tests of page/, and says what was read as lines. Behind cmocka.h. */
#ifndef COPYDESK_SPEC_PAGE_OUTLINE_H
#define COPYDESK_SPEC_PAGE_OUTLINE_H

#include "arena_fixture.h"
#include "research/page/page.h"

static struct page read_page(struct str document, enum page_format format, const char *url)
{
    struct page page;
    struct error err;
    if (page_read(arena, document, format, "", url, &page, &err) != OK)
        fail_msg("%s", err.message);
    return page;
}

/* The blocks as lines: "H2 Heading", "P text", "LI1 item", "ROW a | b", "CODE x". */
static const char *outline(const struct page *page)
{
    static const char *const names[] = {"H", "P", "LI", "CODE", "ROW"};
    struct buf out = {0};
    for (size_t i = 0; i < page->count; i++) {
        const struct block *block = &page->blocks[i];
        buf_str(&out, names[block->kind]);
        if (block->level)
            buf_printf(&out, "%d", block->level);
        buf_char(&out, ' ');
        buf_add(&out, block->text.data, block->text.len);
        buf_char(&out, '\n');
    }
    char *copy = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return copy;
}

static void assert_html(const char *html, const char *expected)
{
    struct page page = read_page(str_from(html), PAGE_HTML, "https://example.org/page");
    assert_string_equal(outline(&page), expected);
}

static void assert_markdown(const char *markdown, const char *expected)
{
    struct page page = read_page(str_from(markdown), PAGE_MARKDOWN, "notes/page.md");
    assert_string_equal(outline(&page), expected);
}

#endif
