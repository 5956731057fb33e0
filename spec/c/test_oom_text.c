/* Every allocation of reading text, pages and sitemaps fails once: an error comes back, or the same result as ever. */
#include "research/crawl/sitemap.h"
#include "research/library/library.h"
#include "research/page/page.h"
#include "text/html/html.h"
#include "text/markdown/markdown.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static long countdown = -1; /* allocations until one fails; negative: none does */

static int fails_now(void)
{
    return countdown >= 0 && countdown-- == 0;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails_now() ? NULL : __real_realloc(memory, size);
}

static char folder[] = "/tmp/copydesk-library-XXXXXX";

static const char html[] = "<html lang=en><head><title>One - Two</title><link rel=canonical "
                           "href='https://example.org/x'><script type='application/ld+json'>"
                           "{\"@type\":\"Article\",\"datePublished\":\"2024-05-17\"}</script></head><body><h1>One</h1>"
                           "<p>Text &amp; <a href='a'>more</a> of "
                           "it.</p><ul><li>item</ul><pre>code</pre><table><tr><td>1<td>2</table></body></html>";
static const char markdown[] =
    "---\ntitle: One\nurl: https://example.org/\n---\n# One\n\nText &amp; more.\n\n- item\n\n"
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n";
static const char words[] = "Indoor H\xC3\xA4user, Dr. Who\xE2\x80\x99s tables! Are they split? Yes.";

/* Each does its work on an arena and says whether it succeeded. */
static bool do_words(struct arena *arena)
{
    struct word *found;
    size_t count;
    return words_split(arena, str_from(words), language_find(STR("en")), &found, &count, NULL) == OK && count == 9;
}

static bool do_sentences(struct arena *arena)
{
    struct sentence *found;
    size_t count;
    return sentences_split(arena, str_from(words), language_find(STR("en")), &found, &count, NULL) == OK && count == 3;
}

static bool do_escapes(struct arena *arena)
{
    size_t length;
    return slug_from(arena, str_from(words), NULL) && text_squeeze(arena, str_from(words)) &&
           utf8_repair(arena, STR("a\xFF"), &length) && url_resolve(arena, "http://a/b", STR("c/../d")) &&
           url_normalise(arena, STR("http://a"));
}

static bool read_page(struct arena *arena, const char *document, enum page_format format)
{
    struct page page;
    enum status status = page_read(arena, str_from(document), format, "", "a/b", &page, NULL);
    assert_true(status == OK || status == E_MEMORY);
    return status == OK && page.count >= 1 && page.title && (format != PAGE_HTML || page.published_ms);
}

static bool do_html(struct arena *arena)
{
    return read_page(arena, html, PAGE_HTML);
}

/* The text stands in linked data alone. */
static bool do_linked(struct arena *arena)
{
    struct buf text = {0};
    struct page page;
    buf_str(&text, "<script type='application/ld+json'>{\"@type\":\"Article\",\"articleBody\":\"");
    for (int i = 0; i < 30; i++)
        buf_str(&text, "Basil is sown in April.\\n");
    buf_str(&text, "\"}</script><p>Short.");
    bool done = !text.failed &&
                page_read(arena, (struct str){buf_text(&text), text.len}, PAGE_HTML, "", "a/b", &page, NULL) == OK;
    buf_free(&text);
    return done && page.count == 30;
}

static bool do_markdown(struct arena *arena)
{
    return read_page(arena, markdown, PAGE_MARKDOWN);
}

static bool do_text(struct arena *arena)
{
    return read_page(arena, "Title\n\nText \xFF\n\n- item", PAGE_TEXT);
}

static bool do_article(struct arena *arena)
{
    struct buf out = {0};
    (void)arena;
    bool done = markdown_from_html(&out, str_from(html));
    assert_true(done || out.len == 0);
    done = done && str_find((struct str){out.data, out.len}, STR("[more](a)"), 0) < out.len;
    buf_free(&out);
    return done;
}

static bool do_links(struct arena *arena)
{
    struct page_facts facts;
    return page_facts_read(arena, str_from(html), "https://example.org/", &facts, NULL) == OK && facts.link_count == 1;
}

static bool do_anchors(struct arena *arena)
{
    struct page_anchor *links;
    size_t count;
    return page_links_read(arena, str_from(html), "https://example.org/", &links, &count, NULL) == OK && count == 1;
}

static bool do_sitemap(struct arena *arena)
{
    struct sitemap sitemap;
    return sitemap_read(arena, STR("<urlset><url><loc>http://a/&amp;</loc></url></urlset>"), "http://a/", &sitemap,
                        NULL) == OK &&
           sitemap.count == 1;
}

static bool do_library(struct arena *arena)
{
    struct library_files files;
    struct page page;
    size_t read = 0;
    enum status status = library_find(arena, folder, NULL, &files, NULL);
    for (size_t i = 0; !status && i < files.count; i++, read++)
        status = library_read(arena, files.root, files.list[i].path, &page, NULL);
    assert_true(status == E_MEMORY || (status == OK && read == 2)); /* no document is left out silently */
    return status == OK;
}

/* Lets the first, second, ... allocation fail until the work is done without one failing. */
static void torture(bool (*work)(struct arena *arena))
{
    for (long n = 0; n < 100000; n++) {
        struct arena *arena = arena_new();
        assert_non_null(arena);
        countdown = n;
        bool done = work(arena);
        bool all_allocated = countdown >= 0;
        countdown = -1;
        arena_free(arena);
        if (all_allocated) {
            assert_true(done);
            return;
        }
    }
    fail_msg("it never ends");
}

static void test_text(void **state)
{
    (void)state;
    torture(do_words);
    torture(do_sentences);
    torture(do_escapes);
}

static void test_pages(void **state)
{
    (void)state;
    torture(do_html);
    torture(do_linked);
    torture(do_markdown);
    torture(do_text);
    torture(do_article);
    torture(do_links);
    torture(do_anchors);
}

static void test_library(void **state)
{
    (void)state;
    char path[80], command[100];
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%d.md", folder, i);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(markdown, file);
        assert_int_equal(fclose(file), 0);
    }
    torture(do_library);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

static void test_sitemap(void **state)
{
    (void)state;
    torture(do_sitemap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_pages),
        cmocka_unit_test(test_library),
        cmocka_unit_test(test_sitemap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
